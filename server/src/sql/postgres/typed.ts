import type { Term } from '../term/term.js';
import type { PgType } from './types.js';

/** A resolved expression: what it is in the engine's terms, and what it is to PostgreSQL. */
export interface Typed {
  readonly term: Term;
  readonly type: PgType;
  readonly nullable: boolean;
  readonly at: number;
  /** A literal as it was written, for as long as its type can still change. NULL has none. */
  readonly literal?: string;
  /** An interval has three parts that do not mix. */
  readonly interval?: IntervalParts;
  /** Where in a JSON document this is: what further steps start from. */
  readonly place?: JsonPlace;
  /** The same number as an integer of the engine, which is several times as fast as its decimals. */
  readonly whole?: Term;
  /** An array that PostgreSQL has as NULL where the engine can only have it empty. */
  readonly emptyIsNull?: boolean;
}

/** A value inside a JSON document: a whole path of keys is one read of the document. */
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
