import { bool, call, cast, exactCast, int, nothing, unless } from '../../term/build-term.js';
import type { FunctionName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import { arithmetic, exactArithmetic } from '../arithmetic.js';
import { convert, implicitly } from '../coerce.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import {
  decimalDigits,
  engineType,
  float8Type,
  int4Type,
  int8Type,
  isFloat,
  isInteger,
  isNumber,
  numeric,
  type PgType,
} from '../types.js';
import { checkCount, type Handler, type Handlers, refuseType, simple, writtenNumber } from './handler.js';

/** A quoted literal or NULL becomes double precision. */
function number(context: Context, arg: Typed, name: string): Typed {
  if (arg.type.name === 'unknown') return implicitly(context, arg, float8Type, name);
  if (!isNumber(arg.type)) throw refuseType(context, name, arg);
  return arg;
}

const abs: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  const value = number(context, args[0] as Typed, name);
  // The smallest integer has no positive counterpart.
  const wide = isInteger(value.type) ? call('toInt128', value.term) : value.term;
  const term: Term = {
    kind: 'cast',
    operand: call('abs', wide),
    engineType: engineType(value.type, value.nullable),
    exact: isInteger(value.type),
  };
  return { term, type: value.type, nullable: value.nullable, at };
};

const sign: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  const value = number(context, args[0] as Typed, name);
  const type: PgType = value.type.name === 'numeric' ? numeric(0, true) : float8Type;
  return {
    term: cast(call('sign', value.term), engineType(type, value.nullable)),
    type,
    nullable: value.nullable,
    at,
  };
};

/**
 * round, trunc, ceil and floor: to decimals for numeric, to integers for double precision. In an expression, where
 * quotients and averages are doubles, they have decimals too.
 */
const rounding =
  (exact: FunctionName, float: FunctionName): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 1, exact === 'round' || exact === 'trunc' ? 2 : 1, at, name);
    const given = number(context, args[0] as Typed, name);
    const { nullable } = given;
    if (args[1] === undefined && (isFloat(given.type) || isInteger(given.type))) {
      const value = convert(context, given, float8Type);
      return { term: call(float, value.term), type: float8Type, nullable, at };
    }
    if (isFloat(given.type) && context.expression !== null) {
      const decimals = writtenNumber(context, args[1], 'The number of decimals', at);
      return { term: call(exact, given.term, int(decimals)), type: float8Type, nullable, at };
    }
    if (isFloat(given.type)) {
      throw context.refuse(
        at,
        `As in PostgreSQL, ${name} with decimals needs a numeric. Cast the value: ${name}(x::numeric, 2).`,
      );
    }
    const digits = args[1] === undefined ? 0 : writtenNumber(context, args[1], 'The number of decimals', at);
    const value = isInteger(given.type) ? convert(context, given, numeric(0)) : given;
    const scale = value.type.name === 'numeric' ? value.type.scale : 0;
    const type = numeric(Math.max(digits, 0), true);
    // `convert` refuses too many decimals.
    if (digits >= scale) return { ...convert(context, value, type), type, at };
    // All digits further to the left are zeros.
    const term = call(exact, value.term, int(Math.max(digits, -decimalDigits)));
    return { term: cast(term, engineType(type, nullable)), type, nullable, at };
  };

const real = (name: FunctionName): Handler =>
  simple([float8Type], float8Type, ([value]) => call(name, value as Term));

/** Functions that PostgreSQL also has for numeric, with more digits than the engine computes. */
const realOnly =
  (name: FunctionName, check?: (value: Term) => [Term, string]): Handler =>
  (context, args, at, pg) => {
    checkCount(context, args, 1, 1, at, pg);
    const given = number(context, args[0] as Typed, pg);
    if (given.type.name === 'numeric') {
      throw context.refuse(at, `${pg} of a numeric is not supported. Cast it: ${pg}(x::float8).`);
    }
    const value = convert(context, given, float8Type);
    const term = call(name, value.term);
    const [bad, message] = check?.(value.term) ?? [null, ''];
    return {
      term: bad === null ? term : unless(bad, message, term),
      type: float8Type,
      nullable: given.nullable,
      at,
    };
  };

const logarithm = (name: FunctionName) =>
  realOnly(name, (value) => [
    call('lessOrEquals', value, int(0)),
    'cannot take logarithm of zero or a negative number',
  ]);

const binary =
  (op: string): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    return arithmetic(context, op, args[0] as Typed, args[1] as Typed, at);
  };

const power: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  return arithmetic(context, '^', args[0] as Typed, args[1] as Typed, at);
};

const div: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const quotient = exactArithmetic(context, '/', args[0] as Typed, args[1] as Typed, at);
  if (!isInteger(quotient.type)) throw context.refuse(at, 'div of numerics is not supported.');
  return convert(context, quotient, numeric(0, true));
};

/** The number of the bucket, from 1, or 0 and `count + 1` outside. The bounds may be in descending order. */
const widthBucket: Handler = (context, args, at, name) => {
  checkCount(context, args, 4, 4, at, name);
  const given = args.slice(0, 3).map((arg) => number(context, arg, name));
  const isExact =
    given.some(({ type }) => type.name === 'numeric') && !given.some(({ type }) => isFloat(type));
  if (isExact)
    throw context.refuse(
      at,
      'width_bucket of numerics is not supported. Cast them: width_bucket(x::float8, …).',
    );
  const count = writtenNumber(context, args[3], 'The number of buckets', at);
  if (count < 1) throw context.refuse(at, 'The number of buckets of width_bucket must be greater than zero.');
  const [value, low, high] = given.map((arg) => convert(context, arg, float8Type).term) as [Term, Term, Term];
  const nullable = given.some((arg) => arg.nullable);
  const is = (a: Term, test: 'less' | 'greater' | 'lessOrEquals' | 'greaterOrEquals', b: Term) =>
    call('ifNull', call(test, a, b), bool(false));
  const place = (part: Term, whole: Term) =>
    call('plus', call('floor', call('multiply', int(count), call('divide', part, whole))), int(1));
  const from = call('minus', value, low);
  const width = call('minus', high, low);
  const inside = place(from, width);
  const bucket = call(
    'if',
    is(low, 'less', high),
    call(
      'multiIf',
      is(value, 'less', low),
      int(0),
      is(value, 'greaterOrEquals', high),
      int(count + 1),
      inside,
    ),
    call(
      'multiIf',
      is(value, 'greater', low),
      int(0),
      is(value, 'lessOrEquals', high),
      int(count + 1),
      inside,
    ),
  );
  const isMissing = call('or', ...[value, low, high].map((term) => call('isNull', term)));
  const known = nullable ? call('if', isMissing, nothing, bucket) : bucket;
  const isEqual = call('equals', low, high);
  const term = cast(
    unless(isEqual, 'lower bound cannot equal upper bound', known),
    engineType(int4Type, true),
  );
  return { term: nullable ? term : cast(term, engineType(int4Type, false)), type: int4Type, nullable, at };
};

/** Each call has an argument of its own, or the engine would compute all of them once. */
const random: Handler = (context, args, at, name) => {
  checkCount(context, args, 0, 0, at, name);
  const place = Number(context.fresh('v').slice(1));
  return { term: call('randCanonical', int(place)), type: float8Type, nullable: false, at };
};

export const numberFunctions: Handlers = {
  abs,
  sign,
  round: rounding('round', 'roundBankers'),
  trunc: rounding('trunc', 'trunc'),
  ceil: rounding('ceil', 'ceil'),
  ceiling: rounding('ceil', 'ceil'),
  floor: rounding('floor', 'floor'),
  sqrt: realOnly('sqrt', (value) => [
    call('less', value, int(0)),
    'cannot take square root of a negative number',
  ]),
  exp: realOnly('exp'),
  ln: logarithm('ln'),
  log: logarithm('log10'),
  log10: logarithm('log10'),
  power,
  pow: power,
  mod: binary('%'),
  div,
  pi: simple([], float8Type, () => call('pi')),
  cbrt: real('cbrt'),
  degrees: real('degrees'),
  radians: real('radians'),
  sin: real('sin'),
  cos: real('cos'),
  tan: real('tan'),
  asin: real('asin'),
  acos: real('acos'),
  atan: real('atan'),
  atan2: simple([float8Type, float8Type], float8Type, ([y, x]) => call('atan2', y as Term, x as Term)),
  gcd: ofIntegers(gcd),
  lcm: ofIntegers(lcm),
  width_bucket: widthBucket,
  random,
};

/** gcd and lcm: in 128 bits, because the smallest integer has no positive counterpart, and because lcm can overflow. */
function ofIntegers(build: (a: Term, b: Term) => Term): Handler {
  return (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    const isWide = context.expression !== null || args.some(({ type }) => type.name === 'int8');
    const type = isWide ? int8Type : int4Type;
    const typed = args.map((arg) => implicitly(context, arg, type, name));
    const nullable = typed.some((arg) => arg.nullable);
    const [a, b] = typed.map(({ term }) => call('abs', call('toInt128', term))) as [Term, Term];
    return { term: exactCast(build(a, b), engineType(type, nullable)), type, nullable, at };
  };
}

/** With a zero, it is the other number. With a NULL, the sum is NULL. */
function gcd(a: Term, b: Term): Term {
  const isSum = call('ifNull', call('equals', call('multiply', a, b), int(0)), bool(true));
  return call('if', isSum, call('plus', a, b), gcdWithoutZero(a, b));
}

function lcm(a: Term, b: Term): Term {
  return call('multiply', call('intDiv', a, gcdWithoutZero(a, b)), b);
}

/** The engine's gcd fails on zero, including the zero that it stores under a NULL, so 1 replaces both. */
function gcdWithoutZero(a: Term, b: Term): Term {
  const some = (term: Term) => call('ifNull', call('nullIf', term, int(0)), int(1));
  return call('gcd', some(a), some(b));
}
