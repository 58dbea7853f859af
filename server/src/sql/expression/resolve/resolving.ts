import type { WeirError } from '../../../base/errors.js';
import type { Column } from '../../../catalog/column.js';
import type { Expr, ExprOf } from '../expr.js';
import type { PlaceholderValues } from '../placeholders.js';
import type { Source } from '../source.js';
import type { NamePart, Syntax, SyntaxOf } from '../syntax.js';

/** What an expression is for, and what it may see. */
export interface ResolveOptions {
  readonly columns: readonly Column[];
  /** A filter looks at one record and has no aggregates; a Metric's columns all stand inside aggregates. */
  readonly aggregates: 'forbidden' | 'required' | 'allowed';
  /** What `${{ name }}` stands for; absent where it stands for nothing. */
  readonly placeholders?: PlaceholderValues | undefined;
  /** What a statement adds: several sources, aliases, queries and windows. */
  readonly statement?: StatementNames;
}

export interface StatementNames {
  /** The longest beginning of a dotted name that is a column; null when there is none. */
  find(parts: readonly NamePart[], at: number): FoundColumn | null;
  /** What a name of the SELECT list stands for; null when there is none. */
  alias(part: NamePart): Syntax | null;
  query(resolving: Resolving, syntax: SyntaxOf<'subquery' | 'exists' | 'inQuery'>): Expr;
  window(resolving: Resolving, syntax: SyntaxOf<'call'>): Expr;
  /** A function that only statements have; null when it is none. */
  call(resolving: Resolving, syntax: SyntaxOf<'call'>): Expr | null;
}

export interface FoundColumn {
  readonly column: Column;
  readonly table: string;
  readonly rest: readonly NamePart[];
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
