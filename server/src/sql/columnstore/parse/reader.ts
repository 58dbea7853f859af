import type { QuerySyntax, Syntax } from '../syntax.js';
import type { TokenStream } from './token-stream.js';

/** What the files that read one kind of operand need from the one that reads whole expressions. */
export interface EngineReader {
  readonly tokens: TokenStream;
  /** An expression whose operators bind tighter than `above`. */
  expression(above?: number): Syntax;
  /** Reads a query inside brackets; null in an expression, which has none. */
  readonly query: (() => QuerySyntax) | null;
  /** Expressions between commas, and the bracket that closes them. */
  list(close: ')' | ']'): Syntax[];
}
