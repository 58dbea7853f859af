import type { Term } from '../term/term.js';
import type { PgType } from './types.js';

/** A resolved expression: its term for the engine and its PostgreSQL type. */
export interface Typed {
  readonly term: Term;
  readonly type: PgType;
  readonly nullable: boolean;
  readonly at: number;
  /** The text of a literal whose type can still change. Undefined for NULL. */
  readonly literal?: string;
  /** The months, days and microseconds of an interval, which cannot be converted into each other. */
  readonly interval?: IntervalParts;
  /** The path of this value in a JSON document, which further steps extend. */
  readonly place?: JsonPlace;
  /** The same number as an engine integer, which is faster to compare and convert than a Decimal. */
  readonly whole?: Term;
  /** Whether an empty array means NULL, because the engine's arrays cannot be NULL. */
  readonly emptyIsNull?: boolean;
  /** The values of an ARRAY[…], each in a type of its own, while `of` is still the term. */
  readonly elements?: { readonly of: Term; readonly values: readonly Typed[] };
}

/** A value inside a JSON document. A path of several keys is read with one call. */
export interface JsonPlace {
  readonly document: Term;
  readonly keys: readonly Term[];
}

export interface IntervalParts {
  readonly months: Term | null;
  readonly days: Term | null;
  readonly micros: Term | null;
}

export const isNull = ({ type, literal, term }: Typed) =>
  type.name === 'unknown' && literal === undefined && term.kind === 'constant';
