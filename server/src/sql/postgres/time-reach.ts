import { call, cast, text, unless } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { someTerm } from '../term/walk-term.js';
import { engineType, type PgType } from './types.js';

/**
 * The range of dates and times. The engine silently clips results to the first day of the year 0 and the last day of
 * 9999, so a result at either end is treated as an error.
 */
const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-30T00:00:00Z');
const middleMs = (firstMs + lastMs) / 2;
const halfMs = (lastMs - firstMs) / 2;

export const dayMs = 86_400_000;
/** The number of days in the range. */
const daysMax = (lastMs - firstMs) / dayMs;
export const amountsMax = {
  addMonths: Math.ceil(daysMax / 28),
  addDays: daysMax,
  addMicroseconds: daysMax * dayMs * 1000,
} as const;

/** A 64-bit integer. Microseconds can exceed the range of an `int` term. */
export const int8 = (value: number): Term => ({
  kind: 'value',
  type: 'Int64',
  text: String(BigInt(Math.ceil(value))),
});

/** A computed date or timestamp, or an error if it is out of range. */
export function withinReach(time: Term, type: PgType, nullable: boolean, amountTooLarge?: Term): Term {
  if (amountTooLarge === undefined && daysFromStored(time) <= storedDaysMax) return time;
  const isDate = type.name === 'date';
  const unit = isDate ? 1 / dayMs : 1000;
  const place = isDate
    ? cast(time, nullable ? 'Nullable(Int32)' : 'Int32')
    : call('toUnixTimestamp64Micro', time);
  const outside = pastReach(place, unit);
  const isWrong = amountTooLarge === undefined ? outside : call('or', amountTooLarge, outside);
  const message = `${isDate ? 'date' : 'timestamp'} out of range`;
  return checked(isWrong, message, time, type, nullable);
}

/** Stored times, from 1900 to 2299, stay in range if moved by no more than this. */
const storedDaysMax = 1_000 * 365;
const stepDays: Readonly<Record<string, number>> = {
  addMonths: 31,
  addDays: 1,
  addMicroseconds: 1 / (1000 * dayMs),
};

/** How many days a time can be from a stored time or from today. Infinity if that is not known. */
function daysFromStored(time: Term): number {
  if (time.kind === 'call' && time.name === 'now64') return 0;
  if (time.kind === 'column') return time.isStoredTime === true ? 0 : Number.POSITIVE_INFINITY;
  if (time.kind === 'cast') return daysFromStored(time.operand);
  const days = time.kind === 'call' ? stepDays[time.name] : undefined;
  const [from, amount] = time.kind === 'call' ? time.args : [];
  if (days === undefined || from === undefined || amount === undefined) return Number.POSITIVE_INFINITY;
  return daysFromStored(from) + days * writtenAmount(amount);
}

/** The absolute value of a number literal. Infinity if it is computed. */
function writtenAmount(term: Term): number {
  if (term.kind === 'number') return Math.abs(term.value);
  if (term.kind === 'value' && term.type === 'Int64') return Math.abs(Number(term.text));
  if (term.kind === 'cast') return writtenAmount(term.operand);
  const [operand] = term.kind === 'call' && signs.has(term.name) ? term.args : [];
  return operand === undefined ? Number.POSITIVE_INFINITY : writtenAmount(operand);
}

const signs = new Set(['negate', 'toInt64']);

/** Whether a number of units since 1970 is out of range. NaN counts as out of range. */
export function pastReach(place: Term, unitsPerMs: number): Term {
  const distance = call('abs', call('minus', place, int8(middleMs * unitsPerMs)));
  return call('not', call('lessOrEquals', distance, int8(halfMs * unitsPerMs)));
}

function checked(isWrong: Term, message: string, time: Term, type: PgType, nullable: boolean): Term {
  if (nullable || someTerm(time, ({ kind }) => !constantKinds.has(kind)))
    return cast(unless(isWrong, message, time), engineType(type, nullable));
  // throwIf runs for every record and keeps the engine from using the index. Casting invalid text to a number fails too,
  // but is constant-folded: `at > TIMESTAMP '2026-01-01' - INTERVAL '1 day'` can still use the index.
  return call('addDays', time, cast(call('if', isWrong, text(message), text('0')), 'Int64'));
}

const constantKinds = new Set<Term['kind']>([
  'value',
  'constant',
  'number',
  'text',
  'call',
  'cast',
  'checked',
]);
