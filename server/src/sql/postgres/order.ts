import type { Node, SelectStmt, SortBy } from 'libpg-query';
import { int } from '../term/build-term.js';
import type { OrderKey, Term } from '../term/term.js';
import type { Context } from './context.js';
import { checkNotation } from './literal.js';

/** PostgreSQL sorts NULLs last in ascending and first in descending order. */
export function sortOptions(context: Context, sort: SortBy): Pick<OrderKey, 'descending' | 'nullsFirst'> {
  context.onlyFields(sort, 'ORDER BY', ['node', 'sortby_dir', 'sortby_nulls'], sort.location);
  if (sort.sortby_dir === 'SORTBY_USING') throw context.refuseNode(sort.location, 'USING is not supported.');
  const descending = sort.sortby_dir === 'SORTBY_DESC';
  const nullsFirst =
    sort.sortby_nulls === 'SORTBY_NULLS_FIRST' || (sort.sortby_nulls !== 'SORTBY_NULLS_LAST' && descending);
  return { descending, nullsFirst };
}

export function resolveLimit(
  context: Context,
  { limitCount, limitOffset, limitOption }: SelectStmt,
): { limit: Term | null; offset: Term | null } {
  if (limitOption === 'LIMIT_OPTION_WITH_TIES') {
    throw context.refuseIn(limitCount, 'FETCH … WITH TIES is not supported.');
  }
  return { limit: count(context, limitCount, 'LIMIT'), offset: count(context, limitOffset, 'OFFSET') };
}

function count(context: Context, node: Node | undefined, what: string): Term | null {
  if (node === undefined) return null;
  if ('A_Const' in node) {
    const constant = node.A_Const as { ival?: { ival?: number }; isnull?: boolean; location?: number };
    // The grammar represents LIMIT ALL as NULL.
    if (constant.isnull === true) return null;
    checkNotation(context, context.offsetOf(constant.location));
    if (constant.ival !== undefined && (constant.ival.ival ?? 0) >= 0) return int(constant.ival.ival ?? 0);
  }
  throw context.refuseIn(node, `${what} must be a literal integer of 0 or more.`);
}
