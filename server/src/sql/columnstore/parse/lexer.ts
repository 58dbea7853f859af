import { refuse, type Source } from '../../text/source.js';
import { stringEnd, unescaped } from './string.js';

/**
 * Tokens of the engine's dialect. The lexer drops comments and whitespace. It refuses every other character that is not
 * part of a token, so that nothing is skipped silently.
 */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol' | 'end';
  readonly text: string;
  readonly at: number;
}

const blank = /(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const word = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /0[xX][\da-fA-F_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const digits = /\d+/y;
const symbol = /->>|->|!~\*|!~|~\*|~|::|\|\||==|!=|<=>|<>|<=|>=|[()[\],.+\-*/%=<>?:]/y;

/** A statement may end in a semicolon. */
export type TextKind = 'expression' | 'statement';

export function tokenize(source: Source, of: TextKind): Token[] {
  const tokens: Token[] = [];
  let at = skipBlank(source.text, 0);
  while (at < source.text.length) {
    const { token, end } =
      of === 'statement' && source.text[at] === ';'
        ? { token: { kind: 'symbol', text: ';', at } as const, end: at + 1 }
        : nextToken(source, at, tokens.at(-1));
    tokens.push(token);
    at = skipBlank(source.text, end);
  }
  tokens.push({ kind: 'end', text: '', at: source.text.length });
  return tokens;
}

function nextToken(source: Source, at: number, previous: Token | undefined): { token: Token; end: number } {
  const { text } = source;
  const first = text[at] ?? '';
  if (first === "'" || first === '"' || first === '`') {
    const end = stringEnd(source, at);
    const value = unescaped(source, at, end);
    return { token: { kind: first === "'" ? 'string' : 'quoted', text: value, at }, end };
  }
  const plain = (kind: Token['kind'], match: string) => ({
    token: { kind, text: match, at },
    end: at + match.length,
  });
  const name = matchAt(word, text, at);
  if (name !== null) return plain('word', name);
  // In `items.0.sku`, the digits are a path step and the dots are not decimal points.
  if (first === '.' && previous !== undefined && endsOperand(previous)) return plain('symbol', '.');
  const value = matchAt(previous?.text === '.' && previous.kind === 'symbol' ? digits : number, text, at);
  if (value !== null) {
    if (matchAt(word, text, at + value.length) !== null)
      throw refuse(source, at, 'A number cannot be followed by a letter.');
    return plain('number', value);
  }
  const operator = matchAt(symbol, text, at);
  if (operator !== null) return plain('symbol', operator);
  throw refuse(source, at, refusedCharacters[first] ?? 'This character is not allowed here.');
}

const refusedCharacters: Readonly<Record<string, string>> = {
  ';': 'Only one expression is allowed, without a semicolon.',
  '{': 'Query parameters are not allowed. Write the value itself.',
  $: 'Dollar quotes and parameters are not allowed. Write strings in single quotes.',
  '“': 'Typographic quotes are not allowed. Use single quotes for strings.',
  '”': 'Typographic quotes are not allowed. Use single quotes for strings.',
  '‘': 'Typographic quotes are not allowed. Use single quotes for strings.',
  '’': 'Typographic quotes are not allowed. Use single quotes for strings.',
};

function endsOperand(token: Token): boolean {
  return token.kind !== 'symbol' || token.text === ')' || token.text === ']';
}

function skipBlank(text: string, at: number): number {
  return at + (matchAt(blank, text, at)?.length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
