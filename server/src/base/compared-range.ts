import { Temporal } from 'temporal-polyfill';
import { dateAt, startOfDateMs } from './calendar-date.js';
import { formatDateTime } from './date-time.js';
import { badInput, badRequest } from './errors.js';
import { dayMs } from './granularity.js';
import { timeEndMs, timeMinMs, timeYearMax, timeYearMin } from './time-limits.js';
import type { TimeRange } from './time-range.js';
import type { TimeZone } from './time-zone.js';

/** The earlier periods that a time range can be compared with. */
export const comparePeriods = [
  'PREVIOUS_PERIOD',
  'SAME_PERIOD_LAST_WEEK',
  'SAME_PERIOD_LAST_MONTH',
  'SAME_PERIOD_LAST_YEAR',
] as const;

export type ComparePeriod = (typeof comparePeriods)[number];

/** What a time range is compared with: a period, or a range of its own. */
export interface CompareWith {
  readonly period?: ComparePeriod | null | undefined;
  readonly startMs?: number | null | undefined;
  readonly stopMs?: number | null | undefined;
  /** Moves back by whole weeks only. */
  readonly alignWeekdays?: boolean | null | undefined;
}

/** [startMs, stopMs) in milliseconds since 1970. */
export interface ClosedRange {
  readonly startMs: number;
  readonly stopMs: number;
}

export interface ComparedRange extends ClosedRange {
  /** Whether the range depends on the current time, because the main one is not over yet. */
  readonly moves: boolean;
}

/** The range that a range is compared with. */
export function comparedRange(
  range: TimeRange,
  compare: CompareWith,
  timeZone: TimeZone,
  nowMs: number,
): ComparedRange {
  const { period, startMs, stopMs, alignWeekdays } = compare;
  if (period == null) return { ...givenRange(startMs, stopMs, alignWeekdays), moves: false };
  if (startMs != null || stopMs != null)
    throw badInput('compare', 'give either a period, or start and stop, but not both.');
  const main = closed(range);
  const step = stepOf(main, period, alignWeekdays === true, timeZone);
  const found = movedBack(main, step, timeZone, nowMs);
  if (found.startMs < timeMinMs || found.stopMs > timeEndMs)
    throw badInput(
      'compare',
      `${period} leaves the years ${timeYearMin} to ${timeYearMax}. Choose a later time range.`,
    );
  return { ...found, moves: nowMs < main.stopMs };
}

function givenRange(
  startMs: number | null | undefined,
  stopMs: number | null | undefined,
  alignWeekdays: boolean | null | undefined,
): ClosedRange {
  if (startMs == null || stopMs == null) throw badInput('compare', 'give a period, or both start and stop.');
  if (alignWeekdays)
    throw badRequest('compare.alignWeekdays needs compare.period; start and stop are compared as they are.');
  if (startMs > stopMs)
    throw badRequest(
      `compare.start ${formatDateTime(startMs)} is after compare.stop ${formatDateTime(stopMs)}.`,
    );
  return { startMs, stopMs };
}

function closed({ startMs, stopMs }: TimeRange): ClosedRange {
  if (startMs !== null && stopMs !== null) return { startMs, stopMs };
  const missing =
    startMs === null && stopMs === null ? 'start and stop' : startMs === null ? 'start' : 'stop';
  throw badRequest(
    `compare.period needs a timeRange with both ends, and this one has no ${missing}. ` +
      'Give a relative range or both ends, or give compare.start and compare.stop.',
  );
}

/** How far a range moves back: by the calendar, or by the clock. */
type Step = { readonly months: number } | { readonly days: number } | { readonly ms: number };

const daysPerWeek = 7;

function stepOf(range: ClosedRange, period: ComparePeriod, weekdays: boolean, timeZone: TimeZone): Step {
  switch (period) {
    case 'SAME_PERIOD_LAST_WEEK':
      return { days: daysPerWeek };
    case 'SAME_PERIOD_LAST_MONTH':
      return weekdays ? { days: 4 * daysPerWeek } : { months: 1 };
    case 'SAME_PERIOD_LAST_YEAR':
      return weekdays ? { days: 52 * daysPerWeek } : { months: 12 };
    case 'PREVIOUS_PERIOD':
      return weekdays ? wholeWeeks(range, timeZone) : ownLength(range, timeZone);
  }
}

/** A range of whole months is as many months long, one of whole days as many days, whatever their lengths. */
function ownLength({ startMs, stopMs }: ClosedRange, timeZone: TimeZone): Step {
  const first = dateStartingAt(startMs, timeZone);
  const end = dateStartingAt(stopMs, timeZone);
  if (first === null || end === null) return { ms: stopMs - startMs };
  if (first.day === 1 && end.day === 1)
    return { months: 12 * (end.year - first.year) + end.month - first.month };
  return { days: first.until(end, { largestUnit: 'days' }).days };
}

/** As many weeks as contain the range on the local clock. */
function wholeWeeks({ startMs, stopMs }: ClosedRange, timeZone: TimeZone): Step {
  const length = localTime(startMs, timeZone).until(localTime(stopMs, timeZone)).total('milliseconds');
  return { days: daysPerWeek * Math.ceil(length / (daysPerWeek * dayMs)) };
}

const localTime = (epochMs: number, timeZone: TimeZone) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDateTime();

/** The local day that begins at an instant; null if none does. */
function dateStartingAt(epochMs: number, timeZone: TimeZone): Temporal.PlainDate | null {
  const date = dateAt(epochMs, timeZone);
  return startOfDateMs(date, timeZone) === epochMs ? date : null;
}

/**
 * The earlier range. If the main range contains now, only its part until now is compared: the earlier range ends where now
 * moves back to.
 */
function movedBack(range: ClosedRange, step: Step, timeZone: TimeZone, nowMs: number): ClosedRange {
  const startMs = movedStart(range.startMs, step, timeZone);
  const endOf = (endMs: number) => {
    const movedMs = movedEnd(endMs, range.startMs, step, timeZone);
    // Local time that was skipped or repeated can put the end before the start. Then the length decides.
    return movedMs > startMs ? movedMs : startMs + (endMs - range.startMs);
  };
  const stopMs = endOf(range.stopMs);
  const isPartial = range.startMs < nowMs && nowMs < range.stopMs;
  return { startMs, stopMs: isPartial ? Math.min(stopMs, endOf(nowMs)) : stopMs };
}

/** On a day that the earlier month does not have, it is the last day of that month. */
function movedStart(epochMs: number, step: Step, timeZone: TimeZone): number {
  if ('ms' in step) return epochMs - step.ms;
  const date = dateStartingAt(epochMs, timeZone);
  // The first instant of a day stays one, also where the clocks go forward at midnight.
  if (date !== null) return startOfDateMs(date.subtract(step), timeZone);
  return localTime(epochMs, timeZone).subtract(step).toZonedDateTime(timeZone).epochMilliseconds;
}

/**
 * On a day that the earlier month does not have, it is the end of that month, so that a range of several days contains the
 * month's last day as a whole. A range inside of one such day stays inside of one.
 */
function movedEnd(epochMs: number, startMs: number, step: Step, timeZone: TimeZone): number {
  if (!('months' in step)) return movedStart(epochMs, step, timeZone);
  const date = dateAt(epochMs, timeZone);
  const moved = date.subtract(step);
  if (moved.day === date.day || date.equals(dateAt(startMs, timeZone)))
    return movedStart(epochMs, step, timeZone);
  return startOfDateMs(moved.add({ days: 1 }), timeZone);
}
