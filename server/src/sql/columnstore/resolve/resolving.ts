import type { Column } from '../../../catalog/column.js';
import type { Counting } from '../../text/counting.js';
import type { NamePart } from '../../text/name-part.js';
import type { PlaceholderValues } from '../../text/placeholders.js';
import type { Refusing, Source } from '../../text/source.js';
import type { EngineTable } from '../scope.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import type { EngineValue } from './engine-value.js';

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
  readonly counting: Counting;
  readonly tables: readonly EngineTable[];
  /** What a name of the SELECT list stands for; null when there is none. */
  alias(part: NamePart): Syntax | null;
  query(resolving: Resolving, syntax: SyntaxOf<'subquery' | 'exists' | 'inQuery'>): EngineValue;
  window(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue;
  /** A function that only statements have; null when it is none. */
  call(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue | null;
}

/** What the files that resolve one kind of node need from the one that walks them all. */
export interface Resolving extends ResolveOptions, Refusing {
  readonly source: Source;
  readonly insideAggregate: boolean;
  resolve(syntax: Syntax): EngineValue;
  /** The arguments of an aggregate: columns are allowed there, further aggregates are not. */
  insideOfAggregate<T>(read: () => T): T;
  /** The arguments of a function that lengthens its input. */
  insideOfGrowing<T>(at: number, read: () => T): T;
  lambda(syntax: SyntaxOf<'lambda'>): EngineValue;
  isLambdaParameter(name: string): boolean;
}
