import { expressionLimits } from '../../text/expression-limits.js';
import { refuse, type Source } from '../../text/source.js';
import { type TextKind, type Token, tokenize } from './lexer.js';

/** A cursor over the tokens of one text. Words are compared ignoring case. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(
    readonly source: Source,
    of: TextKind = 'expression',
  ) {
    this.#tokens = tokenize(source, of);
  }

  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  is(text: string, ahead = 0): boolean {
    const { kind, text: found } = this.peek(ahead);
    return (kind === 'symbol' && found === text) || (kind === 'word' && found.toUpperCase() === text);
  }

  /** Consumes these words or symbols if all of them come next. */
  take(...texts: readonly string[]): boolean {
    if (!texts.every((text, ahead) => this.is(text, ahead))) return false;
    this.#index += texts.length;
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) throw this.refuse(`Expected ${JSON.stringify(text)} here.`);
    return this.next();
  }

  refuse(problem: string, at = this.peek().at) {
    return refuse(this.source, at, problem);
  }

  /** An error about syntax that only this dialect has. */
  refuseOwn(problem: string, at = this.peek().at) {
    return refuse(this.source, at, problem, 'COLUMNSTORE');
  }

  /** Runs a recursive step. Refuses before the stack can overflow. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > expressionLimits.bracketDepthMax) {
      throw this.refuse(`Nested more than ${expressionLimits.bracketDepthMax} levels deep. Simplify it.`);
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }
}
