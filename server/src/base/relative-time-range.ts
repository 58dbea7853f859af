import { badRequest } from './errors.js';
import type { Granularity } from './granularity.js';

/*
 * Every relative range is a series of whole units of the local calendar, relative to the unit that contains `now`.
 * Its stop is the end of a unit, so a range up to now includes the rest of the current unit.
 */

/** `count` units, the last of which is `ahead` units after the current one. */
export interface RelativeSpan {
  readonly unit: Granularity;
  readonly count: number;
  readonly ahead: -1 | 0 | 1;
}

const current = (unit: Granularity): RelativeSpan => ({ unit, count: 1, ahead: 0 });
const previous = (unit: Granularity): RelativeSpan => ({ unit, count: 1, ahead: -1 });
const next = (unit: Granularity): RelativeSpan => ({ unit, count: 1, ahead: 1 });
const last = (count: number, unit: Granularity): RelativeSpan => ({ unit, count, ahead: 0 });

/** The ranges whose length is `n` units. `LAST_N` itself takes its unit from the query. */
const countedUnits = {
  LAST_N: undefined,
  LAST_N_MINUTES: 'MINUTE',
  LAST_N_HOURS: 'HOUR',
  LAST_N_DAYS: 'DAY',
  LAST_N_WEEKS: 'WEEK',
  LAST_N_MONTHS: 'MONTH',
  LAST_N_QUARTERS: 'QUARTER',
  LAST_N_YEARS: 'YEAR',
} as const;

/** Deprecated: each equals the `LAST_N_…` of its unit, with the number in its name as n (1 without a number). */
const deprecatedSpans = {
  LAST_15_MINUTES: last(15, 'MINUTE'),
  LAST_30_MINUTES: last(30, 'MINUTE'),
  LAST_HOUR: last(1, 'HOUR'),
  LAST_4_HOURS: last(4, 'HOUR'),
  LAST_12_HOURS: last(12, 'HOUR'),
  LAST_24_HOURS: last(24, 'HOUR'),
  LAST_7_DAYS: last(7, 'DAY'),
  LAST_30_DAYS: last(30, 'DAY'),
  LAST_90_DAYS: last(90, 'DAY'),
  LAST_3_MONTHS: last(3, 'MONTH'),
  LAST_6_MONTHS: last(6, 'MONTH'),
  LAST_YEAR: last(1, 'YEAR'),
  LAST_2_YEARS: last(2, 'YEAR'),
  LAST_5_YEARS: last(5, 'YEAR'),
} as const;

const fixedSpans = {
  THIS_HOUR: current('HOUR'),
  TODAY: current('DAY'),
  THIS_WEEK: current('WEEK'),
  THIS_MONTH: current('MONTH'),
  THIS_QUARTER: current('QUARTER'),
  THIS_YEAR: current('YEAR'),
  PREVIOUS_HOUR: previous('HOUR'),
  YESTERDAY: previous('DAY'),
  PREVIOUS_WEEK: previous('WEEK'),
  PREVIOUS_MONTH: previous('MONTH'),
  PREVIOUS_QUARTER: previous('QUARTER'),
  PREVIOUS_YEAR: previous('YEAR'),
  NEXT_HOUR: next('HOUR'),
  TOMORROW: next('DAY'),
  NEXT_WEEK: next('WEEK'),
  NEXT_MONTH: next('MONTH'),
  NEXT_QUARTER: next('QUARTER'),
  NEXT_YEAR: next('YEAR'),
  ...deprecatedSpans,
} as const;

export type RelativeTimeRange = keyof typeof countedUnits | keyof typeof fixedSpans;

/** All of them, for the GraphQL enum. */
export const relativeTimeRanges = [
  ...Object.keys(countedUnits),
  ...Object.keys(fixedSpans),
] as readonly RelativeTimeRange[];

export const deprecatedRelativeTimeRanges = Object.keys(deprecatedSpans) as readonly RelativeTimeRange[];

/** The largest `n`, in units: 19 years of minutes. */
export const relativeUnitsMax = 10_000_000;

/** `n` applies to `LAST_N…` only, `lastNUnit` only to `LAST_N` itself. */
export function relativeSpan(
  relative: RelativeTimeRange,
  n: number | null | undefined,
  lastNUnit: Granularity,
): RelativeSpan {
  if (!(relative in countedUnits)) return fixedSpans[relative as keyof typeof fixedSpans];
  if (n == null) throw badRequest(`timeRange ${relative} needs n, the number of units (at least 1).`);
  if (!Number.isInteger(n) || n < 1 || n > relativeUnitsMax) {
    throw badRequest(
      `timeRange.n is ${n}; with ${relative} it must be a whole number from 1 to ${relativeUnitsMax}.`,
    );
  }
  return last(n, countedUnits[relative as keyof typeof countedUnits] ?? lastNUnit);
}
