import { bool, call, int, plainSelect } from '../term/build-term.js';
import type { Query, SelectQuery, Term } from '../term/term.js';
import type { Context, ResolvedQuery } from './context.js';
import { joinedAlias, totalsOf } from './correlated-value.js';
import type { NameScope } from './scope.js';
import { columnAt, isAggregated, readsOuterQuery, unbind } from './unbound.js';
import type { OuterRows } from './unbound-query.js';

/** Whether a query, which may read columns of the outer query, returns a row. */
export function existsIn(context: Context, resolved: ResolvedQuery, scope: NameScope, at: number): Term {
  const { query } = resolved;
  if (!resolved.correlated) return { kind: 'exists', query };
  if (query.kind !== 'select') return hasRows(context, query, scope, at);
  if (query.limit?.kind === 'number' && query.limit.value === 0) return bool(false);
  if (query.offset?.kind === 'number' && query.offset.value > 0)
    throw context.refuse(
      at,
      'OFFSET is not supported in EXISTS of a subquery that reads columns of the outer query.',
    );
  const bare = { ...query, order: [], limit: null, offset: null };
  if (!isOneGroup(bare))
    return hasRows(context, { ...bare, items: [], distinct: false, firstOf: [] }, scope, at);
  if (query.where === null) return bool(true);
  const totals = totalsOf(context, { ...resolved, query: bare }, at);
  const having = totals.over(query.where, joinedAlias(context, scope, totals.groups, at));
  return call('ifNull', having, bool(false));
}

/** Whether it has one row that is aggregated from all rows of the subquery. */
const isOneGroup = ({ from }: SelectQuery): boolean =>
  from?.kind === 'query' &&
  from.query.kind === 'select' &&
  from.query.groupBy.length === 0 &&
  isAggregated(from.query) &&
  readsOuterQuery(from.query);

/** Whether a query returns any row. Its columns do not matter. */
export function hasRows(context: Context, query: Query, scope: NameScope, at: number): Term {
  const unbound = unbind(context, query, at);
  const { width, wanted, isByColumns } = unbound;
  const [first] = wanted;
  if (first === undefined)
    return { kind: 'exists', query: query.kind === 'select' ? { ...query, items: [int(1)] } : query };
  const inner = context.fresh('t');
  const keys = wanted.map((_, index) => columnAt(inner, width + index));
  const rowsOf = (outer: OuterRows | null) =>
    ({ kind: 'query', query: unbound.build(outer), alias: inner }) as const;
  if (isByColumns) {
    const alias = context.fresh('t');
    const build = (outer: OuterRows | null) =>
      plainSelect({ distinct: true, items: [int(1), ...keys], from: rowsOf(outer) });
    scope.joined.push({ alias, unbound: { ...unbound, width: 1, build } });
    return call('isNotNull', columnAt(alias, 0));
  }
  const operand = wanted.length === 1 ? first : call('tuple', ...wanted);
  const found: Term = { kind: 'in', operand, query: plainSelect({ items: keys, from: rowsOf(null) }) };
  // A bare IN can use the table's index.
  return scope.truth ? found : call('ifNull', found, bool(false));
}
