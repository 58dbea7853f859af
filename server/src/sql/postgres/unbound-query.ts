import type { FromItem, Query, Term } from '../term/term.js';

/**
 * A subquery that read columns of the outer query, and no longer does. Its last columns are keys that tell to which rows
 * of the outer query a row belongs. The engine is given only such subqueries: its own rewriting of the others is wrong in
 * some cases and fails in many.
 */
export interface Unbound {
  /** How many columns the subquery has before its keys. */
  readonly width: number;
  /** What each key must be, computed from a row of the outer query. */
  readonly wanted: readonly Term[];
  /** Whether the keys are columns of the outer query, where NULL belongs to NULL. */
  readonly isByColumns: boolean;
  build(outer: OuterRows | null): Query;
}

/** The rows of the outer query, and the wanted keys in them. */
export interface OuterRows {
  readonly from: FromItem;
  readonly where: Term | null;
  readonly wanted: readonly Term[];
}

/** A subquery with at most one row for each row of a SELECT, which is joined to the SELECT's sources. */
export interface JoinedSubquery {
  readonly alias: string;
  readonly unbound: Unbound;
}
