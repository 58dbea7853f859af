import type { FuncCall } from 'libpg-query';
import { aggregate, aggregateWhere, bool, call, cast, int, nothing, unless } from '../../term/build-term.js';
import type { AggregateName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import { divideNumerics } from '../arithmetic.js';
import { convert, implicitly, openScale, tooManyDigits } from '../coerce.js';
import { condition } from '../condition.js';
import type { Context } from '../context.js';
import { oneZero } from '../one-zero.js';
import type { NameScope } from '../scope.js';
import type { Typed } from '../typed.js';
import {
  boolType,
  decimalDigits,
  engineType,
  float8Type,
  int8Type,
  isFloat,
  isInteger,
  isNumber,
  numeric,
  type PgType,
  wholeDigits,
} from '../types.js';
import { type AggregateCall, type AggregateHandler, filtered, type Over, ofOne } from './aggregate-call.js';
import { checkCount, refuseType } from './handler.js';
import { averageOfIntervals, extremeInterval, sumOfIntervals } from './interval-aggregate.js';
import { isListAggregate, resolveListAggregate } from './list-aggregate.js';
import { statistics } from './statistics.js';

export const isPlainAggregate = (name: string) => Object.hasOwn(plainAggregates, name);
export const isAggregate = (name: string) => isPlainAggregate(name) || isListAggregate(name);

export function resolveAggregate(context: Context, name: string, node: FuncCall, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  if (scope.aggregates === 'inside') throw context.refuse(at, 'Aggregate functions cannot be nested.');
  if (scope.aggregates === 'forbidden') {
    throw context.refuse(at, `The aggregate function ${name} is not allowed in ${scope.clause}.`);
  }
  scope.found.aggregated = true;
  const inner: NameScope = { ...scope, aggregates: 'inside', windowsAllowed: false, truth: false };
  if (isListAggregate(name)) return resolveListAggregate(context, name, node, inner);
  const isStatement = context.expression === null;
  return overRows(context, aggregateCall(context, name, node, inner), (engineName, args) =>
    isStatement ? ofMatching(engineName, args) : aggregate(engineName, ...args),
  );
}

/**
 * An aggregate of values that are NULL for other records. The engine's aggregates with a condition take half the time, but compute the
 * values of all records. A Metric's aggregates keep this form, because they can get another filter.
 */
function ofMatching(name: AggregateName, args: readonly Term[]): Term {
  const [arg, ...more] = args;
  if (name === 'count' || arg?.kind !== 'call' || arg.name !== 'if' || more.length > 0)
    return aggregate(name, ...args);
  const [filter, value, other] = arg.args;
  return filter !== undefined && value !== undefined && other === nothing && isQuick(value)
    ? aggregateWhere(filter, name, value)
    : aggregate(name, arg);
}

/** A column, which cannot fail. */
const isQuick = (term: Term): boolean =>
  term.kind === 'column' || (term.kind === 'cast' && !term.exact && isQuick(term.operand));

export function aggregateCall(
  context: Context,
  name: string,
  node: FuncCall,
  scope: NameScope,
): AggregateCall {
  const fields = [
    'funcname',
    'args',
    'agg_star',
    'agg_distinct',
    'agg_filter',
    'funcformat',
    'over',
  ] as const;
  context.onlyFields(node, `The function ${name}`, fields, node.location);
  return {
    name,
    args: (node.args ?? []).map((arg) => context.expr(arg, scope)),
    star: node.agg_star === true,
    distinct: node.agg_distinct === true,
    filter: filterOf(context, node, scope),
    at: context.offsetOf(node.location),
  };
}

export function filterOf(context: Context, node: FuncCall, scope: NameScope): Term | null {
  return node.agg_filter === undefined
    ? null
    : call('ifNull', condition(context, node.agg_filter, { ...scope, clause: 'FILTER' }), bool(false));
}

/** Resolves a plain aggregate, over groups or over a window. */
export function overRows(context: Context, aggregated: AggregateCall, over: Over): Typed {
  const handler = plainAggregates[aggregated.name];
  if (handler === undefined) throw new Error(`${aggregated.name} is not an aggregate function`);
  return handler(context, aggregated, over);
}

function count(context: Context, aggregated: AggregateCall, over: Over): Typed {
  const { args, at, star, distinct, filter } = aggregated;
  const [value] = args;
  let term: Term;
  if (star || value === undefined) {
    if (!star) throw context.refuse(at, 'count needs one argument or *.');
    // Not countIf: a Metric's aggregates can get another filter.
    term = over('count', filter === null ? [] : [call('if', filter, int(1), nothing)]);
  } else {
    checkCount(context, args, 1, 1, at, 'count');
    if (value.type.name === 'json' && distinct) throw refuseType(context, 'count(DISTINCT …)', value);
    if (value.type.name === 'array') throw refuseType(context, 'count', value);
    const typed =
      value.type.name === 'unknown' ? implicitly(context, value, { name: 'text' }, 'count') : value;
    term = over(distinct ? 'uniqExact' : 'count', [
      filtered(aggregated, distinct ? oneZero(typed) : typed.term, typed),
    ]);
  }
  return { term: cast(term, engineType(int8Type, false)), type: int8Type, nullable: false, at };
}

/** How many digits a sum can have more than its summands: there are fewer than 10^19 rows. */
const rowsDigits = 19;

/** The engine adds up decimals of so many digits in 38, which is enough for all rows. Others need more. */
const narrowDigitsMax = 18;

const isStored = ({ type }: Typed) => type.name === 'numeric' && type.digits !== undefined;

/** A number whose sum the engine computes exactly, in as few digits as possible. */
function summand(context: Context, value: Typed): Typed {
  const { type } = value;
  const isNarrow = type.name === 'numeric' && type.digits !== undefined && type.digits <= narrowDigitsMax;
  return isNarrow ? value : convert(context, value, numeric(type.name === 'numeric' ? type.scale : 0));
}

/** The engine's sum of decimals overflows silently. A bound from the largest value detects that beforehand. */
function sumOfNumerics(arg: Term, type: PgType, distinct: boolean, over: Over): Term {
  const scale = type.name === 'numeric' ? type.scale : 0;
  const total = cast(over(distinct ? 'sumDistinct' : 'sum', [arg]), engineType(numeric(scale), true));
  if (wholeDigits(type) + rowsDigits + scale <= decimalDigits) return total;
  const size = (name: AggregateName) => call('abs', call('toFloat64', over(name, [arg])));
  const largest = call('greatest', size('min'), size('max'));
  const most: Term = { kind: 'value', type: 'Float64', text: `1e${decimalDigits - scale}` };
  const tooLarge = call('greaterOrEquals', call('multiply', largest, over('count', [arg])), most);
  return unless(tooLarge, tooManyDigits, total);
}

/** As in PostgreSQL, a sum of integers has the next wider type, so it cannot overflow. */
function sum(context: Context, aggregated: AggregateCall, value: Typed, over: Over): Typed {
  const { at, distinct } = aggregated;
  if (value.type.name === 'interval') return sumOfIntervals(context, aggregated, value, over);
  if (!isNumber(value.type)) throw refuseType(context, 'sum', value);
  const name = distinct ? 'sumDistinct' : 'sum';
  const of = (wide: PgType, type: PgType): Typed => {
    const converted = convert(context, value, wide);
    const term = over(name, [filtered(aggregated, converted.term, converted)]);
    return { term: cast(term, engineType(type, true)), type, nullable: true, at };
  };
  if (value.type.name === 'int8') {
    // The sum fits into Int128: 0.25 s for 10 million rows, and 0.34 s with decimals.
    const term = over(name, [filtered(aggregated, cast(value.term, 'Nullable(Int128)'), null)]);
    const type = numeric(0, true, wholeDigits(value.type) + rowsDigits);
    // Via text, because the engine cannot cast Int128 to this decimal directly.
    const shown = cast(call('toString', term), engineType(type, true));
    return { term: shown, type, nullable: true, at, whole: term };
  }
  if (isInteger(value.type)) return of(int8Type, int8Type);
  if (value.type.name === 'numeric') {
    const { scale, shown } = value.type;
    const arg = summand(context, value);
    const term = sumOfNumerics(filtered(aggregated, arg.term, arg), value.type, distinct, over);
    const whole = Math.min(wholeDigits(value.type) + rowsDigits, decimalDigits - scale);
    return { term, type: numeric(scale, shown, whole), nullable: true, at };
  }
  const total = of(float8Type, value.type);
  // In an expression, which is a Metric's. A statement has the sum that PostgreSQL gives.
  return context.expression === null || distinct ? total : { ...total, term: compensated(total.term) };
}

const compensated = (term: Term): Term => {
  if (term.kind === 'cast') return { ...term, operand: compensated(term.operand) };
  return term.kind === 'aggregate' ? { ...term, compensated: true } : term;
};

function avg(context: Context, aggregated: AggregateCall, value: Typed, over: Over): Typed {
  const { at, distinct } = aggregated;
  if (value.type.name === 'interval') return averageOfIntervals(context, aggregated, value, over);
  if (!isNumber(value.type)) throw refuseType(context, 'avg', value);
  // In an expression, an average is a double.
  if (isFloat(value.type) || context.expression !== null) {
    // The engine's average of decimals is a double too, of their exact sum.
    const converted = isStored(value) ? summand(context, value) : convert(context, value, float8Type);
    const arg = filtered(aggregated, distinct ? oneZero(converted) : converted.term, converted);
    const term = over(distinct ? 'avgDistinct' : 'avg', [arg]);
    return { term, type: float8Type, nullable: true, at };
  }
  const scale = value.type.name === 'numeric' ? value.type.scale : 0;
  const converted = summand(context, value);
  const arg = filtered(aggregated, converted.term, converted);
  const total = sumOfNumerics(arg, value.type, distinct, over);
  const counted = over(distinct ? 'uniqExact' : 'count', [arg]);
  const divisor = cast(call('greatest', counted, int(1)), engineType(numeric(0), false));
  const result = Math.max(openScale, scale);
  return {
    term: divideNumerics(total, divisor, result, true),
    type: numeric(result, false, Math.min(wholeDigits(value.type), decimalDigits - result)),
    nullable: true,
    at,
  };
}

const unordered = new Set(['bool', 'json', 'array']);

function extreme(context: Context, aggregated: AggregateCall, value: Typed, over: Over): Typed {
  const { name, at } = aggregated;
  const typed = value.type.name === 'unknown' ? implicitly(context, value, { name: 'text' }, name) : value;
  if (unordered.has(typed.type.name)) throw refuseType(context, name, typed);
  if (typed.type.name === 'interval') return extremeInterval(context, aggregated, typed, over);
  const term = over(name === 'min' ? 'min' : 'max', [filtered(aggregated, typed.term, typed)]);
  return { term, type: typed.type, nullable: true, at };
}

/** bool_and is the minimum of booleans, bool_or the maximum. */
const truths = (engineName: 'min' | 'max') =>
  ofOne((context, aggregated, value, over) => {
    const { name, at } = aggregated;
    const truth = implicitly(context, value, boolType, name);
    const term = over(engineName, [filtered(aggregated, cast(truth.term, 'Nullable(Bool)'), truth)]);
    return { term: cast(term, 'Nullable(Bool)'), type: boolType, nullable: true, at };
  });

const bits = (engineName: AggregateName) =>
  ofOne((context, aggregated, value, over) => {
    const { name, at } = aggregated;
    if (!isInteger(value.type)) throw refuseType(context, name, value);
    const term = over(engineName, [filtered(aggregated, value.term, value)]);
    return { term: cast(term, engineType(value.type, true)), type: value.type, nullable: true, at };
  });

export const plainAggregates: Readonly<Record<string, AggregateHandler>> = {
  count,
  sum: ofOne(sum),
  avg: ofOne(avg),
  min: ofOne(extreme),
  max: ofOne(extreme),
  bool_and: truths('min'),
  every: truths('min'),
  bool_or: truths('max'),
  bit_and: bits('groupBitAnd'),
  bit_or: bits('groupBitOr'),
  bit_xor: bits('groupBitXor'),
  ...statistics,
};
