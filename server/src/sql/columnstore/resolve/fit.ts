import { isNumeric, isOpen, isTime, nameOfType, type ValueType } from '../../functions/value-type.js';
import type { Literal } from '../../term/literal.js';
import {
  booleanLiteralOf,
  dateLiteralOf,
  decimalLiteralOf,
  numberLiteralOf,
  stringLiteralOf,
  timestampLiteralOf,
} from '../../text/read-literal.js';
import type { Refusing } from '../../text/source.js';
import { type JsonPath, pathTerm } from '../json-path.js';
import { type EngineValue, engineValue, literalValue } from './engine-value.js';

/**
 * Converts an expression to a wanted type if nothing is lost. A JSON path is read as that type. A string literal becomes
 * the value that it spells, like PostgreSQL's literals of unknown type. Any other expression is unchanged.
 */
export function fitTo(refusing: Refusing, value: EngineValue, wanted: ValueType, at: number): EngineValue {
  if (value.path !== undefined) return readAs(value.path, readableTypes.get(wanted) ?? 'string');
  const { literal } = value;
  if (literal?.spelled !== undefined && wanted === 'string')
    return literalValue(stringLiteralOf(literal.spelled));
  // A float is not exact: compared with one, 0.1 of a DECIMAL would have to equal the double next to it.
  if (literal?.type === 'number' && wanted === 'decimal') return literalValue(decimalLiteralOf(literal));
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

/** The types that a JSON path can be read as. For any other wanted type it is read as text. */
const readableTypes = new Map<ValueType, ValueType>([
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['number', 'number'],
  ['decimal', 'number'],
  ['date', 'date'],
  ['timestamp', 'timestamp'],
  ['array', 'array'],
]);

const readers: Readonly<Partial<Record<ValueType, (text: string) => Literal | null>>> = {
  boolean: booleanLiteralOf,
  integer: numberLiteralOf,
  number: numberLiteralOf,
  decimal: (text) => {
    const found = numberLiteralOf(text);
    return found === null ? null : decimalLiteralOf(found);
  },
  date: dateLiteralOf,
  timestamp: timestampLiteralOf,
};

/** Converts an expression to a type. Throws an error that names both types if it does not fit. */
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

/** The bytes of a state mean something only to the aggregate that made them. */
export function refuseState(refusing: Refusing, value: EngineValue, at: number, where: string): EngineValue {
  if (value.type !== 'state') return value;
  throw refusing.refuse(
    at,
    `${where} cannot use the state of an aggregate. Use the suffix Merge, or finalizeAggregation.`,
  );
}

/** Whether a value of a type can be used where another is wanted. */
export function fits(type: ValueType, wanted: ValueType): boolean {
  if (type === wanted || isOpen(type) || isOpen(wanted)) return true;
  return (isNumeric(type) && isNumeric(wanted)) || (isTime(type) && isTime(wanted));
}

/** Whether two values can be compared without a cast. */
export function comparable(left: ValueType, right: ValueType): boolean {
  if (fits(left, right)) return true;
  // ClickHouse users write `active = 1`.
  return (left === 'boolean' && right === 'integer') || (left === 'integer' && right === 'boolean');
}

/** Describes an expression for an error message: its type, and its column name if it has one. */
export function describe({ term, type }: EngineValue): string {
  return term.kind === 'column' ? `${nameOfType(type)} (the column ${term.label})` : nameOfType(type);
}

/** JSON numbers are read as 64-bit floats, which are not exact for all integers beyond this. */
const exactFloatMax = 2n ** 53n;

/** Whether equality with this integer needs more precision than a float has. */
function needsExactInteger({ type, literal, term }: EngineValue): boolean {
  if (type !== 'integer') return false;
  if (literal === undefined) return term.kind === 'column';
  const value = BigInt(literal.text);
  return value > exactFloatMax || value < -exactFloatMax;
}

/** Offsets in the user's text of a comparison and of its two sides. */
export interface Places {
  readonly at: number;
  readonly left: number;
  readonly right: number;
}

/**
 * Converts the two sides of a comparison to a common type, or refuses. JSON numbers are read as floats, except in an
 * equality that needs more precision than a float has: there they are read as integers.
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

/** Converts all branches to the type of the first branch whose type is known. */
export function unify(refusing: Refusing, values: readonly EngineValue[], at: number): EngineValue[] {
  const isOwn = (value: EngineValue) =>
    value.type !== 'json' && !isOpen(value.type) && !isStringLiteral(value);
  const leader = values.find(isOwn) ?? values.find(isStringLiteral);
  return values.map((value) => fitTo(refusing, value, leader?.type ?? 'unknown', at));
}

const isStringLiteral = ({ literal }: EngineValue) => literal?.type === 'string';
