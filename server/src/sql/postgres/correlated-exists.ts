import { and, bool, call, int, plainSelect } from '../term/build-term.js';
import { columnName, type Query, type SelectQuery, type Term } from '../term/term.js';
import { keyOf } from '../term/term-key.js';
import { isAmong, mapParts, someTerm } from '../term/walk-term.js';
import type { Context, ResolvedQuery } from './context.js';
import { aliases, checkOuterNulls, conjuncts, outerEqualities, readsOuter } from './correlated.js';

/**
 * Whether a query that reads columns of the outer query returns a row. The engine can turn only joins, conditions and
 * aggregates of such a query into a join with the outer query, and aggregates its rows once for every outer row with the
 * same values. So what cannot change the answer is left out, and the columns of the outer query are compared only in the
 * outermost condition, above groups and above other subqueries.
 */
export function correlatedExists(context: Context, resolved: ResolvedQuery, at: number): Term {
  checkOuterNulls(context, resolved, at);
  const query = rowsOf(context, resolved.query, at);
  if (typeof query === 'boolean') return bool(query);
  return { kind: 'exists', query, correlated: true };
}

/** A query that has rows when this one has; true or false if it always or never has. */
function rowsOf(context: Context, query: Query, at: number): Query | boolean {
  if (query.kind !== 'select') return query;
  if (query.limit?.kind === 'number' && query.limit.value === 0) return false;
  if (query.offset?.kind === 'number' && query.offset.value > 0)
    throw context.refuse(
      at,
      'OFFSET is not supported in EXISTS of a subquery that reads columns of the outer query.',
    );
  const bare: SelectQuery = { ...query, distinct: false, order: [], firstOf: [], limit: null, offset: null };
  const inner = bare.from?.kind === 'query' ? bare.from.query : null;
  // Only DISTINCT and aggregates put columns of the outer query there: a subquery of the user's in FROM cannot read them.
  if (inner === null || !readsOuterQuery(inner)) return split(context, bare);
  if (bare.where === null && inner.kind === 'select' && inner.groupBy.length === 0 && !isAggregated(inner))
    return rowsOf(context, inner, at);
  return groupsOf(context, bare, inner, at);
}

const isAggregated = ({ items }: SelectQuery) =>
  items.some((item) => someTerm(item, ({ kind }) => kind === 'aggregate'));

function groupsOf(context: Context, outer: SelectQuery, inner: Query, at: number): Query | boolean {
  const having = outer.where;
  if (inner.kind !== 'select')
    throw context.refuse(
      at,
      'GROUPING SETS, ROLLUP and CUBE are not supported in EXISTS of a subquery that reads columns of the outer query.',
    );
  if (inner.groupBy.length === 0) {
    if (having === null) return true;
    throw context.refuse(
      at,
      'HAVING without GROUP BY is not supported in EXISTS of a subquery that reads columns of the outer query. Compare the aggregate instead: (SELECT count(*) FROM …) > 1.',
    );
  }
  // A group has at least one row.
  if (having === null) return split(context, { ...inner, groupBy: [] });
  const own = new Set(aliases(inner.from));
  const found = outerEqualities(inner.where, own);
  if (found === null || [...inner.items, ...inner.groupBy].some((term) => readsOuter(term, own)))
    throw context.refuse(
      at,
      'With HAVING, a subquery in EXISTS can use columns of the outer query only in its WHERE, in equalities with its own columns.',
    );
  const { keys, wanted, free } = found;
  const alias = outer.from?.kind === 'query' ? outer.from.alias : '';
  const groups: SelectQuery = {
    ...inner,
    items: [...inner.items, ...keys],
    where: free.length === 0 ? null : and(...free),
    groupBy: [...inner.groupBy, ...keys],
  };
  const equalities = wanted.map((value, index) =>
    call('equals', column(alias, inner.items.length + index), value),
  );
  return plainSelect({
    items: [int(1)],
    from: { kind: 'query', query: groups, alias },
    where: and(...equalities, having),
  });
}

/** Conditions with subqueries of their own, which the engine cannot turn into a join, move below the others. */
function split(context: Context, query: SelectQuery): SelectQuery {
  const selecting = { ...query, items: [int(1)] };
  const { from } = query;
  const tests = conjuncts(query.where);
  const own = new Set(aliases(from));
  const free = tests.filter((test) => !readsOuter(test, own));
  const bound = tests.filter((test) => readsOuter(test, own));
  if (from === null || !free.some(hasSubquery) || bound.some(hasSubquery)) return selecting;
  const alias = context.fresh('t');
  const read = new Map<string, Term>();
  const lifted = (term: Term): Term => {
    if (term.kind !== 'column' || !isAmong(own, term)) return mapParts(term, lifted);
    const key = keyOf(term);
    if (!read.has(key)) read.set(key, term);
    return column(alias, [...read.keys()].indexOf(key));
  };
  const where = and(...bound.map(lifted));
  const rows = plainSelect({ items: [...read.values()], from, where: and(...free) });
  return plainSelect({ items: [int(1)], from: { kind: 'query', query: rows, alias }, where });
}

const hasSubquery = (term: Term) =>
  someTerm(term, ({ kind }) => kind === 'in' || kind === 'subquery' || kind === 'exists');

function readsOuterQuery(query: Query): boolean {
  if (query.kind === 'set') return query.arms.some(readsOuterQuery);
  if (query.kind !== 'select') return false;
  const own = new Set(aliases(query.from));
  const terms = [...query.items, ...query.groupBy, ...(query.where ? [query.where] : [])];
  return (
    terms.some((term) => readsOuter(term, own)) ||
    (query.from?.kind === 'query' && readsOuterQuery(query.from.query))
  );
}

const column = (table: string, index: number): Term => ({
  kind: 'column',
  table,
  name: columnName(index),
  label: columnName(index),
  at: 0,
});
