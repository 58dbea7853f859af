import { call, int, text } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Context } from './context.js';
import { amountsMax, int8, withinReach } from './time-reach.js';
import type { IntervalParts, Typed } from './typed.js';
import { type PgType, scalar } from './types.js';

export const secondMicros = 1_000_000;
export const minuteMicros = 60 * secondMicros;
export const hourMicros = 60 * minuteMicros;
export const dayMicros = 24 * hourMicros;
const daysPerMonth = 30;

type Field = readonly [part: 'months' | 'days' | 'micros', size: number];

const units: Readonly<Record<string, Field>> = {
  microsecond: ['micros', 1],
  millisecond: ['micros', 1000],
  second: ['micros', secondMicros],
  sec: ['micros', secondMicros],
  s: ['micros', secondMicros],
  minute: ['micros', minuteMicros],
  min: ['micros', minuteMicros],
  m: ['micros', minuteMicros],
  hour: ['micros', hourMicros],
  hr: ['micros', hourMicros],
  h: ['micros', hourMicros],
  day: ['days', 1],
  d: ['days', 1],
  week: ['days', 7],
  w: ['days', 7],
  month: ['months', 1],
  mon: ['months', 1],
  year: ['months', 12],
  y: ['months', 12],
  decade: ['months', 120],
  century: ['months', 1200],
};

export function unitOf(name: string): Field | null {
  const key = name.toLowerCase();
  for (const candidate of [key, key.replace(/s$/, '')]) {
    if (Object.hasOwn(units, candidate)) return units[candidate] ?? null;
  }
  return null;
}

const part = /\s*((?:[+-]\s*)?\d+(?:\.\d+)?)\s*([a-z]+)\s*,?/iy;
const clock = /\s*([+-]?)(\d{1,4}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?\s*$/y;

/** `'1 day 2 hours'`, `'1' DAY`, `'1 day 02:30:00'`. Months and days must be integers. */
export function intervalOfText(context: Context, written: string, unit: string | null, at: number): Typed {
  // A bare number counts seconds.
  const named = unit ?? (/^\s*[+-]?\d+(\.\d+)?\s*$/.test(written) ? 'seconds' : null);
  const text = (named === null ? written : `${written.trim()} ${named}`).trimEnd();
  const total = { months: 0, days: 0, micros: 0 };
  let end = 0;
  let isAgo = false;
  while (end < text.length) {
    clock.lastIndex = end;
    const time = clock.exec(text);
    if (time !== null) {
      const [, sign, hours, minutes, seconds = '0', fraction = ''] = time;
      const micros =
        Number(hours) * hourMicros + Number(minutes) * minuteMicros + Number(seconds) * secondMicros;
      total.micros += (sign === '-' ? -1 : 1) * (micros + Number(fraction.padEnd(6, '0')));
      break;
    }
    if (/^\s*ago$/i.test(text.slice(end)) && end > 0) {
      isAgo = true;
      break;
    }
    part.lastIndex = end;
    const [, amount = '', name = ''] = part.exec(text) ?? [];
    const field = unitOf(name);
    const value = field === null ? Number.NaN : Number(amount.replace(/\s/g, '')) * field[1];
    if (field === null || !Number.isSafeInteger(value)) {
      throw context.refuse(at, "Write an interval as amounts and units: INTERVAL '1 day 2 hours'.");
    }
    total[field[0]] += value;
    end = part.lastIndex;
  }
  if (text.trim() === '') throw context.refuse(at, 'The interval is empty.');
  const sign = isAgo ? -1 : 1;
  const term = (value: number) => (value === 0 ? null : int(value * sign));
  return intervalOf(
    { months: term(total.months), days: term(total.days), micros: term(total.micros) },
    false,
    at,
  );
}

export function intervalOf(parts: IntervalParts, nullable: boolean, at: number): Typed {
  return { term: totalMicros(parts), type: scalar('interval'), nullable, at, interval: parts };
}

/** The length by which PostgreSQL compares intervals: a month is 30 days and a day is 24 hours. */
function totalMicros({ months, days, micros }: IntervalParts): Term {
  const terms: Term[] = [];
  if (months !== null) terms.push(call('multiply', wide(months), int(daysPerMonth * dayMicros)));
  if (days !== null) terms.push(call('multiply', wide(days), int(dayMicros)));
  if (micros !== null) terms.push(wide(micros));
  const [first = wide(int(0)), ...rest] = terms;
  return rest.reduce((sum, term) => call('plus', sum, term), first);
}

const wide = (term: Term): Term => call('toInt128', term);
const negated = (term: Term): Term =>
  term.kind === 'number' ? int(-term.value) : call('negate', wide(term));

export function partsOf(context: Context, value: Typed): IntervalParts {
  if (value.interval !== undefined) return value.interval;
  throw context.refuse(value.at, 'An interval as a column of a subquery is not supported.');
}

export function combine(op: '+' | '-', a: IntervalParts, b: IntervalParts): IntervalParts {
  const join = (x: Term | null, y: Term | null): Term | null => {
    if (y === null) return x;
    if (x === null) return op === '+' ? y : negated(y);
    if (x.kind === 'number' && y.kind === 'number')
      return int(op === '+' ? x.value + y.value : x.value - y.value);
    return call(op === '+' ? 'plus' : 'minus', wide(x), wide(y));
  };
  return { months: join(a.months, b.months), days: join(a.days, b.days), micros: join(a.micros, b.micros) };
}

/** Multiplies an interval. A literal factor is applied here, so that the size of the interval stays known. */
export function scale(parts: IntervalParts, { term: factor, literal }: Typed): IntervalParts {
  const times = (term: Term | null) => {
    if (term === null) return null;
    const product = term.kind === 'number' ? term.value * Number(literal) : Number.NaN;
    return Number.isSafeInteger(product) ? int(product) : call('multiply', wide(term), wide(factor));
  };
  return { months: times(parts.months), days: times(parts.days), micros: times(parts.micros) };
}

/**
 * Multiplies or divides an interval by a double. As in PostgreSQL, fractions of months become days, and fractions of days
 * become time, in steps of microseconds.
 */
export function fractionOf(
  { months, days, micros }: IntervalParts,
  op: '*' | '/',
  factor: Term,
  nullable: boolean,
): IntervalParts {
  const product = (term: Term | null): Term =>
    term === null ? int(0) : call(op === '*' ? 'multiply' : 'divide', call('toFloat64', term), factor);
  const inMicros = (seconds: Term) =>
    call('divide', call('roundBankers', call('multiply', seconds, int(secondMicros))), int(secondMicros));
  const fraction = (term: Term) => call('minus', term, call('trunc', term));
  const [m, d] = [product(months), product(days)];
  const spilledDays = inMicros(call('multiply', fraction(m), int(daysPerMonth)));
  const spilledSeconds = inMicros(
    call('multiply', call('plus', fraction(d), fraction(spilledDays)), int(dayMicros / secondMicros)),
  );
  // Under a NULL there can be an infinity, which a plain cast refuses.
  const whole = (term: Term) =>
    nullable ? call('accurateCastOrNull', term, text('Int64')) : call('toInt64', term);
  const time = call('plus', product(micros), call('multiply', spilledSeconds, int(secondMicros)));
  return {
    months: months === null ? null : whole(call('trunc', m)),
    days:
      months === null && days === null
        ? null
        : whole(call('plus', call('trunc', d), call('trunc', spilledDays))),
    micros: whole(call('roundBankers', time)),
  };
}

/** Adds an interval to a timestamp: months first, then days, then time, as in PostgreSQL. */
export function moved(
  time: Term,
  op: '+' | '-',
  { months, days, micros }: IntervalParts,
  type: PgType,
  nullable: boolean,
): Term {
  let result = time;
  const move = (name: keyof typeof amountsMax, amount: Term | null) => {
    if (amount === null) return;
    const by = op === '+' ? amount : negated(amount);
    const isKnown = by.kind === 'number' && Math.abs(by.value) <= amountsMax[name];
    const tooLarge = isKnown ? undefined : call('greater', call('abs', wide(by)), int8(amountsMax[name]));
    const step = call(name, result, isKnown ? by : call('toInt64', by));
    result = withinReach(step, type, nullable, tooLarge);
  };
  move('addMonths', months);
  move('addDays', days);
  move('addMicroseconds', micros);
  return result;
}
