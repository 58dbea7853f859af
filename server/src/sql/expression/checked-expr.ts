import type { Expr } from './expr.js';

declare const checked: unique symbol;

/** A tree that is known to be one condition on a record. */
export type FilterExpr = Expr & { readonly [checked]: 'filter' };
/** A tree that is known to be one value over many records. */
export type AggregateExpr = Expr & { readonly [checked]: 'aggregate' };

/** Marks a tree as a filter: only for trees whose type was checked. */
export function asFilter(expr: Expr): FilterExpr {
  return expr as FilterExpr;
}

export function asAggregate(expr: Expr): AggregateExpr {
  return expr as AggregateExpr;
}

/** All of these conditions at once; null when there are none. */
export function allFilters(filters: readonly (FilterExpr | null)[]): FilterExpr | null {
  const operands = filters.filter((filter) => filter !== null);
  if (operands.length < 2) return operands[0] ?? null;
  return asFilter({ kind: 'logical', type: 'boolean', op: 'AND', operands });
}
