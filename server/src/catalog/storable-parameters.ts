import { badRequest } from '../base/errors.js';

const surrogate = /\p{Surrogate}/u;

/**
 * Refuses text that a database could not store unchanged: PostgreSQL has no NUL, and UTF-8 has no lone surrogates, which
 * would silently become another character.
 */
export function storableParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (typeof value === 'string' && (value.includes('\u0000') || surrogate.test(value))) {
      throw badRequest('Text must not contain NUL characters or lone surrogates');
    }
    return value;
  });
}
