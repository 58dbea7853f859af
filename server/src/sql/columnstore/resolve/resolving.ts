import type { Column } from '../../../catalog/column.js';
import type { Counting } from '../../text/counting.js';
import type { NamePart } from '../../text/name-part.js';
import type { PlaceholderValues } from '../../text/placeholders.js';
import type { Refusing, Source } from '../../text/source.js';
import type { EngineTable } from '../scope.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import type { EngineValue } from './engine-value.js';

/** What an expression may use. */
export interface ResolveOptions {
  readonly columns: readonly Column[];
  /** Forbidden in a filter. Required in a Metric, whose columns must all be inside aggregates. */
  readonly aggregates: 'forbidden' | 'required' | 'allowed';
  /** Values of `${{ name }}` placeholders; absent where placeholders are not allowed. */
  readonly placeholders?: PlaceholderValues | undefined;
  /** Set in a statement, which adds several sources, aliases, queries and windows. */
  readonly statement?: StatementNames;
}

export interface StatementNames {
  readonly counting: Counting;
  readonly tables: readonly EngineTable[];
  /** Those of the query around a subquery, whose columns cannot be read. */
  readonly outer: readonly EngineTable[];
  /** The expression with this alias in the SELECT list, or null. */
  alias(part: NamePart): Syntax | null;
  /** The expression that WITH of a query around this one gave this name, or null. Columns take precedence. */
  named(part: NamePart): Syntax | null;
  /** Resolves an expression of the SELECT list, in which its own alias means a column. */
  within<T>(item: Syntax, resolve: () => T): T;
  query(resolving: Resolving, syntax: SyntaxOf<'subquery' | 'exists' | 'inQuery'>): EngineValue;
  window(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue;
  /** Resolves a function that only statements have. Returns null for any other. */
  call(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue | null;
}

/** What the resolvers of single node kinds need from `Resolver`. */
export interface Resolving extends ResolveOptions, Refusing {
  readonly source: Source;
  readonly insideAggregate: boolean;
  resolve(syntax: Syntax): EngineValue;
  /** Resolves the arguments of an aggregate, where columns are allowed but aggregates are not. */
  insideOfAggregate<T>(read: () => T): T;
  /** Resolves the arguments of a function that lengthens its input. */
  insideOfGrowing<T>(at: number, read: () => T): T;
  lambda(syntax: SyntaxOf<'lambda'>): EngineValue;
  isLambdaParameter(name: string): boolean;
}
