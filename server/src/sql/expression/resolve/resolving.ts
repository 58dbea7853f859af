import type { WeirError } from '../../../base/errors.js';
import type { Column } from '../../../catalog/column.js';
import type { Expr, ExprOf } from '../expr.js';
import type { PlaceholderValues } from '../placeholders.js';
import type { Source } from '../source.js';
import type { Syntax, SyntaxOf } from '../syntax.js';

/** What an expression is for, and what it may see. */
export interface ResolveOptions {
  readonly columns: readonly Column[];
  /** A filter looks at one record and has no aggregates; a Metric's columns all stand inside aggregates. */
  readonly aggregates: 'forbidden' | 'required';
  /** What `${{ name }}` stands for; absent where it stands for nothing. */
  readonly placeholders?: PlaceholderValues | undefined;
}

export interface Refusing {
  refuse(at: number, problem: string): WeirError;
}

/** What the files that resolve one kind of node need from the one that walks them all. */
export interface Resolving extends ResolveOptions, Refusing {
  readonly source: Source;
  readonly insideAggregate: boolean;
  resolve(syntax: Syntax): Expr;
  /** The arguments of an aggregate: columns are allowed there, further aggregates are not. */
  insideOfAggregate<T>(read: () => T): T;
  /** The arguments of a function that lengthens its input. */
  insideOfGrowing<T>(at: number, read: () => T): T;
  lambda(syntax: SyntaxOf<'lambda'>): ExprOf<'lambda'>;
  isLambdaParameter(name: string): boolean;
}
