import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarOf } from '../../../tests/support/calendars.js';
import { extent } from '../../../tests/support/extent.js';
import {
  clockChanges,
  dateOf,
  dayMs,
  type IntlClock,
  intlClock,
  startOfDate,
} from '../../../tests/support/intl-clock.js';
import { type ComparePeriod, type CompareWith, comparedRange, comparePeriods } from './compared-range.js';
import { formatDateTime } from './date-time.js';

const future = '2299-01-01T00:00:00Z';

function compared(start: string, stop: string, compare: CompareWith, zone = 'UTC', now = future) {
  const range = { startMs: Date.parse(start), stopMs: Date.parse(stop) };
  const { startMs, stopMs } = comparedRange(range, compare, calendarOf(zone).timeZone, Date.parse(now));
  return `${formatDateTime(startMs)} ${formatDateTime(stopMs)}`.replaceAll('T00:00:00Z', '');
}

const week = { period: 'SAME_PERIOD_LAST_WEEK' } as const;
const month = { period: 'SAME_PERIOD_LAST_MONTH' } as const;
const year = { period: 'SAME_PERIOD_LAST_YEAR' } as const;
const previous = { period: 'PREVIOUS_PERIOD' } as const;
const weekdays = { alignWeekdays: true } as const;

test.each<[string, string, string, CompareWith, string]>([
  ['a week', '2026-03-04', '2026-03-11', week, '2026-02-25 2026-03-04'],
  [
    'hours of a week before',
    '2026-03-04T10:30:00Z',
    '2026-03-04T12:00:00Z',
    week,
    '2026-02-25T10:30:00Z 2026-02-25T12:00:00Z',
  ],
  ['a longer month before', '2026-02-01', '2026-03-01', month, '2026-01-01 2026-02-01'],
  ['a shorter month before', '2026-03-01', '2026-04-01', month, '2026-02-01 2026-03-01'],
  ['the month before January', '2026-01-01', '2026-02-01', month, '2025-12-01 2026-01-01'],
  ['a day that the month before lacks', '2026-03-31', '2026-04-01', month, '2026-02-28 2026-03-01'],
  ['a day before one that it lacks', '2026-03-30', '2026-03-31', month, '2026-02-28 2026-03-01'],
  ['days up to one that it lacks', '2026-03-10', '2026-03-30', month, '2026-02-10 2026-03-01'],
  [
    'hours of a day that it lacks',
    '2026-03-31T10:00:00Z',
    '2026-03-31T12:00:00Z',
    month,
    '2026-02-28T10:00:00Z 2026-02-28T12:00:00Z',
  ],
  [
    'hours of two days that it lacks',
    '2026-03-30T20:00:00Z',
    '2026-03-31T04:00:00Z',
    month,
    '2026-02-28T20:00:00Z 2026-03-01',
  ],
  ['the last day of a leap February', '2028-03-31', '2028-04-01', month, '2028-02-29 2028-03-01'],
  ['29 February a year before', '2028-02-29', '2028-03-01', year, '2027-02-28 2027-03-01'],
  ['the day before 29 February', '2028-02-28', '2028-02-29', year, '2027-02-28 2027-03-01'],
  ['a leap February', '2028-02-01', '2028-03-01', year, '2027-02-01 2027-03-01'],
  [
    'a February before which there was a leap year',
    '2029-02-01',
    '2029-03-01',
    year,
    '2028-02-01 2028-03-01',
  ],
  ['a leap year', '2028-01-01', '2029-01-01', year, '2027-01-01 2028-01-01'],
  ['a month by weekdays', '2026-03-02', '2026-03-09', { ...month, ...weekdays }, '2026-02-02 2026-02-09'],
  ['a year by weekdays', '2026-03-02', '2026-03-09', { ...year, ...weekdays }, '2025-03-03 2025-03-10'],
  ['a week by weekdays', '2026-03-04', '2026-03-11', { ...week, ...weekdays }, '2026-02-25 2026-03-04'],
  ['the previous month', '2026-03-01', '2026-04-01', previous, '2026-02-01 2026-03-01'],
  ['the previous quarter', '2026-01-01', '2026-04-01', previous, '2025-10-01 2026-01-01'],
  ['the previous year', '2025-01-01', '2026-01-01', previous, '2024-01-01 2025-01-01'],
  ['the previous days', '2026-03-03', '2026-03-10', previous, '2026-02-24 2026-03-03'],
  [
    'the previous hours',
    '2026-03-03T05:00:00Z',
    '2026-03-03T11:00:00Z',
    previous,
    '2026-03-02T23:00:00Z 2026-03-03T05:00:00Z',
  ],
  [
    'the previous 30 days by weekdays',
    '2026-03-01',
    '2026-03-31',
    { ...previous, ...weekdays },
    '2026-01-25 2026-02-24',
  ],
  [
    'the previous hours by weekdays',
    '2026-03-03T05:00:00Z',
    '2026-03-03T11:00:00Z',
    { ...previous, ...weekdays },
    '2026-02-24T05:00:00Z 2026-02-24T11:00:00Z',
  ],
  ['nothing', '2026-03-03', '2026-03-03', previous, '2026-03-03 2026-03-03'],
  ['a range of its own', '2026-03-03', '2026-03-10', { startMs: 0, stopMs: dayMs }, '1970-01-01 1970-01-02'],
])('compares with %s', (_what, start, stop, compare, expected) => {
  expect(compared(start, stop, compare)).toBe(expected);
});

describe('where clocks change', () => {
  const berlin = 'Europe/Berlin';
  test.each<[string, string, string, CompareWith, string]>([
    // On 29 March 2026 clocks were put forward, on 25 October 2026 back.
    [
      'a day of 23 hours with one of 24',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      week,
      '2026-03-21T23:00:00Z 2026-03-22T23:00:00Z',
    ],
    [
      'a day of 24 hours with one of 23',
      '2026-04-04T22:00:00Z',
      '2026-04-05T22:00:00Z',
      week,
      '2026-03-28T23:00:00Z 2026-03-29T22:00:00Z',
    ],
    [
      'a day of 25 hours with one of 24',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
      previous,
      '2026-10-23T22:00:00Z 2026-10-24T22:00:00Z',
    ],
    [
      'a day of 24 hours with one of 25',
      '2026-10-25T23:00:00Z',
      '2026-10-26T23:00:00Z',
      previous,
      '2026-10-24T22:00:00Z 2026-10-25T23:00:00Z',
    ],
    [
      'an hour with one that was skipped',
      '2026-04-05T00:00:00Z',
      '2026-04-05T01:00:00Z',
      week,
      '2026-03-29T01:00:00Z 2026-03-29T02:00:00Z',
    ],
    [
      'time around the end of skipped time',
      '2026-04-05T00:50:00Z',
      '2026-04-05T01:10:00Z',
      week,
      '2026-03-29T01:50:00Z 2026-03-29T02:10:00Z',
    ],
    [
      'both passes of a repeated hour',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:15:00Z',
      week,
      '2026-10-18T00:30:00Z 2026-10-18T01:15:00Z',
    ],
    [
      'a month',
      '2026-03-31T22:00:00Z',
      '2026-04-30T22:00:00Z',
      month,
      '2026-02-28T23:00:00Z 2026-03-31T22:00:00Z',
    ],
    [
      'a week by weekdays of 169 hours',
      '2026-10-19T10:00:00Z',
      '2026-10-26T11:00:00Z',
      { ...previous, ...weekdays },
      '2026-10-12T10:00:00Z 2026-10-19T10:00:00Z',
    ],
  ])('compares %s', (_what, start, stop, compare, expected) => {
    expect(compared(start, stop, compare, berlin)).toBe(expected);
  });

  test('a day that begins at 01:00 stays a whole day', () => {
    expect(compared('2018-11-11T02:00:00Z', '2018-11-12T02:00:00Z', week, 'America/Sao_Paulo')).toBe(
      '2018-11-04T03:00:00Z 2018-11-05T02:00:00Z',
    );
  });
});

describe('a range that is not over', () => {
  test.each<[string, string, string, CompareWith, string, string]>([
    [
      'today',
      '2026-03-17',
      '2026-03-18',
      previous,
      '2026-03-17T10:00:00Z',
      '2026-03-16 2026-03-16T10:00:00Z',
    ],
    [
      'this week',
      '2026-03-16',
      '2026-03-23',
      week,
      '2026-03-18T10:00:00Z',
      '2026-03-09 2026-03-11T10:00:00Z',
    ],
    [
      'this month',
      '2026-03-01',
      '2026-04-01',
      month,
      '2026-03-17T10:00:00Z',
      '2026-02-01 2026-02-17T10:00:00Z',
    ],
    [
      'this month on a day that the last one lacks',
      '2026-03-01',
      '2026-04-01',
      month,
      '2026-03-29T10:00:00Z',
      '2026-02-01 2026-03-01',
    ],
    [
      'a day that the last month lacks',
      '2026-03-31',
      '2026-04-01',
      month,
      '2026-03-31T10:00:00Z',
      '2026-02-28 2026-02-28T10:00:00Z',
    ],
    [
      'the last six hours',
      '2026-03-17T05:00:00Z',
      '2026-03-17T11:00:00Z',
      previous,
      '2026-03-17T10:20:00Z',
      '2026-03-16T23:00:00Z 2026-03-17T04:20:00Z',
    ],
    [
      'this year on 29 February',
      '2028-01-01',
      '2029-01-01',
      year,
      '2028-02-29T10:00:00Z',
      '2027-01-01 2027-03-01',
    ],
    ['a range that begins now', '2026-03-17', '2026-03-18', previous, '2026-03-17', '2026-03-16 2026-03-17'],
    ['tomorrow', '2026-03-18', '2026-03-19', week, '2026-03-17T10:00:00Z', '2026-03-11 2026-03-12'],
    ['yesterday', '2026-03-16', '2026-03-17', week, '2026-03-17T10:00:00Z', '2026-03-09 2026-03-10'],
    [
      'with a range of its own',
      '2026-03-17',
      '2026-03-18',
      { startMs: 0, stopMs: dayMs },
      '2026-03-17T10:00:00Z',
      '1970-01-01 1970-01-02',
    ],
  ])('is compared with the same part: %s', (_what, start, stop, compare, now, expected) => {
    expect(compared(start, stop, compare, 'UTC', now)).toBe(expected);
  });

  test('moves with the time until it is over', () => {
    const range = { startMs: 1_000 * dayMs, stopMs: 1_001 * dayMs };
    const moves = (nowMs: number, compare: CompareWith = week) =>
      comparedRange(range, compare, calendarOf('UTC').timeZone, nowMs).moves;
    expect([range.startMs - 1, range.startMs + 1, range.stopMs].map((now) => moves(now))).toEqual([
      true,
      true,
      false,
    ]);
    expect(moves(range.startMs + 1, { startMs: 0, stopMs: 1 })).toBe(false);
  });
});

describe('is refused', () => {
  const range = { startMs: 0, stopMs: dayMs };
  const { timeZone } = calendarOf('UTC');
  test.each<[string, { startMs: number | null; stopMs: number | null }, CompareWith, RegExp]>([
    ['nothing to compare with', range, {}, /give a period, or both start and stop/],
    ['a start alone', range, { startMs: 0 }, /give a period, or both start and stop/],
    ['a period and a range', range, { ...week, stopMs: 0 }, /either a period, or start and stop/],
    [
      'weekdays of a range',
      range,
      { startMs: 0, stopMs: 1, ...weekdays },
      /alignWeekdays needs compare\.period/,
    ],
    [
      'a start after the stop',
      range,
      { startMs: 1, stopMs: 0 },
      /compare\.start .*001Z is after compare\.stop/,
    ],
    ['a range without a start', { startMs: null, stopMs: 0 }, week, /both ends, and this one has no start\./],
    ['a range without a stop', { startMs: 0, stopMs: null }, week, /has no stop\./],
    ['a range without ends', { startMs: null, stopMs: null }, week, /has no start and stop\./],
    [
      'an earlier range before 1900',
      { startMs: Date.UTC(1900, 0, 5), stopMs: Date.UTC(1900, 1, 5) },
      year,
      /1900 to 2299/,
    ],
  ])('%s', (_what, asked, compare, message) => {
    expect(() => comparedRange(asked, compare, timeZone, 0)).toThrow(message);
  });
});

/**
 * The same rules on a clock that reads Intl.DateTimeFormat, with dates as numbers of days: slow, simple, and without the
 * calendar library.
 */
class Reference {
  readonly #clock: IntlClock;

  constructor(zone: string) {
    this.#clock = intlClock(zone);
  }

  range(startMs: number, stopMs: number, period: ComparePeriod, aligned: boolean, nowMs: number) {
    const back = this.#back(startMs, stopMs, period, aligned);
    const start = back === null ? startMs - (stopMs - startMs) : this.#moved(startMs, startMs, back, false);
    const end = (endMs: number) => {
      const moved = back === null ? endMs - (stopMs - startMs) : this.#moved(endMs, startMs, back, true);
      return moved > start ? moved : start + endMs - startMs;
    };
    const stop = startMs < nowMs && nowMs < stopMs ? Math.min(end(stopMs), end(nowMs)) : end(stopMs);
    return { startMs: start, stopMs: stop };
  }

  /** Moves a date back; null to move by the exact length. */
  #back(startMs: number, stopMs: number, period: ComparePeriod, aligned: boolean) {
    const days = (count: number) => (date: number) => ({ date: date - count * dayMs, isMissing: false });
    if (period === 'SAME_PERIOD_LAST_WEEK') return days(7);
    if (period === 'SAME_PERIOD_LAST_MONTH') return aligned ? days(28) : months(1);
    if (period === 'SAME_PERIOD_LAST_YEAR') return aligned ? days(364) : months(12);
    const localLength = this.#clock.localMs(stopMs) - this.#clock.localMs(startMs);
    if (aligned) return days(7 * Math.ceil(localLength / (7 * dayMs)));
    const [first, last] = [dateOf(this.#clock, startMs), dateOf(this.#clock, stopMs)];
    if (startOfDate(this.#clock, first) !== startMs || startOfDate(this.#clock, last) !== stopMs) return null;
    const monthOf = (date: number) => 12 * new Date(date).getUTCFullYear() + new Date(date).getUTCMonth();
    const isFirst = (date: number) => new Date(date).getUTCDate() === 1;
    return isFirst(first) && isFirst(last)
      ? months(monthOf(last) - monthOf(first))
      : days((last - first) / dayMs);
  }

  #moved(atMs: number, startMs: number, back: Back, isEnd: boolean): number {
    const date = dateOf(this.#clock, atMs);
    const dayStart = startOfDate(this.#clock, date);
    const { date: moved, isMissing } = back(date);
    if (isEnd && isMissing && dateOf(this.#clock, startMs) !== date)
      return startOfDate(this.#clock, moved + dayMs);
    if (dayStart === atMs) return startOfDate(this.#clock, moved);
    const local = this.#clock.localMs(atMs);
    const shownDate = Math.floor(local / dayMs) * dayMs;
    return this.#instantAt(back(shownDate).date + local - shownDate);
  }

  /** The first instant with a local time. Skipped time is as long after the change as it is after the last time before. */
  #instantAt(localMs: number): number {
    const fromMs = localMs - 30 * 3_600_000;
    const candidates: number[] = [];
    for (const probeMs of [fromMs, localMs + 30 * 3_600_000]) {
      const atMs = localMs - (this.#clock.localMs(probeMs) - probeMs);
      if (this.#clock.localMs(atMs) === localMs) candidates.push(atMs);
    }
    if (candidates.length > 0) return Math.min(...candidates);
    return localMs - (this.#clock.localMs(fromMs) - fromMs);
  }
}

type Back = (date: number) => { readonly date: number; readonly isMissing: boolean };

const months =
  (count: number): Back =>
  (date) => {
    const at = new Date(date);
    const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - count, 1);
    const days = (Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - count + 1, 1) - first) / dayMs;
    const day = at.getUTCDate();
    return { date: first + (Math.min(day, days) - 1) * dayMs, isMissing: day > days };
  };

describe('agrees with a second calculation', { timeout: 120_000 }, () => {
  /** Zones whose days are between 23 and 25 hours long, and whose clocks change once in a few days at most. */
  const changes = clockChanges.filter(
    ([zone]) => !/Apia|Kwajalein|Monrovia|Paris|Toronto|Kathmandu/.test(zone),
  );
  const zones = [...new Set(changes.map(([zone]) => zone))];
  const references = new Map(
    zones.map((zone) => [zone, { reference: new Reference(zone), clock: intlClock(zone) }]),
  );

  test.each(zones)('in %s', (zone) => {
    const { reference, clock } = references.get(zone) ?? {
      reference: new Reference(zone),
      clock: intlClock(zone),
    };
    const around = changes.filter(([of]) => of === zone).map(([, change]) => Date.parse(change));
    const instant = fc
      .tuple(
        fc.constantFrom(...around, Date.UTC(2028, 1, 29), Date.UTC(2026, 2, 31)),
        fc.integer({ min: -20_000, max: 60_000 }),
      )
      .map(([ms, minutes]) => ms + minutes * 60_000);
    // Most ranges begin and end with local days.
    const end = fc.tuple(instant, fc.constantFrom('day', 'day', 'month', 'any')).map(([ms, kind]) => {
      if (kind === 'any') return ms;
      const date = dateOf(clock, ms);
      return startOfDate(clock, kind === 'day' ? date : date - (new Date(date).getUTCDate() - 1) * dayMs);
    });
    fc.assert(
      fc.property(
        fc.tuple(end, end),
        instant,
        fc.constantFrom(...comparePeriods),
        fc.boolean(),
        (ends, nowMs, period, aligned) => {
          const [startMs = 0, stopMs = 0] = [...ends].sort((a, b) => a - b);
          const { timeZone } = calendarOf(zone);
          const compare = { period, alignWeekdays: aligned };
          const { moves: _, ...found } = comparedRange({ startMs, stopMs }, compare, timeZone, nowMs);
          expect(found).toEqual(reference.range(startMs, stopMs, period, aligned, nowMs));
        },
      ),
      { numRuns: extent(50, 400), seed: 21 },
    );
  });
});
