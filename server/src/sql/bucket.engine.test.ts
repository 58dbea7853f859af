import { Session } from 'chdb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calendarOf } from '../../../tests/support/calendars.js';
import { clockChanges } from '../../../tests/support/intl-clock.js';
import { bucketStarts } from '../base/buckets.js';
import { type Granularity, granularities } from '../base/granularity.js';
import { timeEndMs, timeMinMs } from '../base/time-limits.js';
import { type WeekStart, weekStarts } from '../base/week-start.js';
import { lengthCorrectionsMax, bucketIndexSql as print, recordTimeSql, type TimeColumn } from './bucket.js';
import { BoundValues } from './values.js';

function bucketIndexSql(column: TimeColumn, startsMs: readonly number[], stopMs: number) {
  const values = new BoundValues();
  const text = print(recordTimeSql(column), startsMs, stopMs, values);
  return { text, params: values.params };
}

const at = (text: string) => Date.parse(text);
const dayMs = 86_400_000;
const timestamp: TimeColumn = { sql: '`ts`', type: 'TIMESTAMP' };
const date: TimeColumn = { sql: '`day`', type: 'DATE' };

describe('bucketIndexSql writes', () => {
  it('a division where all buckets are equally long, whatever comes after the stop', () => {
    const starts = [0, 1, 2].map((hour) => hour * 3_600_000);
    expect(bucketIndexSql(timestamp, starts, 2.5 * 3_600_000)).toEqual({
      text: 'toUInt32(intDiv(toUnixTimestamp64Milli(assumeNotNull(`ts`)) - {p0:Int64}, {p1:Int64}))',
      params: { p0: '0', p1: '3600000' },
    });
  });

  it('one correction for a day of 23 hours and one for a day of 25', () => {
    const calendar = calendarOf('America/New_York');
    const [startMs, stopMs] = [at('2026-01-01T05:00:00Z'), at('2027-01-01T05:00:00Z')];
    const { text, params } = bucketIndexSql(
      timestamp,
      bucketStarts(startMs, stopMs, 'DAY', calendar, 400),
      stopMs,
    );
    expect(text.match(/ if\(/g)).toHaveLength(2);
    expect(Object.values(params).map(Number)).toEqual([
      at('2026-03-09T04:00:00Z'),
      3_600_000,
      at('2026-11-02T04:00:00Z'),
      -3_600_000,
      startMs,
      dayMs,
    ]);
  });

  it('a search where too many buckets differ', () => {
    const starts = bucketStarts(at('2000-01-01'), at('2020-01-01'), 'MONTH', calendarOf('UTC'), 400);
    const { text, params } = bucketIndexSql(date, starts, at('2020-01-01'));
    expect(text).toBe(
      'toUInt32(transform(roundDown(' +
        "toUnixTimestamp64Milli(toDateTime64(assumeNotNull(`day`), 3, 'UTC')), arrayCumSum({p0:Array(Int64)})), " +
        'arrayCumSum({p0:Array(Int64)}), range({p1:UInt32}), 0))',
    );
    expect(params['p1']).toBe('240');
    expect(starts.length).toBeGreaterThan(lengthCorrectionsMax);
  });

  it('a constant where there are no buckets', () => {
    expect(bucketIndexSql(timestamp, [], 0)).toEqual({ text: 'toUInt32(0)', params: {} });
  });
});

describe('the engine puts records into the buckets of the labels', () => {
  let session: Session;
  beforeAll(() => {
    session = new Session();
  });
  afterAll(() => session.cleanup());

  async function engineIndexes(
    column: TimeColumn,
    timesMs: readonly number[],
    starts: number[],
    stopMs: number,
  ) {
    const { text, params } = bucketIndexSql(column, starts, stopMs);
    const rows = `SELECT arrayJoin({times:Array(Int64)}) AS ms, CAST(fromUnixTimestamp64Milli(ms, 'UTC'), 'Nullable(DateTime64(3, \\'UTC\\'))') AS ts, toDate32(ts) AS day`;
    const result = await session.queryBindAsync(
      `SELECT ms, ${text} AS bucket, toTypeName(bucket) FROM (${rows})`,
      { ...params, times: timesMs },
      { format: 'JSONCompactEachRow' },
    );
    return result
      .text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string | number, number, string]);
  }

  /** Compares at every bucket's first and last millisecond and somewhere inside. */
  async function expectBuckets(
    starts: number[],
    startMs: number,
    stopMs: number,
    inside: number,
    what: string,
  ) {
    const expected = new Map<number, number>();
    for (const [i, bucketMs] of starts.entries()) {
      const endMs = starts[i + 1] ?? stopMs;
      const firstMs = Math.max(bucketMs, startMs);
      for (const ms of [firstMs, firstMs + (inside % (endMs - firstMs)), endMs - 1]) expected.set(ms, i);
    }
    const given = await engineIndexes(timestamp, [...expected.keys()], starts, stopMs);
    const wrong = given.filter(
      ([ms, index, type]) => expected.get(Number(ms)) !== index || type !== 'UInt32',
    );
    expect(given).toHaveLength(expected.size);
    expect(wrong, what).toEqual([]);
  }

  async function expectAgreement(
    startMs: number,
    stopMs: number,
    granularity: Granularity,
    zone: string,
    inside: number,
    weekStart: WeekStart = 'MONDAY',
  ) {
    const starts = bucketStarts(startMs, stopMs, granularity, calendarOf(zone, weekStart), 20_000);
    await expectBuckets(
      starts,
      startMs,
      stopMs,
      inside,
      `${granularity} in ${zone} from ${startMs} to ${stopMs}`,
    );
  }

  it.each(clockChanges)('in %s around %s', async (zone, change) => {
    for (const granularity of granularities) {
      const reachMs = granularity.endsWith('MINUTES') || granularity === 'MINUTE' ? 0.1 * dayMs : 9.3 * dayMs;
      await expectAgreement(at(change) - reachMs, at(change) + reachMs, granularity, zone, 4321);
      // The last bucket is the one that the clock change makes longer or shorter.
      await expectAgreement(at(change) - reachMs, at(change) + 3_600_000, granularity, zone, 4321);
    }
  });

  it.each([
    ['DAY', 'America/New_York', '1999-01-01T05:00:00Z', '2026-05-01T04:00:00Z'],
    ['DAY', 'Pacific/Apia', '2005-01-01T00:00:00Z', '2023-01-01T00:00:00Z'],
    ['HOUR', 'Australia/Lord_Howe', '2025-01-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['WEEK', 'Europe/Berlin', '1910-01-01T00:00:00Z', '2060-01-01T00:00:00Z'],
    ['THIRTY_MINUTES', 'Pacific/Chatham', '2026-01-01T00:00:00Z', '2026-07-01T00:00:00Z'],
    ['QUARTER', 'Australia/Lord_Howe', '2022-01-01T00:00:00Z', '2026-07-01T00:00:00Z'],
    ['QUARTER', 'America/New_York', '1901-01-01T00:00:00Z', '2299-01-01T00:00:00Z'],
    ['MONTH', 'Asia/Tehran', '1901-01-01T00:00:00Z', '2299-01-01T00:00:00Z'],
    ['YEAR', 'Africa/Monrovia', '1901-01-01T00:00:00Z', '2299-01-01T00:00:00Z'],
    ['MINUTE', 'Africa/Monrovia', '1972-01-06T00:00:00Z', '1972-01-08T00:00:00Z'],
  ] as const)('over a long range of %s in %s', async (granularity, zone, start, stop) => {
    await expectAgreement(at(start), at(stop), granularity, zone, 7_654_321);
  });

  it('in any zone, at any time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: timeMinMs + 2 * dayMs, max: timeEndMs - 40_000 * dayMs }),
        fc.constantFrom(...granularities),
        fc.integer({ min: 1, max: 1500 }),
        fc.nat(),
        fc.constantFrom(...weekStarts),
        async (zone, startMs, granularity, buckets, inside, weekStart) => {
          const roughMs = { MINUTE: 60_000, HOUR: 3_600_000, DAY: dayMs, WEEK: 7 * dayMs, MONTH: 30 * dayMs };
          const lengthMs = roughMs[granularity as keyof typeof roughMs] ?? 600_000;
          const stopMs = startMs + Math.min(buckets * lengthMs, 39_000 * dayMs);
          await expectAgreement(startMs, stopMs, granularity, zone, inside, weekStart);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('whatever the lengths of the buckets', async () => {
    const lengths = fc.array(fc.oneof(fc.constantFrom(10, 20, 30), fc.integer({ min: 1, max: 100 })), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -1000, max: 1000 }),
        lengths,
        fc.nat(),
        async (firstMs, all, inside) => {
          let stopMs = firstMs;
          const starts = all.map((lengthMs) => {
            stopMs += lengthMs;
            return stopMs - lengthMs;
          });
          await expectBuckets(starts, firstMs, stopMs, inside, JSON.stringify(starts));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a date by its midnight in UTC', async () => {
    const starts = bucketStarts(
      at('2026-03-01T05:00:00Z'),
      at('2026-04-01T04:00:00Z'),
      'DAY',
      calendarOf('America/New_York'),
      40,
    );
    const given = await engineIndexes(
      date,
      [at('2026-03-02'), at('2026-03-09'), at('2026-03-10')],
      starts,
      at('2026-04-01T04:00:00Z'),
    );
    expect(given.map(([, index]) => index)).toEqual([0, 7, 8]);
  });
});
