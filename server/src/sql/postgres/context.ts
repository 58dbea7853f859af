import type { Node, SelectStmt } from 'libpg-query';
import type { WeirError } from '../../base/errors.js';
import type { Query, TableSource, Term } from '../term/term.js';
import type { PlaceholderValues } from '../text/placeholders.js';
import type { Source } from '../text/source.js';
import type { NameScope } from './scope.js';
import type { Typed } from './typed.js';
import type { PgType } from './types.js';

/**
 * A filter or an expression stands beside others in a statement of Weir's own: it has no queries, and it must
 * not fail for one record. Division keeps the fraction, and integers do not overflow at 32 bits.
 */
export interface ExpressionRules {
  /** What `${{ name }}` stands for; absent where it stands for nothing. */
  readonly placeholders?: PlaceholderValues | undefined;
}

/** What the files that resolve one kind of node need from the one that walks them all. */
export interface Context {
  readonly source: Source;
  /** What is different in a filter or a Metric's expression; null in a statement. */
  readonly expression: ExpressionRules | null;
  offsetOf(location: number | undefined): number;
  /** By a place in the text. */
  refuse(at: number, problem: string): WeirError;
  /** What only the engine's dialect has. */
  refuseOther(at: number, problem: string): WeirError;
  /** By the first place that anything in a node has. */
  refuseIn(node: unknown, problem: string): WeirError;
  /** By a node's location. */
  refuseNode(location: number | undefined, problem: string): WeirError;
  /** A field that is not read could change the meaning: its presence is an error, never ignored. */
  onlyFields<T extends object>(node: T, what: string, known: readonly (keyof T)[], location?: number): void;
  expr(node: Node | undefined, scope: NameScope): Typed;
  query(statement: SelectStmt, scope: NameScope | null, location?: number): ResolvedQuery;
  resolveTable(name: string): TableSource | undefined;
  /** A name for a source or a variable that nothing else in the statement has. */
  fresh(prefix: 't' | 'v'): string;
  /** Counts one more source of rows, refusing when there are too many. */
  countTable(node: unknown): void;
}

export interface ResolvedColumn {
  readonly name: string;
  readonly type: PgType;
  readonly nullable: boolean;
  readonly emptyIsNull: boolean;
  /** A bare NULL, which takes its type from the other arms of a set operation. */
  readonly isNull?: boolean;
}

export interface ResolvedQuery {
  readonly query: Query;
  readonly columns: readonly ResolvedColumn[];
  /** It reads columns of the query around it. */
  readonly correlated: boolean;
  /** Those of them that may be NULL. */
  readonly outerNulls: readonly Term[];
  /** It gives exactly one row whatever the data: an aggregate without GROUP BY. */
  readonly single: boolean;
}
