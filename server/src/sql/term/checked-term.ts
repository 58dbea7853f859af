import type { ValueType } from '../functions/value-type.js';
import { and, or } from './build-term.js';
import type { Term } from './term.js';

declare const checked: unique symbol;

/** A term that is known to be one condition on a record. */
export type FilterTerm = Term & { readonly [checked]: 'filter' };

/** One value over many records, and what is known of its type. */
export interface MetricValue {
  readonly term: Term;
  readonly type: ValueType;
}

/** Marks a term as a filter: only for terms whose type was checked. */
export function asFilter(term: Term): FilterTerm {
  return term as FilterTerm;
}

/** All of these conditions at once; null when there are none. */
export function allFilters(filters: readonly (FilterTerm | null)[]): FilterTerm | null {
  const terms = filters.filter((filter) => filter !== null);
  return terms.length === 0 ? null : asFilter(and(...terms));
}

/** Any of these conditions; null when one of them is always met. */
export function anyFilter(filters: readonly (FilterTerm | null)[]): FilterTerm | null {
  const terms = filters.filter((filter) => filter !== null);
  return terms.length < filters.length ? null : asFilter(or(...terms));
}
