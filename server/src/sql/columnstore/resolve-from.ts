import { call, int, plainSelect } from '../term/build-term.js';
import { columnName, type FromItem, type Term } from '../term/term.js';
import { missingTable } from '../text/missing-table.js';
import type { NamePart } from '../text/name-part.js';
import { statementLimits } from '../text/statement-limits.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import type { CommonQuery, EngineColumn, EngineTable } from './scope.js';
import type { SourceSyntax, Syntax } from './syntax.js';

export interface EngineSource {
  readonly item: FromItem;
  readonly tables: readonly EngineTable[];
}

type ResolveOn = (syntax: Syntax, tables: readonly EngineTable[]) => Term;

export function resolveEngineFrom(
  context: EngineContext,
  syntax: SourceSyntax,
  commons: ReadonlyMap<string, CommonQuery>,
  resolveOn: ResolveOn,
): EngineSource {
  switch (syntax.kind) {
    case 'join':
      return join(context, syntax, commons, resolveOn);
    case 'table':
      return table(context, syntax, commons);
    case 'query':
      context.counting.table(() => syntax.at);
      return ofQuery(context, context.query(syntax.query, commons), syntax.alias ?? '');
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
  commons: ReadonlyMap<string, CommonQuery>,
): EngineSource {
  context.counting.table(() => at);
  const common = schema === null ? commons.get(name.text) : undefined;
  if (common !== undefined)
    return ofQuery(context, context.query(common.query, common.commons), alias ?? name.text);
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

function ofQuery(context: EngineContext, { query, columns }: EngineColumns, name: string): EngineSource {
  const alias = context.counting.fresh('t');
  const named = columns.map((column, index): EngineColumn => ({ ...column, engineName: columnName(index) }));
  return {
    item: { kind: 'query', query, alias },
    tables: [{ name, alias, columns: named, hidden: new Set() }],
  };
}

function join(
  context: EngineContext,
  syntax: Extract<SourceSyntax, { kind: 'join' }>,
  commons: ReadonlyMap<string, CommonQuery>,
  resolveOn: ResolveOn,
): EngineSource {
  const left = resolveEngineFrom(context, syntax.left, commons, resolveOn);
  const right = resolveEngineFrom(context, syntax.right, commons, resolveOn);
  const { type } = syntax;
  const item = (on: Term | null): FromItem => ({
    kind: 'join',
    type,
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
  if (syntax.using !== null) return joinUsing(context, syntax.using, type, left, right, item, syntax.at);
  if (syntax.on === null) return { item: item(null), tables };
  return { item: item(resolveOn(syntax.on, tables)), tables };
}

function joinUsing(
  context: EngineContext,
  names: readonly NamePart[],
  type: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS',
  left: EngineSource,
  right: EngineSource,
  item: (on: Term | null) => FromItem,
  at: number,
): EngineSource {
  if (type === 'FULL') throw context.refuse(at, 'FULL JOIN … USING is not supported. Use ON.');
  const column = (source: EngineSource, { text }: NamePart): Term => {
    for (const each of source.tables) {
      const found = each.columns.find(({ name }) => name === text && !each.hidden.has(name));
      if (found !== undefined)
        return { kind: 'column', table: each.alias, name: found.engineName ?? found.name, label: text, at };
    }
    throw context.refuse(at, `USING: there is no column ${JSON.stringify(text)} on one side of the join.`);
  };
  const equalities = names.map((name) => call('equals', column(left, name), column(right, name)));
  const [first] = equalities;
  const on = equalities.length === 1 && first !== undefined ? first : call('and', ...equalities);
  const hidden = new Set(names.map(({ text }) => text));
  const hide = (source: EngineSource) =>
    source.tables.map((each) => ({ ...each, hidden: new Set([...each.hidden, ...hidden]) }));
  const tables = type === 'RIGHT' ? [...hide(left), ...right.tables] : [...left.tables, ...hide(right)];
  return { item: item(on), tables };
}
