import type { Column } from '../../catalog/column.js';
import type { DataPool } from '../../catalog/definitions.js';
import type { Sql } from '../sql-text.js';
import type { BoundType, Values } from '../values.js';
import type { AggregateName, FunctionName } from './engine-names.js';

/**
 * One value of a statement as the engine computes it, after names are resolved and the dialect's semantics are spelled
 * out. A function comes from a closed list, a column from a scope, and a type from Weir. The user's text appears only in
 * `value`.
 */
export type Term =
  | { readonly kind: 'value'; readonly type: BoundType; readonly text: string }
  | { readonly kind: 'constant'; readonly text: 'NULL' | 'true' | 'false' }
  /** An integer that is part of the statement's structure, such as a scale or a position. */
  | { readonly kind: 'number'; readonly value: number }
  /** Text from a closed set that must be a literal, such as a zone or a format. */
  | { readonly kind: 'text'; readonly text: string }
  | ColumnTerm
  | CallTerm
  | CastTerm
  | CheckedTerm
  | AggregateTerm
  | WindowTerm
  | { readonly kind: 'lambda'; readonly parameters: readonly string[]; readonly body: Term }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'subquery'; readonly query: Query }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'in'; readonly operand: Term; readonly query: Query };

export interface CallTerm {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly args: readonly Term[];
}

export interface CastTerm {
  readonly kind: 'cast';
  readonly operand: Term;
  readonly engineType: string;
  /** Whether it fails if the value does not fit the type. */
  readonly exact: boolean;
}

/** A value, or an engine error with this message if the condition is true. NULL counts as false. */
export interface CheckedTerm {
  readonly kind: 'checked';
  readonly condition: Term;
  readonly message: string;
  readonly value: Term;
}

export interface ColumnTerm {
  readonly kind: 'column';
  /** The alias that Weir gave the source; null for a single source without an alias. */
  readonly table: string | null;
  readonly name: string;
  /** The user's name for the column and its offset in the text, for error messages. */
  readonly label: string;
  readonly at: number;
  /** Whether it is a stored time of a Data Pool, which is always from 1900 to 2299. */
  readonly isStoredTime?: boolean;
}

export interface AggregateTerm {
  readonly kind: 'aggregate';
  readonly name: AggregateName;
  readonly parameters: readonly Term[];
  readonly args: readonly Term[];
  /** Aggregates only the records that match, like the engine's `sumIf`. */
  readonly filter?: Term;
  /**
   * A sum of doubles that adds up what rounding loses, like the engine's `sumKahan`. States are plain sums, as boosters have kept
   * them from the beginning.
   */
  readonly compensated?: true;
  /** `state` computes a partial result, and `merge` combines partial results. Absent: the value itself. */
  readonly form?: 'state' | 'merge';
}

export interface WindowTerm {
  readonly kind: 'window';
  readonly call: AggregateTerm;
  readonly respectNulls: boolean;
  readonly partition: readonly Term[];
  readonly order: readonly OrderKey[];
  readonly frame: WindowFrame | null;
}

export interface OrderKey {
  readonly term: Term;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  /** Adds rows for missing values of the key. */
  readonly fill?: Fill;
}

/** The engine's WITH FILL. Without a bound, it fills up to the first or last value; the step is 1. */
export interface Fill {
  readonly from: Term | null;
  readonly to: Term | null;
  readonly step: Term | null;
}

export interface WindowFrame {
  readonly unit: 'ROWS' | 'RANGE';
  readonly start: FrameBound;
  readonly end: FrameBound;
}

export type FrameBound =
  | { readonly kind: 'unboundedPreceding' | 'currentRow' | 'unboundedFollowing' }
  | { readonly kind: 'preceding' | 'following'; readonly offset: number };

export type Query = SelectQuery | SetQuery | RecursiveQuery;

/** One SELECT. Enclosing queries refer to its columns as `_0`, `_1` and so on. */
export interface SelectQuery {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly Term[];
  readonly from: FromItem | null;
  readonly where: Term | null;
  readonly groupBy: readonly Term[];
  /** The keys of each grouping set. If there are any, `groupBy` is empty. */
  readonly groupingSets: readonly (readonly Term[])[];
  /** Whether one more row follows, aggregated from all groups. Only in the outermost query. */
  readonly totals: boolean;
  readonly having: Term | null;
  /** A condition on window functions. */
  readonly qualify: Term | null;
  readonly order: readonly OrderKey[];
  /** The positions of items that have the value of the row before in rows that WITH FILL adds. */
  readonly interpolate: readonly number[];
  /** DISTINCT ON or the engine's LIMIT BY: keeps the first rows of each group, in the statement's order. */
  readonly firstOf: readonly Term[];
  readonly firstCount: number;
  readonly firstOffset: number;
  readonly limit: Term | null;
  /** Whether rows that equal the last one in the order follow it. */
  readonly ties: boolean;
  readonly offset: Term | null;
}

export interface SetQuery {
  readonly kind: 'set';
  readonly op: 'UNION ALL' | 'UNION DISTINCT' | 'INTERSECT DISTINCT' | 'EXCEPT DISTINCT';
  readonly arms: readonly Query[];
}

/**
 * WITH RECURSIVE: the rows of `anchor`, and then again and again those of `step`, which reads the previous ones by the
 * query's name, until it returns none.
 */
export interface RecursiveQuery {
  readonly kind: 'recursive';
  /** Generated by Weir. */
  readonly name: string;
  readonly columnCount: number;
  readonly anchor: Query;
  readonly step: Query;
}

export type FromItem =
  | { readonly kind: 'table'; readonly source: TableSource; readonly alias: string }
  | { readonly kind: 'query'; readonly query: Query; readonly alias: string }
  /** The previous rows of the recursive query of this name. */
  | { readonly kind: 'previous'; readonly name: string; readonly alias: string }
  | ArrayJoinItem
  | JoinItem;

/** A row for each element of the arrays, which are called by names that Weir generates. */
export interface ArrayJoinItem {
  readonly kind: 'arrayJoin';
  readonly left: FromItem;
  /** Whether rows with empty arrays are kept. */
  readonly outer: boolean;
  readonly arrays: readonly { readonly term: Term; readonly name: string }[];
}

/** The engine's words for joins of which not all matches count. */
export type Strictness = 'ANY' | 'SEMI' | 'ANTI' | 'ASOF';

export interface JoinItem {
  readonly kind: 'join';
  readonly type: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS';
  /** Which of the matches count; absent: all of them. */
  readonly strictness?: Strictness;
  readonly left: FromItem;
  readonly right: FromItem;
  readonly on: Term | null;
}

/** What a statement may read under one name. The printed SQL already applies the access policies. */
export interface TableSource {
  readonly columns: readonly Column[];
  /** Columns that only the engine's dialect can name, and that `*` and column lists omit. */
  readonly unlisted?: readonly Column[];
  /** Prints a table, or a subquery in brackets. */
  print(values: Values): Sql;
  /** The Data Pool whose table the printed SQL reads. No other table may appear in it. */
  readonly dataPool: Pick<DataPool, 'environmentId' | 'id'>;
}

export const columnName = (index: number) => `_${index}`;
