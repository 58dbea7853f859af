import type { Expr, Literal } from '../expr.js';
import { isNumeric, isOpen, isTime, nameOfType, type ValueType } from '../value-type.js';
import {
  booleanLiteralOf,
  dateLiteralOf,
  numberLiteralOf,
  stringLiteralOf,
  timestampLiteralOf,
} from './literals.js';
import type { Refusing } from './resolving.js';

/**
 * Brings an expression to a wanted type where that loses nothing: a JSON path is read as that type, and a
 * string literal becomes the value it spells, as PostgreSQL does with literals of unknown type. Anything else
 * stays as it is.
 */
export function fitTo(refusing: Refusing, expr: Expr, wanted: ValueType, at: number): Expr {
  if (expr.kind === 'jsonPath' && expr.type === 'json') {
    return { ...expr, type: readableTypes.get(wanted) ?? 'string' };
  }
  if (expr.kind === 'literal' && expr.spelled !== undefined && wanted === 'string')
    return stringLiteralOf(expr.spelled);
  if (expr.kind !== 'literal' || expr.type !== 'string') return expr;
  const read = readers[wanted];
  if (read === undefined) return expr;
  const literal = read(expr.text);
  if (literal === null)
    throw refusing.refuse(at, `${JSON.stringify(expr.text)} is not ${nameOfType(wanted)}.`);
  return literal;
}

/** What a JSON path is read as where a type is wanted; as text everywhere else. */
const readableTypes = new Map<ValueType, ValueType>([
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['number', 'number'],
  ['date', 'date'],
  ['timestamp', 'timestamp'],
  ['array', 'array'],
]);

const readers: Readonly<Partial<Record<ValueType, (text: string) => Literal | null>>> = {
  boolean: booleanLiteralOf,
  integer: numberLiteralOf,
  number: numberLiteralOf,
  date: dateLiteralOf,
  timestamp: timestampLiteralOf,
};

/** An expression brought to a type, or a refusal that names both. */
export function requireType(
  refusing: Refusing,
  expr: Expr,
  wanted: ValueType,
  at: number,
  where: string,
): Expr {
  const fitted = fitTo(refusing, expr, wanted, at);
  if (fits(fitted.type, wanted)) return fitted;
  throw refusing.refuse(at, `${where} needs ${nameOfType(wanted)}, but this is ${describe(fitted)}.`);
}

function fits(type: ValueType, wanted: ValueType): boolean {
  if (type === wanted || isOpen(type) || isOpen(wanted)) return true;
  return (isNumeric(type) && isNumeric(wanted)) || (isTime(type) && isTime(wanted));
}

/** Whether two values can be compared without a cast. */
export function comparable(left: ValueType, right: ValueType): boolean {
  if (fits(left, right)) return true;
  // The engine's users write `active = 1`.
  return (left === 'boolean' && right === 'integer') || (left === 'integer' && right === 'boolean');
}

/** What an expression is, in a message: its type, and its name if it has one. */
export function describe(expr: Expr): string {
  return expr.kind === 'column'
    ? `${nameOfType(expr.type)} (the column ${expr.name})`
    : nameOfType(expr.type);
}

/** Integers past this are not all exact in the 64-bit floats that JSON numbers are read as. */
const exactFloatMax = 2n ** 53n;

/** Whether equality with this integer asks for more digits than a float has. */
function needsExactInteger(other: Expr): boolean {
  if (other.type !== 'integer') return false;
  if (other.kind !== 'literal') return other.kind === 'column';
  const value = BigInt(other.text);
  return value > exactFloatMax || value < -exactFloatMax;
}

/** Places in the user's text: of a comparison, and of its two sides. */
export interface Places {
  readonly at: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Two sides of a comparison, each brought to the type of the other, or refused. JSON numbers are read as floats,
 * whatever their notation; only where equality is asked that a float could miss, exactly as integers.
 */
export function fitPair(
  refusing: Refusing,
  left: Expr,
  right: Expr,
  places: Places,
  equality: boolean,
): readonly [Expr, Expr] {
  const beside = (expr: Expr, other: Expr, at: number): Expr =>
    expr.kind === 'jsonPath' && expr.type === 'json' && equality && needsExactInteger(other)
      ? { ...expr, type: 'integer' }
      : fitTo(refusing, expr, other.type, at);
  const fittedLeft = beside(left, right, places.left);
  const fittedRight = beside(right, fittedLeft, places.right);
  if (comparable(fittedLeft.type, fittedRight.type)) return [fittedLeft, fittedRight];
  const sides = `${describe(fittedLeft)} with ${describe(fittedRight)}`;
  throw refusing.refuse(places.at, `Cannot compare ${sides}. Cast one of them, or quote the value.`);
}

/** Branches brought to the type of the first one that has a type of its own. */
export function unify(refusing: Refusing, exprs: readonly Expr[], at: number): Expr[] {
  const isOwn = (expr: Expr) => expr.type !== 'json' && !isOpen(expr.type) && !isStringLiteral(expr);
  const leader = exprs.find(isOwn) ?? exprs.find(isStringLiteral);
  return exprs.map((expr) => fitTo(refusing, expr, leader?.type ?? 'unknown', at));
}

function isStringLiteral(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.type === 'string';
}
