import { typeOfColumn } from '../functions/value-type.js';
import { call, int, not, plainSelect } from '../term/build-term.js';
import type { OrderKey, Term } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { type EngineValue, engineValue } from './resolve/engine-value.js';
import { Resolver } from './resolve/resolver.js';
import type { Resolving, StatementNames } from './resolve/resolving.js';
import { type EngineSource, resolveEngineFrom } from './resolve-from.js';
import { resolveEngineWindow } from './resolve-window.js';
import { type CommonQuery, columnTypeOf, type EngineTable } from './scope.js';
import type { SelectItemSyntax, SelectSyntax, Syntax, SyntaxOf } from './syntax.js';

/** Resolves the names of one SELECT. The semantics are the engine's. */
export function resolveEngineSelect(
  context: EngineContext,
  syntax: SelectSyntax,
  commons: ReadonlyMap<string, CommonQuery>,
): EngineColumns {
  const aliases = aliasesOf(syntax.items);
  const open = new Set<Syntax>();
  const resolver = (tables: readonly EngineTable[], aggregates: 'allowed' | 'forbidden') =>
    new Resolver(context.source, {
      columns: [],
      aggregates,
      statement: names(context, tables, syntax, commons, aliases, open),
    });
  const source: EngineSource | null =
    syntax.from === null
      ? null
      : resolveEngineFrom(
          context,
          syntax.from,
          commons,
          (on, tables) => resolver(tables, 'forbidden').resolve(on).term,
        );
  const tables = source?.tables ?? [];
  const rows = resolver(tables, 'forbidden');
  const groups = resolver(tables, 'allowed');
  const items: Item[] = [];
  for (const item of syntax.items) {
    items.push(...resolveItem(context, item, tables, groups));
    if (items.length > statementLimits.columnsMax) {
      throw context.refuse(item.at, `A SELECT can have at most ${statementLimits.columnsMax} columns.`);
    }
  }
  const key = (value: Syntax) => groups.resolve(positioned(context, value, syntax)).term;
  const groupKey = (value: Syntax) => rows.resolve(positioned(context, value, syntax)).term;
  const order = syntax.orderBy.map(
    ({ value, descending, nullsFirst }): OrderKey => ({ term: key(value), descending, nullsFirst }),
  );
  const query = plainSelect({
    distinct: syntax.distinct,
    items: items.map(({ value }) => value.term),
    from: source?.item ?? null,
    where: syntax.where === null ? null : rows.resolve(syntax.where).term,
    groupBy: syntax.groupBy.map(groupKey),
    groupingSets: (syntax.groupingSets ?? []).map((keys) => keys.map(groupKey)),
    having: syntax.having === null ? null : groups.resolve(syntax.having).term,
    order,
    firstOf: syntax.limitBy === null ? [] : syntax.limitBy.by.map(key),
    firstCount: syntax.limitBy?.count ?? 1,
    limit: syntax.limit === null ? null : int(syntax.limit),
    offset: syntax.offset === null ? null : int(syntax.offset),
  });
  return { query, columns: items.map(({ name, value }) => ({ name, type: columnTypeOf(value.type) })) };
}

/** The names that a SELECT adds to those of an expression. */
function names(
  context: EngineContext,
  tables: readonly EngineTable[],
  syntax: SelectSyntax,
  commons: ReadonlyMap<string, CommonQuery>,
  aliases: ReadonlyMap<string, Syntax>,
  /** The expressions of the SELECT list that are being resolved. Inside them, their own alias is not visible. */
  open: Set<Syntax>,
): StatementNames {
  return {
    counting: context.counting,
    tables,
    alias: (part) => {
      const found = aliases.get(part.text);
      return found === undefined || open.has(found) ? null : found;
    },
    within: (value, resolve) => {
      open.add(value);
      const result = resolve();
      open.delete(value);
      return result;
    },
    query: (resolving, inner) => queryExpr(context, resolving, inner, commons),
    window: resolveEngineWindow,
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

/** The expressions of the SELECT list by their aliases. Of two with one name, the first counts. */
function aliasesOf(items: readonly SelectItemSyntax[]): ReadonlyMap<string, Syntax> {
  const named = items.flatMap((item) =>
    item.kind === 'item' && item.alias !== null ? [[item.alias, item.value] as const] : [],
  );
  return new Map(named.reverse());
}

function queryExpr(
  context: EngineContext,
  resolving: Resolving,
  syntax: SyntaxOf<'subquery' | 'exists' | 'inQuery'>,
  commons: ReadonlyMap<string, CommonQuery>,
): EngineValue {
  const { query, columns } = context.query(syntax.query, commons);
  if (syntax.kind === 'exists') return engineValue({ kind: 'exists', query, correlated: false }, 'boolean');
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0)
    throw context.refuse(syntax.at, 'A subquery used as a value must have one column.');
  if (syntax.kind === 'subquery')
    return engineValue({ kind: 'subquery', query, correlated: false }, 'unknown');
  const operand = resolving.resolve(syntax.operand).term;
  return engineValue(not(syntax.negated, { kind: 'in', operand, query }), 'boolean');
}

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
  if (item.kind === 'star') return star(context, item, tables);
  const value =
    resolving.statement?.within(item.value, () => resolving.resolve(item.value)) ??
    resolving.resolve(item.value);
  const isPath = value.path !== undefined && value.path.steps.length > 0;
  const name = item.alias ?? lastName(item.value) ?? item.text;
  return [{ name, value: isPath ? engineValue(value.term, 'string') : value }];
}

const lastName = (value: Syntax): string | null =>
  value.kind === 'name' ? (value.parts.at(-1)?.text ?? null) : null;

function star(
  context: EngineContext,
  { at, table }: Extract<SelectItemSyntax, { kind: 'star' }>,
  tables: readonly EngineTable[],
): Item[] {
  const wanted = table === null ? tables : tables.filter(({ name }) => name === table.text);
  if (wanted.length === 0)
    throw context.refuse(
      at,
      table === null ? 'SELECT * needs a FROM clause.' : `There is no table ${table.text} here.`,
    );
  return wanted.flatMap(({ alias, columns, hidden }) =>
    columns
      .filter(({ name, unlisted }) => unlisted !== true && (table !== null || !hidden.has(name)))
      .map((column): Item => {
        const { name, engineName = name } = column;
        const term: Term = { kind: 'column', table: alias, name: engineName, label: name, at };
        return { name, value: engineValue(term, typeOfColumn(column.type)) };
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
