import { aggregate, call, cast, int, plainSelect, unless } from '../term/build-term.js';
import type { SelectQuery, Term } from '../term/term.js';
import { mapParts, someTerm } from '../term/walk-term.js';
import type { Context, ResolvedQuery } from './context.js';
import type { NameScope } from './scope.js';
import type { Typed } from './typed.js';
import { engineType } from './types.js';
import { aliases, columnAt, isAggregated, readsOuter, unbind, unbindGroups } from './unbound.js';

/** The value of a subquery that reads columns of the outer query: one row at most for each row of the outer query. */
export function correlatedValue(
  context: Context,
  resolved: ResolvedQuery,
  scope: NameScope,
  at: number,
): Typed {
  const [column] = resolved.columns;
  if (column === undefined) throw context.refuse(at, 'A subquery used as a value must have one column.');
  const { type } = column;
  if (resolved.single) {
    const totals = totalsOf(context, resolved, at);
    const alias = joinedAlias(context, scope, totals.groups, at);
    const term = cast(totals.over(totals.query.items[0] as Term, alias), engineType(type, column.nullable));
    return { term, type, nullable: column.nullable, at };
  }
  const inner = context.fresh('t');
  const unbound = unbind(context, resolved.query, at);
  const alias = context.fresh('t');
  scope.joined.push({
    alias,
    unbound: {
      ...unbound,
      width: 2,
      build: (outer) => {
        const keys = unbound.wanted.map((_, index) => columnAt(inner, unbound.width + index));
        return plainSelect({
          items: [aggregate('max', columnAt(inner, 0)), aggregate('count'), ...keys],
          from: { kind: 'query', query: unbound.build(outer), alias: inner },
          groupBy: keys,
        });
      },
    },
  });
  const isMore = call('greater', columnAt(alias, 1), int(1));
  const value = cast(columnAt(alias, 0), engineType(type, true));
  const term = unless(isMore, 'more than one row returned by a subquery used as an expression', value);
  return { term, type, nullable: true, at };
}

export function joinedAlias(context: Context, scope: NameScope, query: SelectQuery, at: number): string {
  const alias = context.fresh('t');
  scope.joined.push({ alias, unbound: unbindGroups(context, query, at) });
  return alias;
}

/** A subquery that aggregates all its rows into one. */
export interface Totals {
  /** What is computed from the aggregates. */
  readonly query: SelectQuery;
  /** The aggregates, which have no row where there is nothing to aggregate. */
  readonly groups: SelectQuery;
  /** A value made of the aggregates, where the rows of `groups` are joined under this alias. */
  over(value: Term, alias: string): Term;
}

export function totalsOf(context: Context, { query }: ResolvedQuery, at: number): Totals {
  const refusal = (what: string) =>
    context.refuse(
      at,
      `${what} in a subquery that reads columns of the outer query and returns one row for all its rows.`,
    );
  if (query.kind !== 'select' || query.from?.kind !== 'query' || query.from.query.kind !== 'select')
    throw refusal('A subquery, GROUPING SETS, ROLLUP and CUBE are not supported beside aggregates');
  const { from } = query;
  const groups = query.from.query;
  if (query.limit !== null || query.offset !== null) throw refusal('LIMIT and OFFSET are not supported');
  if (query.items.some((item) => someTerm(item, ({ kind }) => kind === 'window')))
    throw refusal('Window functions are not supported beside aggregates');
  checkOwners(context, groups, at);
  const over = (value: Term, alias: string): Term => {
    if (value.kind !== 'column' || value.table !== from.alias)
      return mapParts(value, (part) => over(part, alias));
    const index = Number(value.name.slice(1));
    const total = groups.items[index];
    const found = columnAt(alias, index);
    return total?.kind === 'aggregate' && counts.has(total.name) ? call('ifNull', found, int(0)) : found;
  };
  return { query, groups, over };
}

/** What these return over no rows is 0, not NULL. */
const counts = new Set(['count', 'uniqExact']);

/** In PostgreSQL, an aggregate over columns of the outer query alone belongs to the outer query. */
function checkOwners(context: Context, groups: SelectQuery, at: number): void {
  const own = new Set(aliases(groups.from));
  const isForeign = (item: Term) =>
    readsOuter(item, own) &&
    !someTerm(item, (part) => part.kind === 'column' && part.table !== null && own.has(part.table));
  if (isAggregated(groups) && groups.items.some(isForeign))
    throw context.refuse(
      at,
      'An aggregate over columns of the outer query alone is not supported in a subquery.',
    );
}
