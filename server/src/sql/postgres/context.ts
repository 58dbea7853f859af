import type { Node, SelectStmt } from 'libpg-query';
import type { WeirError } from '../../base/errors.js';
import type { Query, TableSource } from '../term/term.js';
import type { PlaceholderValues } from '../text/placeholders.js';
import type { Source } from '../text/source.js';
import type { NameScope } from './scope.js';
import type { Typed } from './typed.js';
import type { PgType } from './types.js';

/**
 * Rules for filters and expressions, which Weir puts into its own statements. They contain no subqueries and must not
 * fail for one record. Division keeps the fraction, and integers have 64 bits.
 */
export interface ExpressionRules {
  /** Values of `${{ name }}` placeholders; absent where placeholders are not allowed. */
  readonly placeholders?: PlaceholderValues | undefined;
}

/** What the resolvers of single node kinds need from `PostgresResolver`. */
export interface Context {
  readonly source: Source;
  /** Set in a filter or an expression; null in a statement. */
  readonly expression: ExpressionRules | null;
  offsetOf(location: number | undefined): number;
  /** An error at an offset in the text. */
  refuse(at: number, problem: string): WeirError;
  /** An error about syntax that only the engine's dialect has. */
  refuseOther(at: number, problem: string): WeirError;
  /** An error at the first location inside a node. */
  refuseIn(node: unknown, problem: string): WeirError;
  /** An error at a node's location. */
  refuseNode(location: number | undefined, problem: string): WeirError;
  /** Refuses a node with other fields: ignoring a field could change the meaning. */
  onlyFields<T extends object>(node: T, what: string, known: readonly (keyof T)[], location?: number): void;
  expr(node: Node | undefined, scope: NameScope): Typed;
  query(statement: SelectStmt, scope: NameScope | null, location?: number): ResolvedQuery;
  resolveTable(name: string, schema: string | null): TableSource | undefined;
  /** Whether it is the statement itself, not a query inside it. */
  isOutermost(statement: SelectStmt): boolean;
  /** A unique name for a source or a variable. */
  fresh(prefix: 't' | 'v'): string;
  /** Counts the columns that one more join has on its two sides. Refuses past the limit. */
  countColumns(node: unknown, count: number): void;
  /** Counts one more source of rows. Refuses past the limit. */
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
  /** Whether it reads columns of an outer query. */
  readonly correlated: boolean;
  /** Whether it always returns exactly one row: an aggregate without GROUP BY. */
  readonly single: boolean;
}
