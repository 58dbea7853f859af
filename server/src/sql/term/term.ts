import type { Column } from '../../catalog/column.js';
import type { DataPool } from '../../catalog/definitions.js';
import type { Sql } from '../sql-text.js';
import type { BoundType, Values } from '../values.js';
import type { AggregateName, FunctionName } from './engine-names.js';

/**
 * One value of a statement in the engine's own terms: what is left once every name has been found and the
 * semantics of a dialect have been spelled out. A function can only be one of a closed list, a column can
 * only be one that a scope offered, a type is written by Weir. The user's text is nowhere but in `value`.
 */
export type Term =
  | { readonly kind: 'value'; readonly type: BoundType; readonly text: string }
  | { readonly kind: 'constant'; readonly text: 'NULL' | 'true' | 'false' }
  /** A whole number that belongs to the statement's shape: a scale, a position. */
  | { readonly kind: 'number'; readonly value: number }
  /** Text from a closed set that has to be a literal: a zone, a format. */
  | { readonly kind: 'text'; readonly text: string }
  | ColumnTerm
  | CallTerm
  | { readonly kind: 'cast'; readonly operand: Term; readonly engineType: string; readonly exact: boolean }
  | CheckedTerm
  | AggregateTerm
  | WindowTerm
  | { readonly kind: 'lambda'; readonly parameters: readonly string[]; readonly body: Term }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'subquery'; readonly query: Query; readonly correlated: boolean }
  | { readonly kind: 'exists'; readonly query: Query; readonly correlated: boolean }
  | { readonly kind: 'in'; readonly operand: Term; readonly query: Query };

export interface CallTerm {
  readonly kind: 'call';
  readonly name: FunctionName;
  readonly args: readonly Term[];
}

/** A value, or an error of the engine with this message where the condition holds. NULL does not hold. */
export interface CheckedTerm {
  readonly kind: 'checked';
  readonly condition: Term;
  readonly message: string;
  readonly value: Term;
}

export interface ColumnTerm {
  readonly kind: 'column';
  /** The alias that Weir gave the source; null where there is only one, without an alias. */
  readonly table: string | null;
  readonly name: string;
  /** How the user called it, and where: for a refusal that comes later. */
  readonly label: string;
  readonly at: number;
  /** Whether it is a time of a Data Pool's own, all of which are from 1900 to 2299. */
  readonly isStoredTime?: boolean;
}

export interface AggregateTerm {
  readonly kind: 'aggregate';
  readonly name: AggregateName;
  readonly parameters: readonly Term[];
  readonly args: readonly Term[];
  /** Only the records for which this holds: the engine's `sumIf`. */
  readonly filter?: Term;
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
}

export interface WindowFrame {
  readonly unit: 'ROWS' | 'RANGE';
  readonly start: FrameBound;
  readonly end: FrameBound;
}

export type FrameBound =
  | { readonly kind: 'unboundedPreceding' | 'currentRow' | 'unboundedFollowing' }
  | { readonly kind: 'preceding' | 'following'; readonly offset: number };

export type Query = SelectQuery | SetQuery;

/** One SELECT. Its columns are called `_0`, `_1` … to whatever stands around it. */
export interface SelectQuery {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly Term[];
  readonly from: FromItem | null;
  readonly where: Term | null;
  readonly groupBy: readonly Term[];
  /** The keys of each of GROUPING SETS; `groupBy` is empty then. */
  readonly groupingSets: readonly (readonly Term[])[];
  readonly having: Term | null;
  readonly order: readonly OrderKey[];
  /** DISTINCT ON, and the engine's LIMIT BY: the first rows of each group in the order of the statement. */
  readonly firstOf: readonly Term[];
  readonly firstCount: number;
  readonly limit: Term | null;
  readonly offset: Term | null;
}

export interface SetQuery {
  readonly kind: 'set';
  readonly op: 'UNION ALL' | 'UNION DISTINCT' | 'INTERSECT DISTINCT' | 'EXCEPT DISTINCT';
  readonly arms: readonly Query[];
}

export type FromItem =
  | { readonly kind: 'table'; readonly source: TableSource; readonly alias: string }
  | { readonly kind: 'query'; readonly query: Query; readonly alias: string }
  | JoinItem;

export interface JoinItem {
  readonly kind: 'join';
  readonly type: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS';
  readonly left: FromItem;
  readonly right: FromItem;
  readonly on: Term | null;
}

/** What a statement may read under one name. The caller puts the access policies into what it prints. */
export interface TableSource {
  readonly columns: readonly Column[];
  /** Columns that the engine's dialect can name, and that no list of columns shows. */
  readonly unlisted?: readonly Column[];
  /** A table, or a subquery in brackets. */
  print(values: Values): Sql;
  /** The one whose table the printed text reads: no other table may appear in it. */
  readonly dataPool: Pick<DataPool, 'environmentId' | 'id'>;
}

export const columnName = (index: number) => `_${index}`;
