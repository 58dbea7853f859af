import { and, call, cast, not, or } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Typed } from './typed.js';
import { boolType, engineType, float8Type, isFloat } from './types.js';

/** `'NaN'`, which takes its type from what it is compared with, or is cast to a number. */
export const isNaNText = ({ type, literal }: Typed) =>
  (type.name === 'unknown' || type.name === 'nan') && /^\s*[+-]?nan\s*$/i.test(literal ?? '');

const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** In PostgreSQL, NaN equals itself and is greater than any other number. Null if neither side is a NaN beside a number. */
export function comparedWithNaN(op: string, left: Typed, right: Typed, at: number): Typed | null {
  const isOfRight = isNaNText(right);
  const value = isOfRight ? left : right;
  if (!isOfRight && !isNaNText(left)) return null;
  if (!isFloat(value.type) && value.type.name !== 'numeric') return null;
  const number = isFloat(value.type) ? value.term : cast(value.term, engineType(float8Type, value.nullable));
  const term = tests[isOfRight ? op : (mirrored[op] ?? op)]?.(call('isNaN', number));
  return term === undefined ? null : { term, type: boolType, nullable: value.nullable, at };
}

/** Of the value, which may be NULL. */
const tests: Readonly<Record<string, (test: Term) => Term>> = {
  '=': (is) => is,
  '<>': (is) => not(true, is),
  '<': (is) => not(true, is),
  '<=': (is) => or(is, not(true, is)),
  '>': (is) => and(is, not(true, is)),
  '>=': (is) => is,
};
