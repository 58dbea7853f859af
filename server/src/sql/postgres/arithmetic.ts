import { call, cast, exactCast, int, nothing, text, unless } from '../term/build-term.js';
import type { FunctionName } from '../term/engine-names.js';
import type { Term } from '../term/term.js';
import { commonType, convert, implicitly, openScale, readNumeric, tooManyDigits } from './coerce.js';
import type { Context } from './context.js';
import { combine, dayMicros, fractionOf, intervalOf, moved, partsOf, scale as scaled } from './interval.js';
import { numberLiteral } from './literal.js';
import { isNotZero } from './null-for-errors.js';
import { once } from './once.js';
import { withinReach } from './time-reach.js';
import { isNull, type Typed } from './typed.js';
import {
  dateType,
  decimalDigits,
  engineType,
  float8Type,
  int4Type,
  int8Type,
  isFloat,
  isInteger,
  isNumber,
  isTime,
  isTimestamp,
  nameOf,
  numeric,
  type PgType,
  scalar,
  timestampType,
  wholeDigits,
} from './types.js';

const functions: Readonly<Record<string, FunctionName>> = { '+': 'plus', '-': 'minus', '*': 'multiply' };

/** An operator of the user's text. In an expression, `/` between integers keeps the fraction. */
export function arithmetic(context: Context, op: string, left: Typed, right: Typed, at: number): Typed {
  const isQuotient = op === '/' && context.expression !== null;
  const asFloat = (side: Typed) => (isExact(side.type) ? convert(context, side, float8Type) : side);
  return isQuotient
    ? exactArithmetic(context, op, asFloat(left), asFloat(right), at)
    : exactArithmetic(context, op, left, right, at);
}

const isExact = (type: PgType) => isInteger(type) || type.name === 'numeric';

/** An operator as PostgreSQL defines it. */
export function exactArithmetic(context: Context, op: string, left: Typed, right: Typed, at: number): Typed {
  const overTime = timeArithmetic(context, op, left, right, at);
  if (overTime !== null) return overTime;
  const [a, b] = sides(context, op, left, right, at);
  if (op === '^') return power(context, a, b, at);
  const common = commonType(context, [a, b], `The operator ${op}`, 'operands');
  // Sums and products of 32-bit integers always fit into 64 bits.
  const type = context.expression !== null && isInteger(common) ? int8Type : common;
  if (!isNumber(type)) throw context.refuse(at, `The operator ${op} is not defined for ${nameOf(type)}.`);
  const nullable = a.nullable || b.nullable;
  if (type.name === 'numeric') return ofNumerics(context, op, a, b, at);
  const [x, y] = [implicitly(context, a, type, op), implicitly(context, b, type, op)];
  const term = isFloat(type)
    ? ofFloats(context, op, x.term, y.term, type, at)
    : ofIntegers(op, x.term, y.term, common);
  const isSafe = op === '%' || (type !== common && common.name !== 'int8');
  const target = engineType(type, nullable);
  return { term: isSafe ? cast(term, target) : exactOrCast(term, type, nullable), type, nullable, at };
}

/** A quoted literal or NULL takes the type of the other side. */
function sides(context: Context, op: string, left: Typed, right: Typed, at: number): [Typed, Typed] {
  const isOpen = (value: Typed) => value.type.name === 'unknown';
  if (isOpen(left) && isOpen(right)) {
    if (isNull(left) && isNull(right))
      return [implicitly(context, left, int4Type, op), implicitly(context, right, int4Type, op)];
    throw context.refuse(at, `The operator ${op} needs a number. Cast the text.`);
  }
  if (isOpen(left)) return [beside(context, left, right.type, op), right];
  if (isOpen(right)) return [left, beside(context, right, left.type, op)];
  return [left, right];
}

const beside = (context: Context, open: Typed, type: PgType, op: string) =>
  implicitly(context, type.name === 'numeric' ? readNumeric(context, open) : open, type, op);

function exactOrCast(term: Term, type: PgType, nullable: boolean): Term {
  const target = engineType(type, nullable);
  return isInteger(type) ? exactCast(term, target) : cast(term, target);
}

/** Computes in a wider type. The caller casts back, which fails on overflow, as in PostgreSQL. */
function ofIntegers(op: string, left: Term, right: Term, type: PgType): Term {
  const wide = (term: Term) => (type.name === 'int8' ? call('toInt128', term) : call('toInt64', term));
  if (op === '/') return call('intDiv', wide(left), wide(right));
  if (op === '%') return call('modulo', wide(left), wide(right));
  return call(functions[op] ?? 'plus', wide(left), wide(right));
}

function ofFloats(context: Context, op: string, left: Term, right: Term, _type: PgType, at: number): Term {
  if (op === '/') {
    const quotient = call('divide', left, right);
    return isNotZero(right) ? quotient : unless(call('equals', right, int(0)), 'division by zero', quotient);
  }
  if (op === '%') throw context.refuse(at, 'The operator % is not defined for double precision.');
  return call(functions[op] ?? 'plus', left, right);
}

/** Extra decimals of a quotient, so that the last kept one is rounded as PostgreSQL rounds it. */
const guardDigits = 4;

/** The divisor must not be nullable: for a NULL, the engine would divide by the zero that it stores underneath. */
export function divideNumerics(a: Term, b: Term, scale: number, nullable: boolean): Term {
  const quotient = call('divideDecimal', a, b, int(scale + guardDigits));
  return cast(call('round', quotient, int(scale)), engineType(numeric(scale), nullable));
}

function overDivisor(divisor: Term, scale: number, nullable: boolean, divide: (divisor: Term) => Term): Term {
  if (!nullable) return divide(divisor);
  // The engine requires the same scale in both.
  const one = cast(int(1), engineType(numeric(scale), false));
  return call('if', call('isNull', divisor), nothing, divide(call('ifNull', divisor, one)));
}

function scaleOf(type: PgType): number {
  return type.name === 'numeric' ? type.scale : 0;
}

const isShown = (type: PgType) => type.name !== 'numeric' || type.shown;

function ofNumerics(context: Context, op: string, left: Typed, right: Typed, at: number): Typed {
  const [s, t] = [scaleOf(left.type), scaleOf(right.type)];
  const shown = isShown(left.type) && isShown(right.type);
  const nullable = left.nullable || right.nullable;
  const asNumeric = (value: Typed, scale: number) => convert(context, value, numeric(scale)).term;
  const [v, w] = [wholeDigits(left.type), wholeDigits(right.type)];
  const of = (term: Term, scale: number, isExact: boolean, whole?: number): Typed => {
    const type = numeric(scale, isExact, whole);
    // Called for its check on the number of decimals.
    convert(context, { term, type: int4Type, nullable, at }, type);
    return { term: cast(term, engineType(type, nullable)), type, nullable, at };
  };
  if (op === '*') {
    const isSafe = v + w + s + t <= decimalDigits;
    const term = product(asNumeric(left, s), asNumeric(right, t), s + t, isSafe);
    return of(term, s + t, shown, isSafe ? v + w : undefined);
  }
  const wide = Math.max(s, t);
  if (op === '/') {
    const scale = Math.max(openScale, wide);
    const term = once(context, asNumeric(right, t), (value) =>
      overDivisor(value, t, right.nullable, (divisor) =>
        divideNumerics(asNumeric(left, s), divisor, scale, left.nullable),
      ),
    );
    return of(term, scale, false);
  }
  const [a, b] = [asNumeric(left, wide), asNumeric(right, wide)];
  if (op === '%') {
    const rest = once(context, b, (value) => {
      const modulo = overDivisor(value, wide, right.nullable, (divisor) => call('modulo', a, divisor));
      return unless(call('equals', value, int(0)), 'division by zero', modulo);
    });
    return of(rest, wide, shown);
  }
  const total = call(functions[op] ?? 'plus', a, b);
  const whole = Math.max(v, w) + 1;
  if (whole + wide <= decimalDigits) return of(total, wide, shown, whole);
  const most = cast(text(nines(decimalDigits - wide, wide)), engineType(numeric(wide), false));
  return of(unless(call('greater', call('abs', total), most), tooManyDigits, total), wide, shown);
}

const nines = (whole: number, decimals: number) =>
  `${'9'.repeat(whole)}${decimals === 0 ? '' : `.${'9'.repeat(decimals)}`}`;

/** The engine's multiplication of decimals overflows silently, so the size is checked first. */
function product(left: Term, right: Term, scale: number, isSafe: boolean): Term {
  if (isSafe) return call('multiply', left, right);
  const size = call('abs', call('multiply', call('toFloat64', left), call('toFloat64', right)));
  const most: Term = { kind: 'value', type: 'Float64', text: `1e${decimalDigits - scale}` };
  const tooLarge = call('greaterOrEquals', size, most);
  return unless(tooLarge, tooManyDigits, call('multiply', left, right));
}

function power(context: Context, left: Typed, right: Typed, at: number): Typed {
  const isExact = left.type.name === 'numeric' || right.type.name === 'numeric';
  if (isExact && !isFloat(left.type) && !isFloat(right.type)) {
    throw context.refuse(at, 'A power of numeric is not supported. Cast one side to double precision.');
  }
  const [a, b] = [left, right].map((side) => implicitly(context, side, float8Type, '^')) as [Typed, Typed];
  const result = call('pow', a.term, b.term);
  const outside = call('not', call('isFinite', result));
  const term = unless(outside, 'power is out of range or undefined', result);
  return { term, type: float8Type, nullable: a.nullable || b.nullable, at };
}

export function negated(context: Context, operand: Typed, at: number): Typed {
  if (operand.literal !== undefined && isNumber(operand.type)) {
    return numberLiteral(
      context,
      operand.literal.startsWith('-') ? operand.literal.slice(1) : `-${operand.literal}`,
      at,
    );
  }
  if (operand.type.name === 'interval') {
    const nothingMoved = { months: null, days: null, micros: null };
    return intervalOf(combine('-', nothingMoved, partsOf(context, operand)), operand.nullable, at);
  }
  if (!isNumber(operand.type))
    throw context.refuse(at, `The minus sign is not defined for ${nameOf(operand.type)}.`);
  if (isInteger(operand.type)) {
    const zero = { ...numberLiteral(context, '0', at), type: operand.type };
    return arithmetic(context, '-', zero, operand, at);
  }
  return { term: call('negate', operand.term), type: operand.type, nullable: operand.nullable, at };
}

/** Dates, timestamps and intervals; null when none is in play. */
function timeArithmetic(context: Context, op: string, left: Typed, right: Typed, at: number): Typed | null {
  const nullable = left.nullable || right.nullable;
  if (left.type.name === 'interval' || right.type.name === 'interval') {
    return withInterval(context, op, left, right, at, nullable);
  }
  if (!isTime(left.type) && !isTime(right.type)) return null;
  const isDays = ({ type }: Typed) => type.name === 'int2' || type.name === 'int4';
  if (op === '+' && isDays(left) && right.type.name === 'date')
    return timeArithmetic(context, op, right, left, at);
  if (left.type.name === 'date' && isDays(right) && (op === '+' || op === '-')) {
    // The negated smallest integer needs a wider type.
    const days = op === '+' ? right.term : call('negate', call('toInt64', right.term));
    const term = withinReach(call('addDays', left.term, days), dateType, nullable);
    return { term, type: dateType, nullable, at };
  }
  if (op !== '-')
    throw context.refuse(
      at,
      `The operator ${op} is not defined for ${nameOf(left.type)} and ${nameOf(right.type)}.`,
    );
  const other = right.type.name === 'unknown' ? implicitly(context, right, left.type, op) : right;
  const first = left.type.name === 'unknown' ? implicitly(context, left, other.type, op) : left;
  if (first.type.name === 'date' && other.type.name === 'date') {
    const days = call(
      'minus',
      cast(first.term, engineType(int4Type, nullable)),
      cast(other.term, engineType(int4Type, nullable)),
    );
    return { term: cast(days, engineType(int4Type, nullable)), type: int4Type, nullable, at };
  }
  if (!isTime(first.type) || !isTime(other.type))
    throw context.refuse(at, `- is not defined for ${nameOf(first.type)} and ${nameOf(other.type)}.`);
  const micros = call('minus', microsOf(context, first), microsOf(context, other));
  // PostgreSQL returns days of 24 hours and the remaining time.
  return intervalOf(
    {
      months: null,
      days: call('intDiv', micros, int(dayMicros)),
      micros: call('modulo', micros, int(dayMicros)),
    },
    nullable,
    at,
  );
}

export function microsOf(context: Context, value: Typed): Term {
  const type = isTimestamp(value.type) ? value.type : timestampType;
  const time = convert(context, value, type);
  return call('toUnixTimestamp64Micro', cast(time.term, engineType(type, value.nullable)));
}

const factorOf = (context: Context, factor: Typed): Term => implicitly(context, factor, float8Type, '*').term;

function withInterval(
  context: Context,
  op: string,
  left: Typed,
  right: Typed,
  at: number,
  nullable: boolean,
): Typed {
  const refusal = () =>
    context.refuse(
      at,
      `The operator ${op} is not defined for ${nameOf(left.type)} and ${nameOf(right.type)}.`,
    );
  if (left.type.name === 'interval' && right.type.name === 'interval') {
    if (op !== '+' && op !== '-') throw refusal();
    return intervalOf(combine(op, partsOf(context, left), partsOf(context, right)), nullable, at);
  }
  if (op === '*') {
    const [amount, factor] = left.type.name === 'interval' ? [left, right] : [right, left];
    if (isInteger(factor.type)) return intervalOf(scaled(partsOf(context, amount), factor), nullable, at);
    return intervalOf(
      fractionOf(partsOf(context, amount), '*', factorOf(context, factor), nullable),
      nullable,
      at,
    );
  }
  if (op === '/' && left.type.name === 'interval') {
    const divisor = factorOf(context, right);
    const checked = unless(call('equals', divisor, int(0)), 'division by zero', divisor);
    const known = isNotZero(divisor) ? divisor : checked;
    return intervalOf(fractionOf(partsOf(context, left), '/', known, nullable), nullable, at);
  }
  if (op === '+' && left.type.name === 'interval')
    return withInterval(context, op, right, left, at, nullable);
  if ((op !== '+' && op !== '-') || right.type.name !== 'interval') throw refusal();
  if (left.type.name === 'unknown') {
    return withInterval(context, op, implicitly(context, left, scalar('interval'), op), right, at, nullable);
  }
  if (!isTime(left.type)) throw refusal();
  const type = left.type.name === 'date' ? timestampType : left.type;
  // A date plus an interval is a timestamp, as in PostgreSQL.
  const time = cast(convert(context, left, type).term, engineType(type, left.nullable));
  return { term: moved(time, op, partsOf(context, right), type, nullable), type, nullable, at };
}
