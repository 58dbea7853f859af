import { call, cast, text, unless } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { someTerm } from '../term/walk-term.js';
import { engineType, type PgType } from './types.js';

/**
 * What dates and times reach. Whatever is added, the engine goes no further than the last day of 9999 and the
 * first of a year 0, without a word; what comes to one of these is an error.
 */
const firstMs = Date.parse('0001-01-01T00:00:00Z');
const lastMs = Date.parse('9999-12-30T00:00:00Z');
const middleMs = (firstMs + lastMs) / 2;
const halfMs = (lastMs - firstMs) / 2;

export const dayMs = 86_400_000;
/** More than there is between the first and the last day. */
const daysMax = (lastMs - firstMs) / dayMs;
export const amountsMax = {
  addMonths: Math.ceil(daysMax / 28),
  addDays: daysMax,
  addMicroseconds: daysMax * dayMs * 1000,
} as const;

/** Microseconds are more than a number of the statement's shape can be. */
export const int8 = (value: number): Term => ({
  kind: 'value',
  type: 'Int64',
  text: String(BigInt(Math.ceil(value))),
});

/** A date or timestamp that was moved; an error when that led out of what the engine can hold. */
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

/** From 1900 and from 2299, this far is inside. */
const storedDaysMax = 1_000 * 365;
const stepDays: Readonly<Record<string, number>> = {
  addMonths: 31,
  addDays: 1,
  addMicroseconds: 1 / (1000 * dayMs),
};

/** How far a time can be from those that Data Pools hold, and from today; infinite where anything else is in it. */
function daysFromStored(time: Term): number {
  if (time.kind === 'call' && time.name === 'now64') return 0;
  if (time.kind === 'column') return time.isStoredTime === true ? 0 : Number.POSITIVE_INFINITY;
  if (time.kind === 'cast') return daysFromStored(time.operand);
  const days = time.kind === 'call' ? stepDays[time.name] : undefined;
  const [from, amount] = time.kind === 'call' ? time.args : [];
  if (days === undefined || from === undefined || amount === undefined) return Number.POSITIVE_INFINITY;
  return daysFromStored(from) + days * writtenAmount(amount);
}

/** The size of a number of the statement's own; infinite where it is computed. */
function writtenAmount(term: Term): number {
  if (term.kind === 'number') return Math.abs(term.value);
  if (term.kind === 'value' && term.type === 'Int64') return Math.abs(Number(term.text));
  if (term.kind === 'cast') return writtenAmount(term.operand);
  const [operand] = term.kind === 'call' && signs.has(term.name) ? term.args : [];
  return operand === undefined ? Number.POSITIVE_INFINITY : writtenAmount(operand);
}

const signs = new Set(['negate', 'toInt64']);

/** Whether a number of such units since 1970 is outside; of no number at all it is. */
export function pastReach(place: Term, unitsPerMs: number): Term {
  const distance = call('abs', call('minus', place, int8(middleMs * unitsPerMs)));
  return call('not', call('lessOrEquals', distance, int8(halfMs * unitsPerMs)));
}

function checked(isWrong: Term, message: string, time: Term, type: PgType, nullable: boolean): Term {
  if (nullable || someTerm(time, ({ kind }) => !constantKinds.has(kind)))
    return cast(unless(isWrong, message, time), engineType(type, nullable));
  // A throwIf is computed for every record, and what it stands in no longer finds records by their order.
  // Text that is no number fails as well, once: `at > TIMESTAMP '2026-01-01' - INTERVAL '1 day'` stays a constant.
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
