import type { QuerySyntax, Syntax } from '../syntax.js';
import type { TokenStream } from './token-stream.js';

/** What the parsers of single operands need from the expression parser. */
export interface EngineReader {
  readonly tokens: TokenStream;
  /** Reads an expression whose operators bind tighter than `above`. */
  expression(above?: number): Syntax;
  /** Reads a query inside brackets. Null in an expression, where queries are not allowed. */
  readonly query: (() => QuerySyntax) | null;
  /** Reads comma-separated expressions and the closing bracket. */
  list(close: ')' | ']'): Syntax[];
}
