import { badRequest } from '../base/errors.js';

const surrogate = /\p{Surrogate}/u;

/**
 * The values that both databases keep faithfully. PostgreSQL has no NUL in text, UTF-8 has no lone
 * surrogates (they would silently become another character), and libsql ends the whole process when it
 * is given a boolean: what would differ between the databases never reaches either.
 */
export function storableParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (value === null || Number.isSafeInteger(value)) return value;
    if (typeof value !== 'string') throw new TypeError(`The catalog cannot store a ${typeof value}`);
    if (value.includes('\u0000') || surrogate.test(value)) {
      throw badRequest('Text must not contain NUL characters or lone surrogates');
    }
    return value;
  });
}
