import { call, cast, exactCast, int, nothing, text, unless } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Context } from './context.js';
import { booleanWords, isFloatText, literalAs, numericOfText } from './literal.js';
import { once } from './once.js';
import { isNull, type Typed } from './typed.js';
import {
  arrayOf,
  computed,
  decimalDigits,
  engineType,
  isFloat,
  isInteger,
  isNumber,
  isTime,
  isTimestamp,
  type NumericType,
  nameOf,
  numeric,
  type PgType,
  textType,
  unknownType,
  wholeDigits,
} from './types.js';

/** The scale of a numeric from text, a float or a division, whose scale is not known. */
export const openScale = 20;
/** The engine has 76 digits. With more decimals than this, too few digits would be left before the point. */
const scaleMax = 38;

/** A typed NULL. The engine would otherwise choose a type itself. */
export function nullOf(type: PgType, at: number): Typed {
  const of = type.name === 'unknown' ? textType : type;
  return { term: cast(nothing, engineType(of, true)), type: of, nullable: true, at };
}

/** Converts a value implicitly: literals take the wanted type, numbers widen, and everything else needs a cast. */
export function implicitly(context: Context, value: Typed, wanted: PgType, what: string): Typed {
  const converted = tryImplicitly(context, value, wanted);
  if (converted !== null) return converted;
  const column = value.term.kind === 'column' ? ` (the column ${value.term.label})` : '';
  throw context.refuse(
    value.at,
    `${what} needs ${nameOf(wanted)}, but this is ${nameOf(value.type)}${column}.`,
  );
}

export function tryImplicitly(context: Context, value: Typed, wanted: PgType): Typed | null {
  const { type } = value;
  if (isNull(value)) return nullOf(wanted, value.at);
  if (type.name === 'unknown') return literalAs(context, value, wanted);
  if (sameType(type, wanted)) return { ...value, type: wanted };
  if (type.name === 'array' && wanted.name === 'array') {
    return type.of.name === 'unknown'
      ? { ...value, type: wanted, term: cast(value.term, engineType(wanted, false)) }
      : null;
  }
  const rank = numberRank(type);
  const wantedRank = numberRank(wanted);
  if (rank !== null && wantedRank !== null)
    return wantedRank >= rank ? convert(context, value, wanted) : null;
  if (type.name === 'date' && isTimestamp(wanted)) return convert(context, value, wanted);
  if (type.name === 'timestamp' && wanted.name === 'timestamptz') return { ...value, type: wanted };
  return null;
}

export function sameType(a: PgType, b: PgType): boolean {
  if (a.name === 'array' && b.name === 'array') return sameType(a.of, b.of);
  if (a.name === 'numeric' && b.name === 'numeric') return a.scale === b.scale && a.digits === b.digits;
  return a.name === b.name;
}

const ranks = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8'];

function numberRank(type: PgType): number | null {
  const rank = ranks.indexOf(type.name);
  return rank < 0 ? null : rank;
}

/** PostgreSQL has different rules for values that are merged, such as CASE branches, and for operands. */
type Use = 'values' | 'operands';

/** PostgreSQL's common type of CASE branches, UNION arms or both sides of an operator. */
export function commonType(
  context: Context,
  values: readonly Typed[],
  what: string,
  use: Use = 'values',
): PgType {
  let common: PgType = unknownType;
  for (const { type, at } of values) {
    const next = widerType(common, type, use);
    if (next === null) {
      throw context.refuse(at, `${what} has both ${nameOf(common)} and ${nameOf(type)}. Cast one of them.`);
    }
    common = next;
  }
  if (common.name === 'numeric' && !values.every((value) => isNull(value) || sameType(value.type, common)))
    return computed(common);
  return common.name === 'unknown' ? textType : common;
}

function widerType(a: PgType, b: PgType, use: Use): PgType | null {
  if (a.name === 'unknown') return b;
  if (b.name === 'unknown') return a;
  if (a.name === 'numeric' && b.name === 'numeric') {
    if (sameType(a, b) && a.whole === b.whole && a.shown === b.shown) return a;
    const shown = a.shown && b.shown && a.scale === b.scale;
    return numeric(Math.max(a.scale, b.scale), shown, Math.max(wholeDigits(a), wholeDigits(b)));
  }
  if (isNumber(a) && isNumber(b)) {
    const [low, high] = (numberRank(a) ?? 0) < (numberRank(b) ?? 0) ? [a, b] : [b, a];
    if (high.name === 'numeric' && isInteger(low))
      return numeric(high.scale, false, Math.max(wholeDigits(high), wholeDigits(low)));
    // For operands of real and another number type, PostgreSQL uses double precision.
    return use === 'operands' && high.name === 'float4' && low.name !== 'float4' ? { name: 'float8' } : high;
  }
  if (isTime(a) && isTime(b)) {
    const order = ['date', 'timestamp', 'timestamptz'];
    return order.indexOf(a.name) > order.indexOf(b.name) ? a : b;
  }
  if (a.name === 'array' && b.name === 'array') {
    const of = widerType(a.of, b.of, use);
    return of === null ? null : arrayOf(of);
  }
  return sameType(a, b) ? a : null;
}

/** Converts all values to their common type. */
export function unify(
  context: Context,
  values: readonly Typed[],
  what: string,
  use: Use = 'values',
): Typed[] {
  const common = commonType(context, values, what, use);
  if (common.name !== 'numeric') return values.map((value) => implicitly(context, value, common, what));
  const read = values.map((value) => readNumeric(context, value));
  const exact = commonType(context, read, what, use);
  return read.map((value) => implicitly(context, value, exact, what));
}

/** A quoted literal beside a numeric has the decimals that it is written with. */
export const readNumeric = (context: Context, value: Typed): Typed =>
  value.type.name === 'unknown' && value.literal !== undefined
    ? numericOfText(context, value.literal, value.at)
    : value;

/** Converts a value, explicitly or implicitly. Refuses if there is no such conversion. */
export function convert(context: Context, value: Typed, wanted: PgType): Typed {
  const { type, nullable, at } = value;
  if (sameType(type, wanted)) return { ...value, type: wanted };
  const term = convertTerm(context, value, wanted);
  if (term === null) {
    throw context.refuse(at, `A cast from ${nameOf(type)} to ${nameOf(wanted)} is not supported.`);
  }
  return { term, type: wanted, nullable, at };
}

function convertTerm(context: Context, value: Typed, wanted: PgType): Term | null {
  const { type, nullable, term } = value;
  const target = engineType(wanted, nullable);
  if (isInteger(wanted)) return toInteger(value, wanted);
  if (wanted.name === 'float4' || wanted.name === 'float8') {
    if (value.literal !== undefined && isNumber(type) && !isFloatText(value.literal, wanted.name))
      throw context.refuse(value.at, `This number is out of range for ${nameOf(wanted)}.`);
    return toFloat(value, target);
  }
  if (wanted.name === 'numeric') return toNumeric(context, value, wanted.scale);
  if (wanted.name === 'text') return toText(context, value);
  if (wanted.name === 'bytea' && type.name === 'text') return toBytes(term);
  if (wanted.name === 'date' && isTimestamp(type)) return cast(term, target);
  if (isTimestamp(wanted) && isTime(type)) return cast(term, target);
  if (wanted.name === 'bool' && isInteger(type)) return call('notEquals', term, int(0));
  if (wanted.name === 'bool' && type.name === 'text') return toBoolean(term);
  if (wanted.name === 'array' && type.name === 'array' && isNumber(type.of) && isNumber(wanted.of)) {
    return cast(term, target);
  }
  return null;
}

function toInteger({ type, term, nullable }: Typed, wanted: PgType): Term | null {
  const target = engineType(wanted, nullable);
  const isWider = (numberRank(wanted) ?? 0) > (numberRank(type) ?? 0);
  if (isInteger(type) && isWider) return term.kind === 'value' ? term : cast(term, target);
  if (isInteger(type)) return exactCast(term, target);
  if (type.name === 'bool') return cast(term, target);
  // By way of Int256: the engine's accurateCastOrNull of a decimal fails instead of returning NULL.
  if (type.name === 'numeric') return exactCast(cast(call('round', term), int256(nullable)), target);
  // PostgreSQL rounds halves to even for doubles, and away from zero for numerics.
  if (isFloat(type)) return exactCast(call('roundBankers', term), target);
  // Parse as Int256 first: the engine wraps around when it parses a number that is too long for the type.
  if (type.name === 'text')
    return readOf(term, nullable, exactCast(cast(call('trimBoth', term), int256(nullable)), target));
  return null;
}

/** For nullable text, the engine returns NULL if it cannot parse it; PostgreSQL raises an error. */
function readOf(term: Term, nullable: boolean, read: Term): Term {
  if (!nullable) return read;
  const isUnread = call('and', call('isNull', read), call('isNotNull', term));
  return unless(isUnread, 'invalid input syntax for a number', read);
}

/** PostgreSQL reads a backslash as the beginning of an escape. */
function toBytes(term: Term): Term {
  const hasEscape = call('match', term, text('\\\\'));
  return unless(hasEscape, 'a cast of text with a backslash to bytea is not supported: use convert_to', term);
}

function toBoolean(term: Term): Term {
  const is = (words: string) => call('match', call('lower', term), text(words));
  const isTrue = is(booleanWords.true);
  const isNeither = call('not', call('or', isTrue, is(booleanWords.false)));
  return unless(isNeither, 'invalid input syntax for type boolean', isTrue);
}

const int256 = (nullable: boolean) => (nullable ? 'Nullable(Int256)' : 'Int256');

function toFloat({ type, term, nullable, literal, whole }: Typed, target: string): Term | null {
  if (whole !== undefined) return cast(whole, target);
  if (isNumber(type) && literal !== undefined) {
    const number: Term = { kind: 'value', type: 'Float64', text: literal };
    return target.includes('Float32') ? cast(number, target) : number;
  }
  if (isInteger(type) || isFloat(type)) return cast(term, target);
  // Via text, which is parsed exactly: the engine's own conversion divides and can be off in the last digit.
  if (type.name === 'numeric') return cast(call('toString', term), target);
  if (type.name === 'text') return readOf(term, nullable, cast(call('trimBoth', term), target));
  return null;
}

function toNumeric(context: Context, value: Typed, scale: number): Term | null {
  const { type, term, nullable, at } = value;
  if (scale > scaleMax) {
    throw context.refuse(at, `A numeric with more than ${scaleMax} decimals is not supported.`);
  }
  const target = engineType(numeric(scale), nullable);
  if (isInteger(type)) return cast(term, target);
  if (type.name === 'numeric') return cast(withRoomFor(term, type, scale), target);
  if (isFloat(type)) {
    const digits = type.name === 'float4' ? '%.6g' : '%.15g';
    return cast(call('printf', text(digits), term), target);
  }
  if (type.name !== 'text') return null;
  const trimmed = call('trimBoth', term);
  const read = readOf(term, nullable, cast(trimmed, target));
  const tooLong = call('match', trimmed, text(`\\.\\d{${scale + 1},}`));
  return unless(tooLong, `numeric has more than ${scale} decimals`, read);
}

export const tooManyDigits = 'numeric has too many digits';

/** Checks that a numeric fits the larger scale: the engine would overflow silently. */
function withRoomFor(term: Term, type: NumericType, scale: number): Term {
  if (scale <= type.scale || wholeDigits(type) + scale <= decimalDigits) return term;
  const bound = cast(text(`1${'0'.repeat(decimalDigits - scale)}`), engineType(type, false));
  return unless(call('greaterOrEquals', call('abs', term), bound), tooManyDigits, term);
}

/** `numeric(p, s)`: rounds to s decimals, and fails past p digits. */
export function toDeclaredNumeric(context: Context, value: Typed, precision: number, scale: number): Typed {
  const open = value.type.name === 'numeric' ? Math.max(value.type.scale, scale) : Math.max(openScale, scale);
  const wide = convert(context, value, numeric(isInteger(value.type) ? scale : open));
  const rounded = cast(call('round', wide.term, int(scale)), engineType(numeric(scale), value.nullable));
  const bound = cast(text(`1${'0'.repeat(precision - scale)}`), `Decimal(${decimalDigits}, 0)`);
  const term = once(context, rounded, (value) =>
    unless(call('greaterOrEquals', call('abs', value), bound), 'numeric field overflow', value),
  );
  const type = numeric(scale, true, precision - scale);
  return { term, type, nullable: value.nullable, at: value.at };
}

/** Outside this range PostgreSQL writes an exponent, but the engine does not. */
const plainFloat = { least: '0.0001', most: { float4: '1000000', float8: '1000000000000000' } };

export function toText(context: Context, value: Typed): Term {
  const { type, term, at } = value;
  switch (type.name) {
    case 'text':
    case 'json':
      return term;
    case 'bool':
      return call('if', call('isNull', term), nothing, call('if', term, text('true'), text('false')));
    case 'int2':
    case 'int4':
    case 'int8':
    case 'date':
      return call('toString', term);
    case 'numeric':
      if (type.shown) return call('toDecimalString', term, int(type.scale));
      throw context.refuse(
        at,
        'The number of decimals of this numeric is not known. Round it first: round(x, 2).',
      );
    case 'float4':
    case 'float8': {
      const size = call('abs', term);
      const tooLarge = call('greaterOrEquals', size, {
        kind: 'value',
        type: 'Float64',
        text: plainFloat.most[type.name],
      });
      const tooSmall = call('less', size, { kind: 'value', type: 'Float64', text: plainFloat.least });
      const exponent = call('or', tooLarge, call('and', tooSmall, call('notEquals', size, int(0))));
      return unless(
        exponent,
        'text of a number that needs an exponent is not supported',
        call('toString', term),
      );
    }
    case 'timestamp':
    case 'timestamptz': {
      const full = call('toString', cast(term, engineType(type, value.nullable)));
      const short = call('replaceRegexpOne', full, text('\\.?0+$'), text(''));
      return type.name === 'timestamp' ? short : call('concat', short, text('+00'));
    }
    default:
      throw context.refuse(at, `A cast from ${nameOf(type)} to text is not supported.`);
  }
}

/** Converts any value to text, as `||` and concat do. */
export function asText(context: Context, value: Typed): Typed {
  if (value.type.name === 'unknown') return implicitly(context, value, textType, 'This');
  return { term: toText(context, value), type: textType, nullable: value.nullable, at: value.at };
}
