import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf, weekdayOf } from '../../../tests/support/calendars.js';
import { extent } from '../../../tests/support/extent.js';
import {
  clockChanges,
  clockStarts,
  dateOf,
  dayMs,
  intlClock,
  startOfDate,
  stepMsFor,
} from '../../../tests/support/intl-clock.js';
import { bucketStarts, firstUnfinished } from './buckets.js';
import { type CalendarUnit, type Granularity, granularities } from './granularity.js';
import { timeEndMs, timeMinMs } from './time-limits.js';
import { type WeekStart, weekStarts } from './week-start.js';

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);
const iso = (startsMs: readonly number[]) => startsMs.map((ms) => new Date(ms).toISOString().slice(0, 19));

function starts(start: string, stop: string, granularity: Granularity, zone: string, bucketsMax = 10_000) {
  return iso(bucketStarts(at(start), at(stop), granularity, calendarOf(zone), bucketsMax));
}

const widthsMs = {
  MINUTE: 60_000,
  FIVE_MINUTES: 300_000,
  TEN_MINUTES: 600_000,
  FIFTEEN_MINUTES: 900_000,
  THIRTY_MINUTES: 1_800_000,
  HOUR: hourMs,
} as const;

/** First dates (as UTC midnights) of the units that begin in a range of dates. */
const firstDates: Record<CalendarUnit, (date: Date, weekStart: WeekStart) => boolean> = {
  DAY: () => true,
  WEEK: (date, weekStart) => date.getUTCDay() === weekdayOf[weekStart],
  MONTH: (date) => date.getUTCDate() === 1,
  QUARTER: (date) => date.getUTCDate() === 1 && date.getUTCMonth() % 3 === 0,
  YEAR: (date) => date.getUTCDate() === 1 && date.getUTCMonth() === 0,
};

/** The starts of the units that overlap a range: every date is looked at, from the last one back. */
function dateStarts(zone: string, fromMs: number, untilMs: number, unit: CalendarUnit, weekStart: WeekStart) {
  const clock = intlClock(zone);
  const wanted: number[] = [];
  for (let dateMs = dateOf(clock, untilMs - 1000); ; dateMs -= dayMs) {
    if (!firstDates[unit](new Date(dateMs), weekStart)) continue;
    const startMs = startOfDate(clock, dateMs);
    if (startMs !== wanted[0]) wanted.unshift(startMs);
    if (startMs <= fromMs) return wanted;
  }
}

describe('buckets agree with a clock that is read step by step', () => {
  it.each(clockChanges)('minutes to hours in %s around %s', (zone, change) => {
    const clock = intlClock(zone);
    const [fromMs, untilMs] = [at(change) - 2.5 * hourMs, at(change) + 2.5 * hourMs];
    for (const [granularity, widthMs] of Object.entries(widthsMs)) {
      const expected = clockStarts(clock, widthMs, fromMs - 1.1 * hourMs, untilMs, stepMsFor(change));
      const wanted = expected.slice(expected.findLastIndex((ms) => ms <= fromMs));
      const given = bucketStarts(fromMs, untilMs, granularity as Granularity, calendarOf(zone), 10_000);
      expect(iso(given), granularity).toEqual(iso(wanted));
    }
  });

  it.each(clockChanges)('days to years in %s around %s', (zone, change) => {
    const [fromMs, untilMs] = [at(change) - 4.3 * dayMs, at(change) + 4.3 * dayMs];
    for (const granularity of ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const)
      for (const weekStart of granularity === 'WEEK' ? weekStarts : (['MONDAY'] as const)) {
        const wanted = dateStarts(zone, fromMs, untilMs, granularity, weekStart);
        const given = bucketStarts(fromMs, untilMs, granularity, calendarOf(zone, weekStart), 10_000);
        expect(iso(given), `${granularity} from ${weekStart}`).toEqual(iso(wanted));
      }
  });

  it('weeks from every day and quarters, around clock changes and the ends of years', () => {
    const zones = [
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'Asia/Kolkata',
    ];
    const days = fc.oneof(
      fc
        .tuple(fc.integer({ min: 1975, max: 2035 }), fc.integer({ min: -20, max: 20 }))
        .map(([year, days]) => Date.UTC(year, 0, 1) + days * dayMs),
      fc.constantFrom(...clockChanges.map(([, change]) => at(change))).filter((ms) => ms > 0),
    );
    const input = fc.record({
      zone: fc.constantFrom(...zones),
      unit: fc.constantFrom('WEEK' as const, 'QUARTER' as const),
      weekStart: fc.constantFrom(...weekStarts),
      fromMs: fc.tuple(days, fc.integer({ min: 0, max: 86_399 })).map(([day, second]) => day + second * 1000),
      days: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(input, ({ zone, unit, weekStart, fromMs, days }) => {
        const untilMs = fromMs + days * dayMs;
        const given = bucketStarts(fromMs, untilMs, unit, calendarOf(zone, weekStart), 100);
        expect(iso(given)).toEqual(iso(dateStarts(zone, fromMs, untilMs, unit, weekStart)));
      }),
      { numRuns: extent(20, 150) },
    );
  });
});

describe('a bucket is found from any instant in it', () => {
  it.each(clockChanges)('in %s around %s', (zone, change) => {
    const calendar = calendarOf(zone, 'SATURDAY');
    for (const granularity of ['FIFTEEN_MINUTES', 'THIRTY_MINUTES', 'HOUR', 'DAY', 'WEEK'] as const) {
      const [fromMs, untilMs] = [at(change) - 2.2 * dayMs, at(change) + 4.2 * dayMs];
      const whole = bucketStarts(fromMs, untilMs, granularity, calendar, 10_000);
      const wrong: number[] = [];
      for (let ms = fromMs; ms < untilMs; ms += 53 * 60_000) {
        const holding = whole.findLast((startMs) => startMs <= ms);
        if (bucketStarts(ms, ms + 1, granularity, calendar, 1)[0] !== holding) wrong.push(ms);
      }
      expect(iso(wrong), granularity).toEqual([]);
    }
  });
});

/** The start of a unit on a clock without changes, and of the unit after it. Local times are read as if they were UTC. */
function unitAround(localMs: number, granularity: Granularity, weekStart: WeekStart): [number, number] {
  const date = new Date(localMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (granularity === 'YEAR') return [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  if (granularity === 'MONTH') return [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const quarter = Math.floor(month / 3);
  if (granularity === 'QUARTER') return [Date.UTC(year, 3 * quarter), Date.UTC(year, 3 * quarter + 3)];
  const widthMs = { ...widthsMs, DAY: dayMs, WEEK: 7 * dayMs }[granularity];
  // 1969-12-28 was a Sunday.
  const anchorMs = granularity === 'WEEK' ? at('1969-12-28T00:00:00Z') + weekdayOf[weekStart] * dayMs : 0;
  const startMs = localMs - ((((localMs - anchorMs) % widthMs) + widthMs) % widthMs);
  return [startMs, startMs + widthMs];
}

describe('buckets of an offset', () => {
  it('begin where a clock with that offset shows the start of a unit', () => {
    const input = fc.record({
      minutes: fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
      granularity: fc.constantFrom(...granularities),
      weekStart: fc.constantFrom(...weekStarts),
      fromMs: fc.integer({ min: at('1910-01-01T00:00:00Z'), max: at('2200-01-01T00:00:00Z') }),
      units: fc.double({ min: 0, max: 20, noNaN: true }),
    });
    fc.assert(
      fc.property(input, ({ minutes, granularity, weekStart, fromMs, units }) => {
        const offsetMs = minutes * 60_000;
        const clock = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
        const [unitMs, nextMs] = unitAround(fromMs + offsetMs, granularity, weekStart);
        const untilMs = fromMs + Math.ceil(units * (nextMs - unitMs));
        const wanted: number[] = [];
        for (
          let localMs = unitMs;
          localMs - offsetMs < untilMs;
          [, localMs] = unitAround(localMs, granularity, weekStart)
        )
          wanted.push(localMs - offsetMs);
        const calendar = calendarOf(`${minutes < 0 ? '-' : '+'}${clock}`, weekStart);
        const given = bucketStarts(fromMs, untilMs, granularity, calendar, 10_000);
        expect(iso(given)).toEqual(fromMs < untilMs ? iso(wanted) : []);
      }),
      { numRuns: extent(100, 1_000) },
    );
  });
});

describe('buckets by example', () => {
  it('has both hours when the clock is put back an hour, and days of 23 and 25 hours', () => {
    expect(starts('2026-11-01T04:30:00Z', '2026-11-01T07:30:00Z', 'HOUR', 'America/New_York')).toEqual([
      '2026-11-01T04:00:00',
      '2026-11-01T05:00:00',
      '2026-11-01T06:00:00',
      '2026-11-01T07:00:00',
    ]);
    expect(starts('2026-11-01T04:00:00Z', '2026-11-02T05:00:01Z', 'DAY', 'America/New_York')).toEqual([
      '2026-11-01T04:00:00',
      '2026-11-02T05:00:00',
    ]);
    expect(starts('2026-03-08T12:00:00Z', '2026-03-09T04:00:01Z', 'DAY', 'America/New_York')).toEqual([
      '2026-03-08T05:00:00',
      '2026-03-09T04:00:00',
    ]);
  });

  it('begins weeks on Monday and years in the zone', () => {
    expect(starts('2026-03-01T12:00:00Z', '2026-03-02T00:00:01Z', 'WEEK', 'UTC')).toEqual([
      '2026-02-23T00:00:00',
      '2026-03-02T00:00:00',
    ]);
    expect(starts('2025-12-31T23:30:00Z', '2026-01-01T00:00:00Z', 'YEAR', 'Europe/Berlin')).toEqual([
      '2025-12-31T23:00:00',
    ]);
  });

  it('begins weeks on the chosen day', () => {
    const weeks = (weekStart: WeekStart) =>
      iso(bucketStarts(at('2025-12-31'), at('2026-01-06'), 'WEEK', calendarOf('UTC', weekStart), 5));
    expect(weeks('MONDAY')).toEqual(['2025-12-29T00:00:00', '2026-01-05T00:00:00']);
    expect(weeks('SUNDAY')).toEqual(['2025-12-28T00:00:00', '2026-01-04T00:00:00']);
    expect(weeks('SATURDAY')).toEqual(['2025-12-27T00:00:00', '2026-01-03T00:00:00']);
  });

  it('cuts half hours and quarters from the local clock and calendar', () => {
    expect(
      starts('2026-03-01T00:00:00Z', '2026-03-01T00:46:00Z', 'THIRTY_MINUTES', 'Asia/Kathmandu'),
    ).toEqual(['2026-02-28T23:45:00', '2026-03-01T00:15:00', '2026-03-01T00:45:00']);
    expect(starts('2026-03-31T21:59:00Z', '2026-10-01T00:00:00Z', 'QUARTER', 'Europe/Berlin')).toEqual([
      '2025-12-31T23:00:00',
      '2026-03-31T22:00:00',
      '2026-06-30T22:00:00',
      '2026-09-30T22:00:00',
    ]);
  });

  it('gives no bucket for an empty range, and excludes the one that begins at the stop', () => {
    expect(starts('2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', 'DAY', 'UTC')).toEqual([]);
    expect(starts('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', 'DAY', 'UTC')).toHaveLength(1);
  });

  it('takes as many buckets as the limit, and names limit and count beyond it', () => {
    const range = ['2026-03-01T00:00:00Z', '2026-03-11T00:00:00Z'] as const;
    expect(starts(...range, 'DAY', 'UTC', 10)).toHaveLength(10);
    expect(() => starts(...range, 'DAY', 'UTC', 9)).toThrow(
      'The time range has 10 buckets of granularity DAY; the limit is 9.',
    );
    expect(() => starts('2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'MONTH', 'UTC', 9)).toThrow(
      '72 buckets',
    );
    expect(() => starts('2020-01-01T00:00:00Z', '2026-01-01T00:00:01Z', 'QUARTER', 'UTC', 24)).toThrow(
      '25 buckets of granularity QUARTER; the limit is 24',
    );
    expect(() => bucketStarts(timeMinMs, timeEndMs, 'MINUTE', calendarOf('Europe/Berlin'), 10_000)).toThrow(
      'about 210379680 buckets of granularity MINUTE; the limit is 10000',
    );
  });
});

describe('buckets as properties', () => {
  const zones = fc.oneof(
    fc.constantFrom(...new Set(clockChanges.map(([zone]) => zone))),
    fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  );
  const instants = fc.oneof(
    fc.integer({ min: timeMinMs + 400 * dayMs, max: timeEndMs - 400 * dayMs }),
    fc.integer({ min: at('1970-01-01'), max: at('2040-01-01') }),
    fc.constantFrom(...clockChanges.map(([, change]) => at(change))),
  );
  const lengths = fc.integer({ min: 1, max: 50 * hourMs });
  const anyGranularity = fc.constantFrom(...granularities);
  const anyWeekStart = fc.constantFrom(...weekStarts);

  it('cover the range without gap or overlap, however it is cut', () => {
    fc.assert(
      fc.property(
        zones,
        instants,
        lengths,
        lengths,
        anyGranularity,
        anyWeekStart,
        (zone, fromMs, lengthA, lengthB, unit, weekStart) => {
          const calendar = calendarOf(zone, weekStart);
          const cutMs = fromMs + lengthA * (unit === 'MINUTE' ? 1 : 7);
          const untilMs = cutMs + lengthB;
          const list = (startMs: number, stopMs: number) =>
            bucketStarts(startMs, stopMs, unit, calendar, 100_000);
          const whole = list(fromMs, untilMs);
          expect(whole[0]).toBeLessThanOrEqual(fromMs);
          expect(whole[1] ?? untilMs).toBeGreaterThan(fromMs);
          expect(whole.at(-1)).toBeLessThan(untilMs);
          expect(whole.every((ms, i) => i === 0 || ms > whole[i - 1]!)).toBe(true);
          expect([...new Set([...list(fromMs, cutMs), ...list(cutMs, untilMs)])]).toEqual(whole);
        },
      ),
      { numRuns: extent(40, 300) },
    );
  });

  it('hold each instant exactly once', () => {
    fc.assert(
      fc.property(
        zones,
        instants,
        lengths,
        fc.nat(),
        anyGranularity,
        anyWeekStart,
        (zone, fromMs, length, pick, unit, weekStart) => {
          const calendar = calendarOf(zone, weekStart);
          const instantMs = fromMs + (pick % length);
          const whole = bucketStarts(fromMs, fromMs + length, unit, calendar, 100_000);
          const holding = whole.filter((ms, i) => ms <= instantMs && instantMs < (whole[i + 1] ?? Infinity));
          expect(bucketStarts(instantMs, instantMs + 1, unit, calendar, 1)).toEqual(holding);
        },
      ),
      { numRuns: extent(40, 300) },
    );
  });

  it('are over when the next one has begun, whatever the range', () => {
    fc.assert(
      fc.property(
        zones,
        instants,
        lengths,
        fc.integer({ min: -100 * hourMs, max: 100 * hourMs }),
        anyGranularity,
        anyWeekStart,
        (zone, fromMs, length, fromNowMs, unit, weekStart) => {
          const calendar = calendarOf(zone, weekStart);
          const nowMs = fromMs + fromNowMs;
          const starts = bucketStarts(fromMs, fromMs + length, unit, calendar, 100_000);
          // One bucket more than the range has, to know when the last one ends.
          const lastMs = starts.at(-1) ?? 0;
          const reachMs = unit in widthsMs ? 2 * hourMs : 800 * dayMs;
          const afterMs = bucketStarts(lastMs, lastMs + reachMs, unit, calendar, 1_000)[1] ?? 0;
          const endsMs = [...starts.slice(1), afterMs];
          const wanted = starts[endsMs.findIndex((endMs) => endMs > nowMs)] ?? null;
          expect(firstUnfinished(starts, nowMs, unit, calendar)).toBe(wanted);
        },
      ),
      { numRuns: extent(30, 200) },
    );
  });
});
