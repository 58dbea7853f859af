import { call, cast, int, letTerm, text } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { convert, implicitly } from '../coerce.js';
import type { Context } from '../context.js';
import { dayMicros, hourMicros, intervalOf, minuteMicros, secondMicros } from '../interval.js';
import type { Typed } from '../typed.js';
import { engineType, float8Type, int4Type, isTime, timestampType } from '../types.js';
import { checkCount, type Handler, type Handlers, refuseType } from './handler.js';

const int64Max = 2n ** 63n - 1n;

/** A sum of amounts, each times its size. Literals are added here, so that the size of the interval stays known. */
function total(context: Context, amounts: readonly (readonly [Typed | undefined, number])[]): Term | null {
  let known = 0n;
  const terms: Term[] = [];
  for (const [amount, size] of amounts) {
    if (amount === undefined) continue;
    if (amount.literal !== undefined) known += BigInt(Math.round(Number(amount.literal) * size));
    else if (amount.type.name !== 'float8')
      terms.push(call('multiply', call('toInt64', amount.term), int(size)));
    else terms.push(cast(call('roundBankers', call('multiply', amount.term, int(size))), wholeType(amount)));
    if (known > int64Max || known < -int64Max) throw context.refuse(amount.at, 'interval out of range');
  }
  const written: Term = Number.isSafeInteger(Number(known))
    ? int(Number(known))
    : { kind: 'value', type: 'Int64', text: String(known) };
  if (terms.length === 0) return known === 0n ? null : written;
  return terms.reduce((sum, term) => call('plus', sum, term), written);
}

const wholeType = ({ nullable }: Typed) => (nullable ? 'Nullable(Int64)' : 'Int64');

export const makeIntervalNames = ['years', 'months', 'weeks', 'days', 'hours', 'mins', 'secs'];

const makeInterval: Handler = (context, args, at, name) => {
  checkCount(context, args, 0, makeIntervalNames.length, at, name);
  const [years, months, weeks, days, hours, minutes, seconds] = args.map((arg, index) => {
    const isSeconds = index === makeIntervalNames.length - 1;
    const isLiteral = arg.literal !== undefined && arg.type.name !== 'unknown';
    const typed = implicitly(context, arg, isSeconds ? float8Type : int4Type, name);
    return isLiteral ? { ...typed, literal: arg.literal } : typed;
  });
  const parts = {
    months: total(context, [
      [years, 12],
      [months, 1],
    ]),
    days: total(context, [
      [weeks, 7],
      [days, 1],
    ]),
    micros: total(context, [
      [hours, hourMicros],
      [minutes, minuteMicros],
      [seconds, secondMicros],
    ]),
  };
  return intervalOf(
    parts,
    args.some((arg) => arg.nullable),
    at,
  );
};

/**
 * The time between two timestamps as years, months and days: whole months first, as in PostgreSQL. A missing day is
 * borrowed from the month of the earlier timestamp.
 */
const age: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 2, at, name);
  const now = cast(cast(call('now64', int(6), text('UTC')), 'Date32'), engineType(timestampType, false));
  const today: Typed = { term: now, type: timestampType, nullable: false, at };
  const [first, second] = (args.length === 1 ? [today, ...args] : args).map((arg) =>
    timeOf(context, arg, name),
  );
  const [a, b] = [first as Typed, second as Typed];
  const nullable = a.nullable || b.nullable;
  const order = call(
    'if',
    call('less', a.term, b.term),
    call('tuple', b.term, a.term),
    call('tuple', a.term, b.term),
  );
  const sign = call('if', call('less', a.term, b.term), int(-1), int(1));
  const parts = letTerm(context.fresh('v'), order, (both) =>
    partsBetween(element(both, 1), element(both, 2)),
  );
  const part = (place: number) => call('multiply', sign, element(parts, place));
  return intervalOf({ months: part(1), days: part(2), micros: part(3) }, nullable, at);
};

const element = (tuple: Term, place: number): Term => call('tupleElement', tuple, int(place));

function partsBetween(later: Term, earlier: Term): Term {
  const difference = (field: (time: Term) => Term) =>
    call('minus', call('toInt64', field(later)), call('toInt64', field(earlier)));
  const clock = difference((time) =>
    call('positiveModulo', call('toUnixTimestamp64Micro', time), int(dayMicros)),
  );
  const lacksDay = call('less', clock, int(0));
  const days = call(
    'minus',
    difference((time) => call('toDayOfMonth', time)),
    lacksDay,
  );
  const lacksMonth = call('less', days, int(0));
  const months = difference((time) =>
    call('plus', call('multiply', call('toYear', time), int(12)), call('toMonth', time)),
  );
  return call(
    'tuple',
    call('minus', months, lacksMonth),
    call('plus', days, call('multiply', lacksMonth, daysInMonth(earlier))),
    call('plus', clock, call('multiply', lacksDay, int(dayMicros))),
  );
}

/** The number of days in the month of a timestamp. */
function daysInMonth(time: Term): Term {
  const first = call('addDays', time, call('minus', int(1), call('toDayOfMonth', time)));
  return call('toInt64', call('toDayOfMonth', call('addDays', call('addMonths', first, int(1)), int(-1))));
}

function timeOf(context: Context, arg: Typed, name: string): Typed {
  const value = arg.type.name === 'unknown' ? implicitly(context, arg, timestampType, name) : arg;
  if (!isTime(value.type)) throw refuseType(context, name, value);
  const time = value.type.name === 'date' ? convert(context, value, timestampType) : value;
  return { ...time, term: cast(time.term, engineType(timestampType, time.nullable)) };
}

export const intervalFunctions: Handlers = { make_interval: makeInterval, age };
