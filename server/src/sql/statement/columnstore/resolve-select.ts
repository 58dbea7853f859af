import type { Expr } from '../../expression/expr.js';
import { engineFunction } from '../../expression/functions/engine-function.js';
import { Resolver } from '../../expression/resolve/resolver.js';
import type { Resolving, StatementNames } from '../../expression/resolve/resolving.js';
import type { NamePart, SelectItemSyntax, SelectSyntax, Syntax, SyntaxOf } from '../../expression/syntax.js';
import { typeOfColumn } from '../../expression/value-type.js';
import { int, plainSelect } from '../build-term.js';
import { statementLimits } from '../limits.js';
import { printQuery } from '../print-query.js';
import type { OrderKey, Term } from '../term.js';
import type { EngineColumns, EngineContext } from './engine-context.js';
import { type EngineSource, resolveEngineFrom } from './resolve-from.js';
import { asColumn, type CommonQuery, columnTypeOf, type EngineTable, findColumn } from './scope.js';
import { resolveEngineWindow } from './window-functions.js';

/** One SELECT of the engine's dialect: its own semantics, with every name resolved. */
export function resolveEngineSelect(
  context: EngineContext,
  syntax: SelectSyntax,
  commons: ReadonlyMap<string, CommonQuery>,
): EngineColumns {
  const resolver = (tables: readonly EngineTable[], aggregates: 'allowed' | 'forbidden') =>
    new Resolver(context.source, {
      columns: tables.flatMap(({ columns }) =>
        columns
          .filter(({ unlisted }) => unlisted !== true)
          .map((column) => ({ ...asColumn(column), name: column.name })),
      ),
      aggregates,
      statement: names(context, tables, syntax, commons),
    });
  const source: EngineSource | null =
    syntax.from === null
      ? null
      : resolveEngineFrom(context, syntax.from, commons, (on, tables) =>
          resolver(tables, 'forbidden').resolve(on),
        );
  const tables = source?.tables ?? [];
  const rows = resolver(tables, 'forbidden');
  const groups = resolver(tables, 'allowed');
  const items: Item[] = [];
  for (const item of syntax.items) {
    items.push(...resolveItem(context, item, tables, groups));
    if (items.length > statementLimits.columnsMax) {
      throw context.refuse(item.at, `A SELECT has at most ${statementLimits.columnsMax} columns.`);
    }
  }
  const key = (value: Syntax) => term(groups.resolve(positioned(context, value, syntax)));
  const groupKey = (value: Syntax) => term(rows.resolve(positioned(context, value, syntax)));
  const order = syntax.orderBy.map(
    ({ value, descending, nullsFirst }): OrderKey => ({ term: key(value), descending, nullsFirst }),
  );
  const query = plainSelect({
    distinct: syntax.distinct,
    items: items.map(({ expr }) => term(expr)),
    from: source?.item ?? null,
    where: syntax.where === null ? null : term(rows.resolve(syntax.where)),
    groupBy: syntax.groupBy.map(groupKey),
    groupingSets: (syntax.groupingSets ?? []).map((keys) => keys.map(groupKey)),
    having: syntax.having === null ? null : term(groups.resolve(syntax.having)),
    order,
    firstOf: syntax.limitBy === null ? [] : syntax.limitBy.by.map(key),
    firstCount: syntax.limitBy?.count ?? 1,
    limit: syntax.limit === null ? null : int(syntax.limit),
    offset: syntax.offset === null ? null : int(syntax.offset),
  });
  return { query, columns: items.map(({ name, expr }) => ({ name, type: columnTypeOf(expr.type) })) };
}

const grouping = engineFunction('grouping', 'any any* -> integer');

const term = (expr: Expr): Term => ({ kind: 'expression', expr });

/** What a SELECT adds to the names that an expression knows. */
function names(
  context: EngineContext,
  tables: readonly EngineTable[],
  syntax: SelectSyntax,
  commons: ReadonlyMap<string, CommonQuery>,
): StatementNames {
  return {
    find: (parts, at) =>
      findColumn(tables, parts, (name) =>
        context.refuse(at, `The column ${JSON.stringify(name)} is ambiguous. Say which table's.`),
      ),
    alias: (part) => aliased(syntax.items, part),
    query: (resolving, inner) => queryExpr(context, resolving, inner, commons),
    window: resolveEngineWindow,
    call: (resolving, call) =>
      call.name.toLowerCase() === grouping.name ? groupingCall(resolving, call, syntax) : null,
  };
}

/** `grouping(a, b)`: which of these keys the row's grouping set lacks, one bit each. */
function groupingCall(
  resolving: Resolving,
  { at, args, ...call }: SyntaxOf<'call'>,
  syntax: SelectSyntax,
): Expr {
  if (syntax.groupingSets === null || resolving.aggregates === 'forbidden')
    throw resolving.refuse(at, 'grouping is only available beside GROUP BY GROUPING SETS.');
  if (args.length === 0 || call.star || call.distinct || call.filter !== null || call.parameters !== null)
    throw resolving.refuse(at, 'grouping takes keys of GROUPING SETS and nothing else.');
  return { kind: 'call', type: 'integer', fn: grouping, args: args.map((arg) => resolving.resolve(arg)) };
}

function aliased(items: readonly SelectItemSyntax[], { text }: NamePart): Syntax | null {
  const found = items.find((item) => item.kind === 'item' && item.alias === text);
  return found?.kind === 'item' ? found.value : null;
}

function queryExpr(
  context: EngineContext,
  resolving: Resolving,
  syntax: SyntaxOf<'subquery' | 'exists' | 'inQuery'>,
  commons: ReadonlyMap<string, CommonQuery>,
): Expr {
  const { query, columns } = context.query(syntax.query, commons);
  const print = (values: Parameters<typeof printQuery>[1]) => printQuery(query, values);
  if (syntax.kind === 'exists')
    return { kind: 'query', type: 'boolean', form: 'exists', operand: null, print };
  const [column, ...more] = columns;
  if (column === undefined || more.length > 0)
    throw context.refuse(syntax.at, 'A subquery used as a value has one column.');
  if (syntax.kind === 'subquery')
    return { kind: 'query', type: 'unknown', form: 'value', operand: null, print };
  const operand = resolving.resolve(syntax.operand);
  return { kind: 'query', type: 'boolean', form: syntax.negated ? 'notIn' : 'in', operand, print };
}

interface Item {
  readonly name: string;
  readonly expr: Expr;
}

function resolveItem(
  context: EngineContext,
  item: SelectItemSyntax,
  tables: readonly EngineTable[],
  resolving: Resolver,
): Item[] {
  if (item.kind === 'star') return star(context, item, tables);
  const expr = resolving.resolve(item.value);
  const isPath = expr.kind === 'jsonPath' && expr.type === 'json' && expr.steps.length > 0;
  const name = item.alias ?? lastName(item.value) ?? item.text;
  return [{ name, expr: isPath ? { ...expr, type: 'string' } : expr }];
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
      table === null ? 'SELECT * needs a FROM.' : `There is no table ${table.text} here.`,
    );
  return wanted.flatMap(({ alias, columns, hidden }) =>
    columns
      .filter(({ name, unlisted }) => unlisted !== true && (table !== null || !hidden.has(name)))
      .map((column): Item => {
        const type = typeOfColumn(column.type);
        const expr: Expr =
          type === 'json'
            ? { kind: 'jsonPath', type: 'json', column: column.engineName, table: alias, steps: [] }
            : { kind: 'column', type, name: column.engineName, table: alias };
        return { name: column.name, expr };
      }),
  );
}

/** GROUP BY and ORDER BY take positions of the SELECT list. */
function positioned(context: EngineContext, value: Syntax, { items }: SelectSyntax): Syntax {
  if (value.kind !== 'number') return value;
  const item = /^\d{1,4}$/.test(value.text) ? items[Number(value.text) - 1] : undefined;
  if (item?.kind === 'item' && !items.some(({ kind }) => kind === 'star')) return item.value;
  throw context.refuse(
    value.at,
    `A position is a number from 1 to ${items.length}, in a SELECT list without *.`,
  );
}
