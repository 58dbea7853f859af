import { call, cast, text, unless } from '../build-term.js';
import type { Term } from '../term.js';
import { someTerm } from '../walk-term.js';
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

/** Whether a number of such units since 1970 is outside; of no number at all it is. */
export function pastReach(place: Term, unitsPerMs: number): Term {
  const distance = call('abs', call('minus', place, int8(middleMs * unitsPerMs)));
  return call('not', call('lessOrEquals', distance, int8(halfMs * unitsPerMs)));
}

function checked(isWrong: Term, message: string, time: Term, type: PgType, nullable: boolean): Term {
  if (nullable || someTerm(time, ({ kind }) => !constantKinds.has(kind)))
    return cast(unless(isWrong, message, time), engineType(type, nullable));
  // A throwIf is computed for every record, and what it stands in no longer finds records by their order.
  // Text that is no number fails as well, once: `at > now() - INTERVAL '1 day'` stays a constant.
  return call('addDays', time, cast(call('if', isWrong, text(message), text('0')), 'Int64'));
}

const constantKinds = new Set<Term['kind']>(['value', 'constant', 'number', 'text', 'call', 'cast']);
