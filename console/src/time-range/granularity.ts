import type { TimeSeriesGranularity, WeekStart } from '@weir/client';
import { betweenOf, fromLocalText, lastNOf, type RangeText, toLocalText } from './time-range.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** From fine to coarse, with their usual length. */
const lengthsMs: Readonly<Record<TimeSeriesGranularity, number>> = {
  MINUTE: minuteMs,
  FIVE_MINUTES: 5 * minuteMs,
  TEN_MINUTES: 10 * minuteMs,
  FIFTEEN_MINUTES: 15 * minuteMs,
  THIRTY_MINUTES: 30 * minuteMs,
  HOUR: 60 * minuteMs,
  DAY: dayMs,
  WEEK: 7 * dayMs,
  MONTH: 30 * dayMs,
  QUARTER: 91 * dayMs,
  YEAR: 365 * dayMs,
};

export const granularities = Object.keys(lengthsMs) as readonly TimeSeriesGranularity[];

export const weekStarts: readonly WeekStart[] = ['MONDAY', 'SUNDAY', 'SATURDAY'];

/** The coarsest granularity that gives a range at least so many buckets. */
export function granularityFor(spanMs: number, bucketsMin: number): TimeSeriesGranularity {
  return granularities.findLast((granularity) => spanMs / lengthsMs[granularity] >= bucketsMin) ?? 'MINUTE';
}

/** A bucket's end, by the calendar of a zone for whole days and longer. */
export function bucketStop(start: string, granularity: TimeSeriesGranularity, timeZone: string): string {
  if (lengthsMs[granularity] < dayMs)
    return instantText(new Date(Date.parse(start) + lengthsMs[granularity]));
  const local = new Date(`${toLocalText(start, timeZone)}Z`);
  const months = { MONTH: 1, QUARTER: 3, YEAR: 12 }[granularity as string];
  if (months === undefined) local.setUTCDate(local.getUTCDate() + (granularity === 'WEEK' ? 7 : 1));
  else local.setUTCMonth(local.getUTCMonth() + months);
  return fromLocalText(local.toISOString().slice(0, 19), timeZone);
}

const instantText = (instant: Date) => instant.toISOString().replace('.000Z', 'Z');

const unitMs: Readonly<Record<string, number>> = {
  MINUTE: minuteMs,
  HOUR: 60 * minuteMs,
  DAY: dayMs,
  WEEK: 7 * dayMs,
  MONTH: 30 * dayMs,
  QUARTER: 91 * dayMs,
  YEAR: 365 * dayMs,
};

/** About how long a range is; undefined if its records decide. */
export function roughSpanMs(range: RangeText, nowMs: number): number | undefined {
  const last = lastNOf(range);
  if (last) return last.n * (unitMs[last.unit.replace(/S$/, '')] ?? dayMs);
  const between = betweenOf(range);
  if (between) {
    const stopMs = between.stop === '' ? nowMs : Date.parse(between.stop);
    return between.start === '' ? undefined : stopMs - Date.parse(between.start);
  }
  if (range === '') return undefined;
  const unit = Object.keys(unitMs).find((name) => range.endsWith(name));
  return unit ? unitMs[unit] : dayMs;
}
