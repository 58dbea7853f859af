import { badRequest, type WeirError } from '../../base/errors.js';
import { expressionLimits } from './expression-limits.js';

const quotedTokenLengthMax = 40;

/** The user's text. Offsets in it count UTF-16 code units. */
export interface Source {
  /** The API's name of the text, such as `filterSql` or `expression`. */
  readonly name: string;
  readonly text: string;
}

/** Creates an error about a place in the text. */
export interface Refusing {
  refuse(at: number, problem: string): WeirError;
}

/** Rejects texts that the parsers cannot handle: NUL ends a C string, and UTF-8 cannot encode lone surrogates. */
export function checkedSource(
  name: string,
  text: string,
  textLengthMax: number = expressionLimits.textLengthMax,
): Source {
  const source = { name, text };
  if (text.trim() === '') throw badRequest(`${name} is empty. Omit it, or write some SQL.`, { field: name });
  if (text.length > textLengthMax) {
    throw badRequest(`${name} is ${text.length} characters long; at most ${textLengthMax} are allowed.`, {
      field: name,
    });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  const control = text.search(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/);
  if (control >= 0) {
    throw refuse(source, control, 'A control character is not allowed here. Remove it.');
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw badRequest(`${name} contains a lone surrogate. Send valid Unicode.`, { field: name });
  }
  return source;
}

/**
 * A BAD_REQUEST with the problem, its line and column, and the token at that place. `dialect` is set if the token exists
 * only in that dialect.
 */
export function refuse(source: Source, at: number, problem: string, dialect?: 'COLUMNSTORE'): WeirError {
  const offset = Math.min(Math.max(at, 0), source.text.length);
  const before = source.text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  const found = tokenAt(source.text, offset);
  const place = found === '' ? 'at the end' : `at ${JSON.stringify(found)}`;
  return badRequest(`${source.name}, line ${line}, column ${column}, ${place}: ${problem}`, {
    field: source.name,
    details: { line, column, offset, ...(dialect && { dialect }) },
  });
}

const tokenPattern = /'[^']*'?|"[^"]*"?|`[^`]*`?|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[^\s]/uy;

function tokenAt(text: string, offset: number): string {
  tokenPattern.lastIndex = offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0);
  const token = tokenPattern.exec(text)?.[0] ?? '';
  return token.length > quotedTokenLengthMax ? `${token.slice(0, quotedTokenLengthMax)}…` : token;
}
