import { call, int, plainSelect } from '../term/build-term.js';
import { columnName, type FromItem, type Term } from '../term/term.js';
import { missingTable } from '../text/missing-table.js';
import type { NamePart } from '../text/name-part.js';
import { statementLimits } from '../text/statement-limits.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { columnTerm, type EngineColumn, type EngineTable, findColumn, type Surroundings } from './scope.js';
import type { SourceSyntax, Syntax } from './syntax.js';

export interface EngineSource {
  readonly item: FromItem;
  readonly tables: readonly EngineTable[];
}

/** Resolves an expression in FROM over the sources before it. */
export interface SourceResolvers {
  on(syntax: Syntax, tables: readonly EngineTable[]): Term;
  array(syntax: Syntax, tables: readonly EngineTable[]): Term;
}

export function resolveEngineFrom(
  context: EngineContext,
  syntax: SourceSyntax,
  around: Surroundings,
  resolvers: SourceResolvers,
): EngineSource {
  switch (syntax.kind) {
    case 'arrayJoin':
      return arrayJoin(
        context,
        syntax,
        resolveEngineFrom(context, syntax.left, around, resolvers),
        resolvers,
      );
    case 'join':
      return join(context, syntax, around, resolvers);
    case 'table':
      return table(context, syntax, around);
    case 'query':
      context.counting.table(() => syntax.at);
      return ofQuery(context, context.query(syntax.query, around), syntax.alias ?? '');
    case 'numbers': {
      context.counting.table(() => syntax.at);
      const range = call('range', int(syntax.first), int(syntax.first + syntax.count));
      const query = plainSelect({ items: [call('arrayJoin', range)] });
      return ofQuery(
        context,
        { query, columns: [{ name: 'number', type: 'INT64' }] },
        syntax.alias ?? 'numbers',
      );
    }
  }
}

function table(
  context: EngineContext,
  { at, schema, name, alias }: Extract<SourceSyntax, { kind: 'table' }>,
  around: Surroundings,
): EngineSource {
  context.counting.table(() => at);
  const common = schema === null ? around.queries.get(name.text) : undefined;
  if (common !== undefined)
    return ofQuery(context, context.query(common.query, common.around), alias ?? name.text);
  const source = context.resolveTable(name.text, schema);
  if (source === undefined) throw context.refuse(at, missingTable(name.text, schema));
  const own = context.counting.fresh('t');
  const columns = [
    ...source.columns,
    ...(source.unlisted ?? []).map((column): EngineColumn => ({ ...column, unlisted: true })),
  ];
  return {
    item: { kind: 'table', source, alias: own },
    tables: [{ name: alias ?? name.text, alias: own, columns, hidden: new Set() }],
  };
}

/** The elements take the place of the arrays' columns, or have names of their own, which hide columns of the same name. */
function arrayJoin(
  context: EngineContext,
  { at, isLeft, arrays }: Extract<SourceSyntax, { kind: 'arrayJoin' }>,
  { item: left, tables }: EngineSource,
  resolvers: SourceResolvers,
): EngineSource {
  context.counting.table(() => at);
  const { joinedTablesMax } = statementLimits;
  if (tables.length + arrays.length > joinedTablesMax)
    throw context.refuse(
      at,
      `FROM joins more than ${joinedTablesMax} tables and arrays. Join fewer of them.`,
    );
  let joined = tables;
  const terms = arrays.map(({ value, alias }) => {
    // No column of a Data Pool has a name that begins like this.
    const element = {
      engineName: `_weir_${context.counting.fresh('v')}`,
      type: 'COLUMNSTORE',
      joined: true,
    } as const;
    const found = value.kind === 'name' ? findColumn(context, tables, value.parts, value.at) : null;
    const replaced = found?.rest.length === 0 ? found : null;
    if (alias !== null) {
      const own = {
        name: '',
        alias: null,
        columns: [{ name: alias, ...element, unlisted: true }],
        hidden: new Set<string>(),
      };
      joined = [...joined.map((table) => ({ ...table, hidden: new Set([...table.hidden, alias]) })), own];
    } else if (replaced !== null)
      joined = joined.map((table) => ({
        ...table,
        columns: table.columns.map((column) =>
          table.alias === replaced.table && column.name === replaced.column.name
            ? { name: column.name, ...element }
            : column,
        ),
      }));
    return { term: resolvers.array(value, tables), name: element.engineName };
  });
  return { item: { kind: 'arrayJoin', left, outer: isLeft, arrays: terms }, tables: joined };
}

function ofQuery(context: EngineContext, { query, columns }: EngineColumns, name: string): EngineSource {
  const alias = context.counting.fresh('t');
  const named = columns.map((column, index): EngineColumn => ({ ...column, engineName: columnName(index) }));
  return {
    item: { kind: 'query', query, alias },
    tables: [{ name, alias, columns: named, hidden: new Set() }],
  };
}

type JoinSyntax = Extract<SourceSyntax, { kind: 'join' }>;

function join(
  context: EngineContext,
  syntax: JoinSyntax,
  around: Surroundings,
  resolvers: SourceResolvers,
): EngineSource {
  const left = resolveEngineFrom(context, syntax.left, around, resolvers);
  const right = resolveEngineFrom(context, syntax.right, around, resolvers);
  const { type, strictness } = syntax;
  const item = (on: Term | null): FromItem => ({
    kind: 'join',
    type,
    ...(strictness !== null && { strictness }),
    left: left.item,
    right: right.item,
    on,
  });
  const tables = [...left.tables, ...right.tables];
  const { joinedTablesMax } = statementLimits;
  if (tables.length > joinedTablesMax)
    throw context.refuse(
      syntax.at,
      `FROM joins more than ${joinedTablesMax} tables. Join some of them in a subquery.`,
    );
  const names = tables.map(({ name }) => name).filter((name) => name !== '');
  if (new Set(names).size < names.length)
    throw context.refuse(syntax.at, 'A table name is used twice. Give one an alias.');
  if (syntax.using !== null) return joinUsing(context, syntax, syntax.using, left, right, item);
  if (syntax.on === null) return { item: item(null), tables };
  return { item: item(resolvers.on(syntax.on, tables)), tables };
}

function joinUsing(
  context: EngineContext,
  { at, type, strictness }: Pick<JoinSyntax, 'at' | 'type' | 'strictness'>,
  names: readonly NamePart[],
  left: EngineSource,
  right: EngineSource,
  item: (on: Term | null) => FromItem,
): EngineSource {
  if (type === 'FULL') throw context.refuse(at, 'FULL JOIN … USING is not supported. Use ON.');
  const column = (source: EngineSource, { text }: NamePart): Term => {
    for (const each of source.tables) {
      const found = each.columns.find(({ name }) => name === text && !each.hidden.has(name));
      if (found !== undefined) return columnTerm(each, found, at);
    }
    throw context.refuse(at, `USING: there is no column ${JSON.stringify(text)} on one side of the join.`);
  };
  // The last column of ASOF JOIN … USING is the one that may be before.
  const equalities = names.map((name, index) =>
    call(
      strictness === 'ASOF' && index === names.length - 1 ? 'greaterOrEquals' : 'equals',
      column(left, name),
      column(right, name),
    ),
  );
  const [first] = equalities;
  const on = equalities.length === 1 && first !== undefined ? first : call('and', ...equalities);
  const hidden = new Set(names.map(({ text }) => text));
  const hide = (source: EngineSource) =>
    source.tables.map((each) => ({ ...each, hidden: new Set([...each.hidden, ...hidden]) }));
  const tables = type === 'RIGHT' ? [...hide(left), ...right.tables] : [...left.tables, ...hide(right)];
  return { item: item(on), tables };
}
