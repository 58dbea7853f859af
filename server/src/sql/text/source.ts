import { badRequest, type WeirError } from '../../base/errors.js';
import { expressionLimits } from './expression-limits.js';

const quotedTokenLengthMax = 40;

/** The user's text, and how to speak about a place in it. Offsets count UTF-16 units. */
export interface Source {
  /** What the text is, as the API names it: `filterSql`, `expression`. */
  readonly name: string;
  readonly text: string;
}

/** Says of a place in the text what is wrong there. */
export interface Refusing {
  refuse(at: number, problem: string): WeirError;
}

/** Refuses what no parser should be given: C code takes NUL for the end, UTF-8 has no lone surrogates. */
export function checkedSource(
  name: string,
  text: string,
  textLengthMax: number = expressionLimits.textLengthMax,
): Source {
  const source = { name, text };
  if (text.trim() === '') throw badRequest(`${name} is empty. Leave it out, or write something.`);
  if (text.length > textLengthMax) {
    throw badRequest(`${name} is ${text.length} characters long; at most ${textLengthMax} are allowed.`);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  const control = text.search(/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/);
  if (control >= 0) {
    throw refuse(source, control, 'A control character is not allowed here. Remove it.');
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw badRequest(`${name} holds half of a surrogate pair. Send valid Unicode.`);
  }
  return source;
}

/**
 * A BAD_REQUEST that says what, where, and quotes what stands there. `dialect` is given where what stands there is only
 * ever written in that one.
 */
export function refuse(source: Source, at: number, problem: string, dialect?: 'COLUMNSTORE'): WeirError {
  const offset = Math.min(Math.max(at, 0), source.text.length);
  const before = source.text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - (before.lastIndexOf('\n') + 1) + 1;
  const found = tokenAt(source.text, offset);
  const place = found === '' ? 'at the end' : `at ${JSON.stringify(found)}`;
  return badRequest(`${source.name}, line ${line}, column ${column}, ${place}: ${problem}`, {
    details: { line, column, offset, ...(dialect && { dialect }) },
  });
}

const tokenPattern = /'[^']*'?|"[^"]*"?|`[^`]*`?|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|[^\s]/uy;

function tokenAt(text: string, offset: number): string {
  tokenPattern.lastIndex = offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0);
  const token = tokenPattern.exec(text)?.[0] ?? '';
  return token.length > quotedTokenLengthMax ? `${token.slice(0, quotedTokenLengthMax)}…` : token;
}
