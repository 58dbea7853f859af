import { isNumeric, isOpen, isTime, nameOfType, type ValueType } from '../../functions/value-type.js';
import type { Literal } from '../../term/literal.js';
import {
  booleanLiteralOf,
  dateLiteralOf,
  numberLiteralOf,
  stringLiteralOf,
  timestampLiteralOf,
} from '../../text/read-literal.js';
import type { Refusing } from '../../text/source.js';
import { type JsonPath, pathTerm } from '../json-path.js';
import { type EngineValue, engineValue, literalValue } from './engine-value.js';

/**
 * Brings an expression to a wanted type where that loses nothing: a JSON path is read as that type, and a
 * string literal becomes the value it spells, as PostgreSQL does with literals of unknown type. Anything else
 * stays as it is.
 */
export function fitTo(refusing: Refusing, value: EngineValue, wanted: ValueType, at: number): EngineValue {
  if (value.path !== undefined) return readAs(value.path, readableTypes.get(wanted) ?? 'string');
  const { literal } = value;
  if (literal?.spelled !== undefined && wanted === 'string')
    return literalValue(stringLiteralOf(literal.spelled));
  if (literal?.type !== 'string') return value;
  const read = readers[wanted];
  if (read === undefined) return value;
  const found = read(literal.text);
  if (found === null)
    throw refusing.refuse(at, `${JSON.stringify(literal.text)} is not ${nameOfType(wanted)}.`);
  return literalValue(found);
}

export const readAs = (path: JsonPath, type: ValueType): EngineValue =>
  engineValue(pathTerm(path, type), type);

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
  value: EngineValue,
  wanted: ValueType,
  at: number,
  where: string,
): EngineValue {
  const fitted = fitTo(refusing, value, wanted, at);
  if (fits(fitted.type, wanted)) return fitted;
  throw refusing.refuse(at, `${where} needs ${nameOfType(wanted)}, but this is ${describe(fitted)}.`);
}

/** Whether a value of a type can stand where another is wanted. */
export function fits(type: ValueType, wanted: ValueType): boolean {
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
export function describe({ term, type }: EngineValue): string {
  return term.kind === 'column' ? `${nameOfType(type)} (the column ${term.label})` : nameOfType(type);
}

/** Integers past this are not all exact in the 64-bit floats that JSON numbers are read as. */
const exactFloatMax = 2n ** 53n;

/** Whether equality with this integer asks for more digits than a float has. */
function needsExactInteger({ type, literal, term }: EngineValue): boolean {
  if (type !== 'integer') return false;
  if (literal === undefined) return term.kind === 'column';
  const value = BigInt(literal.text);
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
  left: EngineValue,
  right: EngineValue,
  places: Places,
  equality: boolean,
): readonly [EngineValue, EngineValue] {
  const beside = (value: EngineValue, other: EngineValue, at: number): EngineValue =>
    value.path !== undefined && equality && needsExactInteger(other)
      ? readAs(value.path, 'integer')
      : fitTo(refusing, value, other.type, at);
  const fittedLeft = beside(left, right, places.left);
  const fittedRight = beside(right, fittedLeft, places.right);
  if (comparable(fittedLeft.type, fittedRight.type)) return [fittedLeft, fittedRight];
  const sides = `${describe(fittedLeft)} with ${describe(fittedRight)}`;
  throw refusing.refuse(places.at, `Cannot compare ${sides}. Cast one of them, or quote the value.`);
}

/** Branches brought to the type of the first one that has a type of its own. */
export function unify(refusing: Refusing, values: readonly EngineValue[], at: number): EngineValue[] {
  const isOwn = (value: EngineValue) =>
    value.type !== 'json' && !isOpen(value.type) && !isStringLiteral(value);
  const leader = values.find(isOwn) ?? values.find(isStringLiteral);
  return values.map((value) => fitTo(refusing, value, leader?.type ?? 'unknown', at));
}

const isStringLiteral = ({ literal }: EngineValue) => literal?.type === 'string';
