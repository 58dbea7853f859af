import type { FuncCall, Node, RangeFunction } from 'libpg-query';
import { call, plainSelect } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { someTerm } from '../term/walk-term.js';
import type { Context, ResolvedColumn } from './context.js';
import type { NameScope, ScopeColumn } from './scope.js';
import { isSetReturning, seriesOf } from './set-returning.js';
import { columnOf, fromQuery, type NextSource, named, type Sourced } from './sourced.js';
import type { JoinedSubquery } from './unbound-query.js';

/** Resolves a function in FROM, such as generate_series or unnest, with one row per value. */
export function resolveSeries(
  context: Context,
  node: RangeFunction,
  scope: NameScope,
  left: Sourced | null,
): NextSource {
  context.onlyFields(node, 'A function in FROM', ['functions', 'alias', 'lateral']);
  const fn = onlyFunction(context, node);
  context.countTable(fn);
  const name = functionName(fn);
  if (!isSetReturning(name)) {
    throw context.refuseNode(fn.location, `The function ${name} is not available in FROM.`);
  }
  const joined: JoinedSubquery[] = [];
  const inner: NameScope = {
    ...scope,
    tables: left?.tables ?? [],
    clause: 'FROM',
    aggregates: 'forbidden',
    joined,
  };
  const args = (fn.args ?? []).map((arg) => context.expr(arg, inner));
  if (joined.length > 0)
    throw context.refuseNode(
      fn.location,
      `In the arguments of ${name} in FROM, a subquery cannot read columns of the outer query.`,
    );
  const series = seriesOf(context, name, args, context.offsetOf(fn.location));
  const column: ResolvedColumn = {
    name: node.alias?.aliasname ?? name,
    type: series.type,
    nullable: series.nullable,
    emptyIsNull: false,
  };
  const value = call('arrayJoin', series.array);
  if (left !== null && someTerm(series.array, (part) => part.kind === 'column')) {
    return overLeft(context, node, left, value, column);
  }
  return fromQuery(context, plainSelect({ items: [value] }), [column], node.alias, name, fn);
}

function onlyFunction(context: Context, node: RangeFunction): FuncCall {
  const [list, ...more] = node.functions ?? [];
  const items = list !== undefined && 'List' in list ? ((list.List.items as Node[] | undefined) ?? []) : [];
  const [first] = items;
  if (more.length > 0 || first === undefined || !('FuncCall' in first)) {
    throw context.refuseIn(node, 'This function in FROM is not supported.');
  }
  context.onlyFields(
    first.FuncCall,
    'A function in FROM',
    ['funcname', 'args', 'funcformat'],
    first.FuncCall.location,
  );
  return first.FuncCall;
}

function functionName({ funcname = [] }: FuncCall): string {
  const [only] = funcname;
  return funcname.length === 1 && only !== undefined && 'String' in only ? (only.String.sval ?? '') : '';
}

/** A function of columns of the preceding source: repeats each of its rows for every value. */
function overLeft(
  context: Context,
  node: RangeFunction,
  left: Sourced,
  value: Term,
  column: ResolvedColumn,
): NextSource {
  const table = context.fresh('t');
  const items: Term[] = [];
  const tables = left.tables.map((each) => ({
    ...each,
    columns: each.columns.map((one): ScopeColumn => {
      items.push(one.term(one.name, 0));
      return columnOf(table, { ...one, emptyIsNull: one.emptyIsNull === true }, items.length - 1);
    }),
  }));
  items.push(value);
  const own = named(context, node.alias, column.name, [columnOf(table, column, items.length - 1)], undefined);
  const query = plainSelect({ items, from: left.item });
  return { item: { kind: 'query', query, alias: table }, tables: [...tables, own], replacesLeft: true };
}
