import { bool, call, not } from '../term/build-term.js';
import { comparisons, isComparison } from '../term/comparisons.js';
import { someTerm } from '../term/walk-term.js';
import { readNumeric, unify } from './coerce.js';
import type { Context } from './context.js';
import { comparedWithNaN } from './nan.js';
import { oneZero } from './one-zero.js';
import type { Typed } from './typed.js';
import { boolType, decimalDigits, isInteger, nameOf, wholeDigits } from './types.js';

/** Compares both sides after converting them to a common type. */
export function compare(context: Context, op: string, left: Typed, right: Typed, at: number): Typed {
  const found = comparedWithNaN(op, left, right, at);
  if (found !== null) return found;
  const [a, b] = comparable(context, left, right, op, at);
  const nullable = a.nullable || b.nullable;
  if (!isComparison(op)) throw context.refuse(at, `The operator ${op} is not supported.`);
  const name = comparisons[op];
  // An equality of columns may be a join condition, and the engine joins floats by their bits.
  const isJoin = op === '=' && hasColumn(a) && hasColumn(b);
  const term = isJoin ? call(name, oneZero(a), oneZero(b)) : call(name, a.term, b.term);
  return { term, type: boolType, nullable, at };
}

const hasColumn = ({ term }: Typed) => someTerm(term, ({ kind }) => kind === 'column');

export function comparable(
  context: Context,
  left: Typed,
  right: Typed,
  op: string,
  at: number,
): [Typed, Typed] {
  // The engine compares integers of different widths directly, and can then use the table's index.
  const [leftWhole, rightWhole] = [wholeOf(left), wholeOf(right)];
  if (leftWhole !== null && rightWhole !== null) return [leftWhole, rightWhole];
  const decimals = decimalsOf(context, left, right);
  if (decimals !== null) return decimals;
  const [a, b] = unify(context, [left, right], `The operator ${op}`, 'operands') as [Typed, Typed];
  if (a.type.name === 'json')
    throw context.refuse(at, 'Comparing jsonb is not supported. Use ->> and a cast.');
  if (a.type.name === 'array' && op !== '=' && op !== '<>') {
    throw context.refuse(at, `${nameOf(a.type)} can only be compared by = and <>.`);
  }
  return [a, b];
}

function wholeOf(value: Typed): Typed | null {
  if (isInteger(value.type)) return value;
  const { type, whole } = value;
  return type.name === 'numeric' && whole !== undefined ? { ...value, term: whole } : null;
}

/** The engine compares decimals of different sizes directly too, but joins only equal types. */
function decimalsOf(context: Context, left: Typed, right: Typed): [Typed, Typed] | null {
  const isStored = ({ type }: Typed) => type.name === 'numeric' && type.digits !== undefined;
  if (!isStored(left) && !isStored(right)) return null;
  if (hasColumn(left) && hasColumn(right)) return null;
  const sides: [Typed, Typed] = [readNumeric(context, left), readNumeric(context, right)];
  const isExact = ({ type }: Typed) => isInteger(type) || type.name === 'numeric';
  const digits =
    Math.max(...sides.map(({ type }) => wholeDigits(type))) +
    Math.max(...sides.map(({ type }) => (type.name === 'numeric' ? type.scale : 0)));
  return sides.every(isExact) && digits <= decimalDigits ? sides : null;
}

/** IS [NOT] DISTINCT FROM. */
export function distinctFrom(
  context: Context,
  left: Typed,
  right: Typed,
  isSame: boolean,
  at: number,
): Typed {
  const same = comparedWithNaN('=', left, right, at);
  if (same !== null)
    return { ...same, term: not(!isSame, call('ifNull', same.term, bool(false))), nullable: false };
  const [a, b] = comparable(context, left, right, 'IS DISTINCT FROM', at);
  const term = not(!isSame, call('isNotDistinctFrom', a.term, b.term));
  return { term, type: boolType, nullable: false, at };
}
