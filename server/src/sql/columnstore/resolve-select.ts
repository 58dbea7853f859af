import { call, int, not, plainSelect } from '../term/build-term.js';
import type { OrderKey, Term } from '../term/term.js';
import { someTerm } from '../term/walk-term.js';
import type { NamePart } from '../text/name-part.js';
import { statementLimits } from '../text/statement-limits.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { type EngineValue, engineValue } from './resolve/engine-value.js';
import { requireType } from './resolve/fit.js';
import { Resolver } from './resolve/resolver.js';
import type { Resolving, StatementNames } from './resolve/resolving.js';
import { type EngineSource, resolveEngineFrom } from './resolve-from.js';
import { resolveEngineWindow } from './resolve-window.js';
import { columnTerm, columnTypeOf, type EngineTable, type Surroundings, typeIn } from './scope.js';
import type { OrderSyntax, SelectItemSyntax, SelectSyntax, Syntax, SyntaxOf } from './syntax.js';

/** Resolves the names of one SELECT. The semantics are the engine's. */
export function resolveEngineSelect(
  context: EngineContext,
  syntax: SelectSyntax,
  around: Surroundings,
): EngineColumns {
  const aliases = aliasesOf(syntax);
  const open = new Set<Syntax>();
  const resolver = (tables: readonly EngineTable[], aggregates: 'allowed' | 'forbidden') =>
    new Resolver(context.source, {
      columns: [],
      aggregates,
      statement: names(context, tables, syntax, around, aliases, open),
    });
  const source: EngineSource | null =
    syntax.from === null
      ? null
      : resolveEngineFrom(context, syntax.from, around, {
          on: (on, tables) => resolver(tables, 'forbidden').resolve(on).term,
          array: (array, tables) => {
            const resolving = resolver(tables, 'forbidden');
            return requireType(resolving, resolving.resolve(array), 'array', array.at, 'ARRAY JOIN').term;
          },
        });
  const tables = source?.tables ?? [];
  const rows = resolver(tables, 'forbidden');
  const groups = resolver(tables, 'allowed');
  const constants = resolver([], 'forbidden');
  const items: Item[] = [];
  for (const item of syntax.items) {
    items.push(...resolveItem(context, item, tables, groups));
    if (items.length > statementLimits.columnsMax) {
      throw context.refuse(item.at, `A SELECT can have at most ${statementLimits.columnsMax} columns.`);
    }
  }
  const key = (value: Syntax) => groups.resolve(positioned(context, value, syntax)).term;
  const groupKey = (value: Syntax) => rows.resolve(positioned(context, value, syntax)).term;
  const terms = items.map(({ value }) => value.term);
  if (syntax.totalsAt !== null && syntax !== context.outermost)
    throw context.refuse(
      syntax.totalsAt,
      'WITH TOTALS is only possible in the outermost SELECT. Use WITH ROLLUP here.',
    );
  const query = plainSelect({
    distinct: syntax.distinct,
    items: terms,
    from: source?.item ?? null,
    where: syntax.where === null ? null : rows.resolve(syntax.where).term,
    groupBy: syntax.groupBy === 'all' ? terms.filter(isKey) : syntax.groupBy.map(groupKey),
    groupingSets: (syntax.groupingSets ?? []).map((keys) => keys.map(groupKey)),
    totals: syntax.totalsAt !== null,
    having: syntax.having === null ? null : groups.resolve(syntax.having).term,
    qualify: syntax.qualify === null ? null : groups.resolve(syntax.qualify).term,
    order:
      syntax.orderBy === 'all'
        ? terms.map((term) => ({ term, descending: false, nullsFirst: false }))
        : syntax.orderBy.map((each) => orderKey(each, key, constants)),
    interpolate: syntax.interpolate.map(({ at, name }) => {
      const index = items.findIndex((item) => item.name === name);
      if (index >= 0) return index;
      throw context.refuse(at, `There is no column ${name} in the SELECT list.`);
    }),
    firstOf: syntax.limitBy === null ? [] : syntax.limitBy.by.map(key),
    firstCount: syntax.limitBy?.count ?? 1,
    firstOffset: syntax.limitBy?.offset ?? 0,
    limit: syntax.limit === null ? null : int(syntax.limit),
    ties: syntax.ties,
    offset: syntax.offset === null ? null : int(syntax.offset),
  });
  return {
    query,
    columns: items.map(({ name, value }) => ({
      name,
      type: columnTypeOf(value.type),
      isState: value.type === 'state',
    })),
  };
}

const isKey = (term: Term) => !someTerm(term, ({ kind }) => kind === 'aggregate' || kind === 'window');

function orderKey(
  { value, descending, nullsFirst, fill }: OrderSyntax,
  key: (value: Syntax) => Term,
  constants: Resolver,
): OrderKey {
  const term = key(value);
  if (fill === null) return { term, descending, nullsFirst };
  const [from, to, step] = [fill.from, fill.to, fill.step].map((syntax) =>
    syntax === null ? null : constants.resolve(syntax),
  );
  const numberOf = (bound: EngineValue | null | undefined) => Number(bound?.literal?.text ?? Number.NaN);
  const rows = (numberOf(to) - numberOf(from)) / (step ? numberOf(step) : descending ? -1 : 1);
  // Between values of the records, and other bounds, the limits of the query's time and of its result hold.
  if (fill.to !== null && rows > statementLimits.seriesLengthMax)
    throw constants.refuse(fill.to.at, `WITH FILL adds more than ${statementLimits.seriesLengthMax} rows.`);
  return {
    term,
    descending,
    nullsFirst,
    fill: { from: from?.term ?? null, to: to?.term ?? null, step: step?.term ?? null },
  };
}

/** The names that a SELECT adds to those of an expression. */
function names(
  context: EngineContext,
  tables: readonly EngineTable[],
  syntax: SelectSyntax,
  around: Surroundings,
  aliases: ReadonlyMap<string, Syntax>,
  /** The expressions of the SELECT list that are being resolved. Inside them, their own alias is not visible. */
  open: Set<Syntax>,
): StatementNames {
  const among = (values: ReadonlyMap<string, Syntax>, { text }: NamePart) => {
    const found = values.get(text);
    return found === undefined || open.has(found) ? null : found;
  };
  return {
    counting: context.counting,
    tables,
    alias: (part) => among(aliases, part),
    named: (part) => among(around.values, part),
    within: (value, resolve) => {
      open.add(value);
      const result = resolve();
      open.delete(value);
      return result;
    },
    outer: around.outer,
    query: (resolving, inner) => queryExpr(context, resolving, inner, { ...around, outer: tables }),
    window: (resolving, call) => resolveEngineWindow(resolving, call, syntax.windows),
    call: (resolving, given) =>
      given.name.toLowerCase() === 'grouping' ? groupingCall(resolving, given, syntax) : null,
  };
}

/** `grouping(a, b)`: a bit for each key, set if the row's grouping set does not contain it. */
function groupingCall(
  resolving: Resolving,
  { at, args, ...given }: SyntaxOf<'call'>,
  syntax: SelectSyntax,
): EngineValue {
  if (syntax.groupingSets === null || resolving.aggregates === 'forbidden')
    throw resolving.refuse(at, 'grouping is only available with GROUP BY GROUPING SETS.');
  if (args.length === 0 || given.star || given.distinct || given.filter !== null || given.parameters !== null)
    throw resolving.refuse(at, 'The arguments of grouping must be keys of GROUPING SETS.');
  return engineValue(call('grouping', ...args.map((arg) => resolving.resolve(arg).term)), 'integer');
}

/** The expressions of the SELECT list and of WITH by their aliases. Of two with one name, the first counts. */
function aliasesOf({ items, named }: SelectSyntax): ReadonlyMap<string, Syntax> {
  const own = items.flatMap((item) =>
    item.kind === 'item' && item.alias !== null ? [[item.alias, item.value] as const] : [],
  );
  return new Map([...own, ...named.map(({ name, value }) => [name, value] as const)].reverse());
}

function queryExpr(
  context: EngineContext,
  resolving: Resolving,
  syntax: SyntaxOf<'subquery' | 'exists' | 'inQuery'>,
  around: Surroundings,
): EngineValue {
  const { query, columns } = context.query(syntax.query, around);
  if (syntax.kind === 'exists') return engineValue({ kind: 'exists', query }, 'boolean');
  const tuple = syntax.kind === 'inQuery' ? tupleLength(syntax.operand) : 1;
  // The one column can be a tuple, too.
  if (columns.length !== tuple && columns.length !== 1)
    throw context.refuse(
      syntax.at,
      tuple === 1
        ? 'A subquery used as a value must have one column.'
        : `This subquery must have ${tuple} columns, like the tuple before IN.`,
    );
  if (syntax.kind === 'subquery')
    return engineValue({ kind: 'subquery', query }, columns[0]?.isState === true ? 'state' : 'unknown');
  const operand = resolving.resolve(syntax.operand).term;
  return engineValue(not(syntax.negated, { kind: 'in', operand, query }), 'boolean');
}

const tupleLength = (syntax: Syntax) =>
  syntax.kind === 'call' && syntax.name === 'tuple' ? syntax.args.length : 1;

interface Item {
  readonly name: string;
  readonly value: EngineValue;
}

function resolveItem(
  context: EngineContext,
  item: SelectItemSyntax,
  tables: readonly EngineTable[],
  resolving: Resolver,
): Item[] {
  if (item.kind === 'star') return changed(context, item, star(context, item, tables), resolving);
  const name = item.alias ?? lastName(item.value) ?? item.text;
  return [{ name, value: itemValue(item.value, resolving) }];
}

function itemValue(syntax: Syntax, resolving: Resolver): EngineValue {
  const value =
    resolving.statement?.within(syntax, () => resolving.resolve(syntax)) ?? resolving.resolve(syntax);
  const isPath = value.path !== undefined && value.path.steps.length > 0;
  return isPath ? engineValue(value.term, 'string') : value;
}

/** The columns of `*` without those of EXCEPT, and with the values of REPLACE. */
function changed(
  context: EngineContext,
  { at, except, replace }: StarSyntax,
  columns: readonly Item[],
  resolving: Resolver,
): Item[] {
  const strange = [...except, ...replace.map(({ name }) => name)].find(
    (name) => !columns.some((column) => column.name === name),
  );
  if (strange !== undefined)
    throw context.refuse(
      at,
      `* has no column ${JSON.stringify(strange)} that could be left out or replaced.`,
    );
  return columns
    .filter(({ name }) => !except.includes(name))
    .map((column) => {
      const replaced = replace.find(({ name }) => name === column.name);
      return replaced === undefined ? column : { ...column, value: itemValue(replaced.value, resolving) };
    });
}

type StarSyntax = Extract<SelectItemSyntax, { kind: 'star' }>;

const lastName = (value: Syntax): string | null =>
  value.kind === 'name' ? (value.parts.at(-1)?.text ?? null) : null;

function star(context: EngineContext, { at, table }: StarSyntax, tables: readonly EngineTable[]): Item[] {
  const wanted = table === null ? tables : tables.filter(({ name }) => name === table.text);
  if (wanted.length === 0)
    throw context.refuse(
      at,
      table === null ? 'SELECT * needs a FROM clause.' : `There is no table ${table.text} here.`,
    );
  return wanted.flatMap((source) =>
    source.columns
      .filter(({ name, unlisted }) => unlisted !== true && (table !== null || !source.hidden.has(name)))
      .map((column): Item => {
        const value = engineValue(columnTerm(source, column, at), typeIn(column));
        return { name: column.name, value };
      }),
  );
}

/** Resolves positions of the SELECT list in GROUP BY and ORDER BY. */
function positioned(context: EngineContext, value: Syntax, { items }: SelectSyntax): Syntax {
  if (value.kind !== 'number') return value;
  const item = /^\d{1,4}$/.test(value.text) ? items[Number(value.text) - 1] : undefined;
  if (item?.kind === 'item' && !items.some(({ kind }) => kind === 'star')) return item.value;
  throw context.refuse(
    value.at,
    `A position must be from 1 to ${items.length}, and the SELECT list must not contain *.`,
  );
}
