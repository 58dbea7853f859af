import { describe, expect, it } from 'vitest';
import { calendarOf, weekdayOf } from '../../../tests/support/calendars.js';
import {
  clockChanges,
  clockStarts,
  dateOf,
  dayMs,
  type IntlClock,
  intlClock,
  startOfDate,
  stepMsFor,
} from '../../../tests/support/intl-clock.js';
import { bucketStarts } from './buckets.js';
import { type Granularity, granularities } from './granularity.js';
import {
  deprecatedRelativeTimeRanges,
  type RelativeTimeRange,
  relativeTimeRanges,
} from './relative-time-range.js';
import { resolveRelativeTimeRange } from './resolve-relative-time-range.js';
import { type WeekStart, weekStarts } from './week-start.js';

type Expected = readonly [unit: string, first: number, last: number];

/** For each range: its unit, and its first and last unit counted from the current one. */
const n = 5;
const expectedRanges: Record<Exclude<RelativeTimeRange, 'LAST_N'>, Expected> = {
  LAST_N_MINUTES: ['MINUTE', 1 - n, 0],
  LAST_N_HOURS: ['HOUR', 1 - n, 0],
  LAST_N_DAYS: ['DAY', 1 - n, 0],
  LAST_N_WEEKS: ['WEEK', 1 - n, 0],
  LAST_N_MONTHS: ['MONTH', 1 - n, 0],
  LAST_N_QUARTERS: ['QUARTER', 1 - n, 0],
  LAST_N_YEARS: ['YEAR', 1 - n, 0],
  THIS_HOUR: ['HOUR', 0, 0],
  TODAY: ['DAY', 0, 0],
  THIS_WEEK: ['WEEK', 0, 0],
  THIS_MONTH: ['MONTH', 0, 0],
  THIS_QUARTER: ['QUARTER', 0, 0],
  THIS_YEAR: ['YEAR', 0, 0],
  PREVIOUS_HOUR: ['HOUR', -1, -1],
  YESTERDAY: ['DAY', -1, -1],
  PREVIOUS_WEEK: ['WEEK', -1, -1],
  PREVIOUS_MONTH: ['MONTH', -1, -1],
  PREVIOUS_QUARTER: ['QUARTER', -1, -1],
  PREVIOUS_YEAR: ['YEAR', -1, -1],
  NEXT_HOUR: ['HOUR', 1, 1],
  TOMORROW: ['DAY', 1, 1],
  NEXT_WEEK: ['WEEK', 1, 1],
  NEXT_MONTH: ['MONTH', 1, 1],
  NEXT_QUARTER: ['QUARTER', 1, 1],
  NEXT_YEAR: ['YEAR', 1, 1],
  LAST_15_MINUTES: ['MINUTE', -14, 0],
  LAST_30_MINUTES: ['MINUTE', -29, 0],
  LAST_HOUR: ['HOUR', 0, 0],
  LAST_4_HOURS: ['HOUR', -3, 0],
  LAST_12_HOURS: ['HOUR', -11, 0],
  LAST_24_HOURS: ['HOUR', -23, 0],
  LAST_7_DAYS: ['DAY', -6, 0],
  LAST_30_DAYS: ['DAY', -29, 0],
  LAST_90_DAYS: ['DAY', -89, 0],
  LAST_3_MONTHS: ['MONTH', -2, 0],
  LAST_6_MONTHS: ['MONTH', -5, 0],
  LAST_YEAR: ['YEAR', 0, 0],
  LAST_2_YEARS: ['YEAR', -1, 0],
  LAST_5_YEARS: ['YEAR', -4, 0],
};

const minuteMs = 60_000;
const clockWidthsMs: Record<string, number> = {
  MINUTE: minuteMs,
  FIVE_MINUTES: 5 * minuteMs,
  TEN_MINUTES: 10 * minuteMs,
  FIFTEEN_MINUTES: 15 * minuteMs,
  HOUR: 60 * minuteMs,
};

/** The start of the unit that is `ahead` units after the one that holds the instant, by Intl and Date alone. */
function unitStart(
  clock: IntlClock,
  nowMs: number,
  unit: string,
  ahead: number,
  stepMs: number,
  weekStart: WeekStart,
): number {
  const widthMs = clockWidthsMs[unit];
  if (widthMs !== undefined) {
    const wholeMs = Math.floor(nowMs / stepMs) * stepMs;
    const fromMs = wholeMs - widthMs * (2 - Math.min(ahead, 0));
    const startsMs = clockStarts(clock, widthMs, fromMs, wholeMs + 3 * widthMs, stepMs);
    return startsMs[startsMs.findLastIndex((ms) => ms <= nowMs) + ahead]!;
  }
  const today = new Date(dateOf(clock, nowMs));
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const daysIntoWeek = (today.getUTCDay() + 7 - weekdayOf[weekStart]) % 7;
  const dates: Record<string, number> = {
    DAY: Date.UTC(year, month, day + ahead),
    WEEK: Date.UTC(year, month, day - daysIntoWeek + 7 * ahead),
    MONTH: Date.UTC(year, month + ahead, 1),
    QUARTER: Date.UTC(year, 3 * (Math.floor(month / 3) + ahead), 1),
    YEAR: Date.UTC(year + ahead, 0, 1),
  };
  return startOfDate(clock, dates[unit]!);
}

const iso = (range: { startMs: number; stopMs: number }) =>
  [range.startMs, range.stopMs].map((ms) => new Date(ms).toISOString());

describe('relative ranges agree with a clock that is read step by step', () => {
  const expectedEntries = Object.entries(expectedRanges) as [RelativeTimeRange, Expected][];
  const aroundMs = [-1, 0, 25 * minuteMs + 1500, 5 * 60 * minuteMs];

  const weeks = expectedEntries.filter(([, [unit]]) => unit === 'WEEK');

  it.each(clockChanges)('with weeks from every day in %s around %s', (zone, change) => {
    const clock = intlClock(zone);
    for (const nowMs of aroundMs.map((ms) => Date.parse(change) + ms))
      for (const weekStart of weekStarts)
        for (const [relative, [unit, first, last]] of weeks) {
          const startOf = (ahead: number) =>
            unitStart(clock, nowMs, unit, ahead, stepMsFor(change), weekStart);
          const context = { ...calendarOf(zone, weekStart), nowMs, lastNUnit: 'DAY' as const };
          const given = resolveRelativeTimeRange(relative, n, context);
          const wanted = { startMs: startOf(first), stopMs: startOf(last + 1) };
          expect(iso(given), `${relative} from ${weekStart}`).toEqual(iso(wanted));
        }
  });

  it.each(clockChanges)('in %s around %s', (zone, change) => {
    const clock = intlClock(zone);
    const stepMs = stepMsFor(change);
    for (const nowMs of aroundMs.map((ms) => Date.parse(change) + ms)) {
      const context = { ...calendarOf(zone), nowMs, lastNUnit: 'DAY' as const };
      const known = new Map<string, number>();
      const startOf = (unit: string, ahead: number) => {
        const key = `${unit} ${ahead}`;
        const startMs = known.get(key) ?? unitStart(clock, nowMs, unit, ahead, stepMs, 'MONDAY');
        known.set(key, startMs);
        return startMs;
      };
      for (const [relative, [unit, first, last]] of expectedEntries) {
        const wanted = { startMs: startOf(unit, first), stopMs: startOf(unit, last + 1) };
        const given = resolveRelativeTimeRange(relative, n, context);
        expect(iso(given), `${relative} at ${new Date(nowMs).toISOString()}`).toEqual(iso(wanted));
        if (first <= 0 && last === 0) {
          expect(given.startMs <= nowMs && nowMs < given.stopMs, `${relative} holds now`).toBe(true);
        }
      }
    }
  });
});

describe('relative ranges', () => {
  const nowMs = Date.parse('2026-03-08T15:42:10.500Z');
  const resolve = (
    relative: RelativeTimeRange,
    count?: number | null,
    lastNUnit: Granularity = 'DAY',
    zone = 'UTC',
  ) => resolveRelativeTimeRange(relative, count, { ...calendarOf(zone), nowMs, lastNUnit });

  it('are the closed list of the contract', () => {
    expect([...relativeTimeRanges].sort()).toEqual(['LAST_N', ...Object.keys(expectedRanges)].sort());
    expect(deprecatedRelativeTimeRanges).toHaveLength(14);
  });

  it('LAST_N_DAYS with n = 7 is today and the six days before it', () => {
    expect(iso(resolve('LAST_N_DAYS', 7))).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z']);
    expect(iso(resolve('LAST_N_DAYS', 7, 'DAY', 'America/New_York'))).toEqual([
      '2026-03-02T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ]);
  });

  it.each(granularities)('LAST_N at granularity %s is n buckets, the last of which holds now', (unit) => {
    for (const zone of ['UTC', 'America/New_York', 'Australia/Lord_Howe']) {
      const { startMs, stopMs } = resolve('LAST_N', 40, unit, zone);
      const starts = bucketStarts(startMs, stopMs, unit, calendarOf(zone), 100);
      expect(starts).toHaveLength(40);
      expect(starts[0]).toBe(startMs);
      expect(starts.at(-1)).toBeLessThanOrEqual(nowMs);
      expect(stopMs).toBeGreaterThan(nowMs);
    }
  });

  it('counts the hours that the clock shows, also when some are cut short by a change', () => {
    const atNoon = Date.parse('2026-04-05T01:30:00Z');
    const context = {
      ...calendarOf('Australia/Lord_Howe'),
      nowMs: atNoon,
      lastNUnit: 'HOUR' as const,
    };
    const { startMs, stopMs } = resolveRelativeTimeRange('LAST_N', 24, context);
    expect(stopMs - startMs).toBe(23.5 * 60 * minuteMs);
  });

  it('makes a day that the calendar skipped an empty one', () => {
    const context = {
      ...calendarOf('Pacific/Apia'),
      nowMs: Date.parse('2011-12-30T12:00:00Z'),
      lastNUnit: 'DAY' as const,
    };
    const { startMs, stopMs } = resolveRelativeTimeRange('YESTERDAY', null, context);
    expect(stopMs - startMs).toBe(0);
    expect(resolveRelativeTimeRange('LAST_N_DAYS', 2, context).stopMs).toBe(startMs + dayMs);
  });

  it.each([undefined, null, 0, -1, 1.5, Number.NaN, 10_000_001])('refuses n = %s', (count) => {
    for (const relative of relativeTimeRanges.filter((name) => name.startsWith('LAST_N'))) {
      expect(() => resolve(relative, count)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(relative) }),
      );
    }
  });

  it.each([
    ['LAST_N_YEARS', 127, 128],
    ['LAST_N_YEARS', 127, 10_000_000],
    ['LAST_N_DAYS', 46_088, 46_089],
    ['LAST_N_HOURS', 1_000_000, 1_200_000],
    ['LAST_N_MINUTES', 10_000_000, 10_000_001],
  ] as const)('%s goes back with n = %i, but not with n = %i', (relative, good, bad) => {
    expect(resolve(relative, good).startMs).toBeLessThan(nowMs);
    expect(() => resolve(relative, bad)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});
