import type { ValueType } from '../functions/value-type.js';
import { and, or } from './build-term.js';
import type { Term } from './term.js';

declare const checked: unique symbol;

/** A term whose type was checked to be a condition on one record. */
export type FilterTerm = Term & { readonly [checked]: 'filter' };

/** One value aggregated from many records, and its type as far as it is known. */
export interface MetricValue {
  readonly term: Term;
  readonly type: ValueType;
}

/** Marks a term as a filter. Call it only on terms whose type was checked. */
export function asFilter(term: Term): FilterTerm {
  return term as FilterTerm;
}

/** Combines the conditions with AND. Returns null if there are none. */
export function allFilters(filters: readonly (FilterTerm | null)[]): FilterTerm | null {
  const terms = filters.filter((filter) => filter !== null);
  return terms.length === 0 ? null : asFilter(and(...terms));
}

/** Combines the conditions with OR. Returns null, which is always true, if one of them is null. */
export function anyFilter(filters: readonly (FilterTerm | null)[]): FilterTerm | null {
  const terms = filters.filter((filter) => filter !== null);
  return terms.length < filters.length ? null : asFilter(or(...terms));
}
