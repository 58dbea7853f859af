import type { RangeSubselect } from 'libpg-query';
import { cast } from '../term/build-term.js';
import type { JoinItem, Term } from '../term/term.js';
import type { Context, ResolvedQuery } from './context.js';
import { totalsOf } from './correlated-value.js';
import { optional } from './join.js';
import { joinedTo, oneRow } from './joined-subquery.js';
import { firstLocation } from './place.js';
import type { ScopeColumn } from './scope.js';
import { columnOf, type NextSource, named, type Sourced } from './sourced.js';
import { engineType } from './types.js';
import { unbind, unbindGroups } from './unbound.js';

/** A subquery in FROM that reads columns of the sources before it, joined to these. */
export function lateral(
  context: Context,
  node: RangeSubselect,
  resolved: ResolvedQuery,
  left: Sourced | null,
  type: JoinItem['type'],
): NextSource {
  const at = context.offsetOf(firstLocation(node));
  if (type === 'RIGHT' || type === 'FULL')
    throw context.refuse(at, `${type} JOIN LATERAL is not possible: the subquery reads the left side.`);
  const alias = context.fresh('t');
  const totals = resolved.single ? totalsOf(context, resolved, at) : null;
  const unbound = totals ? unbindGroups(context, totals.groups, at) : unbind(context, resolved.query, at);
  const columns = resolved.columns.map((column, index): ScopeColumn => {
    if (totals === null) return columnOf(alias, column, index);
    const value = totals.over(totals.query.items[index] as Term, alias);
    return { ...column, term: () => cast(value, engineType(column.type, column.nullable)) };
  });
  const own = [named(context, node.alias, '', columns, node)];
  return {
    // One row for each row of the left side, even if the subquery has nothing to aggregate there.
    item: joinedTo(left?.item ?? oneRow, { alias, unbound }, null, totals ? 'LEFT' : type),
    tables: [...(left?.tables ?? []), ...(type === 'LEFT' ? optional(own) : own)],
    replacesLeft: true,
  };
}
