/** What must hold of Metric queries over any records, in any zone, at any granularity, under any filter. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Granularity, granularities } from '../../server/src/base/granularity.js';
import { type WeekStart, weekStarts } from '../../server/src/base/week-start.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import { counter } from '../../server/src/query/counter.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { weekdayOf } from '../support/calendars.js';
import { extent } from '../support/extent.js';
import { dateOf, dayMs, intlClock } from '../support/intl-clock.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let queries: QueryNode;
let pool: DataPool;
beforeAll(async () => {
  queries = await openQueryNode({ cached: true, nowMs: Date.UTC(2026, 2, 15, 12, 34, 56, 789) });
  const column = (name: string, type: 'TIMESTAMP' | 'INT32' | 'STRING', nullable: boolean) => ({
    name,
    type,
    nullable,
  });
  pool = await queries.createPool({
    columns: [
      column('at', 'TIMESTAMP', false),
      column('paid_at', 'TIMESTAMP', true),
      column('amount', 'INT32', true),
      column('kind', 'STRING', true),
      column('place', 'STRING', false),
    ],
    timestamp: 'at',
  });
  await queries.insert(
    pool,
    records.map(({ at, paid_at, ...rest }) => ({
      ...rest,
      at: engineTime(at),
      paid_at: paid_at === null ? null : engineTime(paid_at),
    })),
  );
});
afterAll(() => queries.close());

const engineTime = (epochMs: number) => new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');

/** Around days of 23, 25, 23.5 and 24.5 hours, a leap day, and the ends of years. */
const centresMs = [
  '2024-02-29T12:00:00Z',
  '2025-12-31T23:30:00Z',
  '2026-03-08T07:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
].map((text) => Date.parse(text));

interface Row {
  readonly at: number;
  readonly paid_at: number | null;
  readonly amount: number | null;
  readonly kind: string | null;
  readonly place: string;
}

const near = fc
  .tuple(fc.constantFrom(...centresMs), fc.integer({ min: -2 * dayMs, max: 2 * dayMs }))
  .map(([centre, offset]) => centre + offset);
const rowArbitrary: fc.Arbitrary<Row> = fc.record({
  at: near,
  paid_at: fc.option(near),
  amount: fc.option(fc.integer({ min: -1000, max: 1000 })),
  kind: fc.option(fc.constantFrom('', 'a', 'b', 'é', "o'k")),
  place: fc.constantFrom('north', 'south', 'null', ''),
});
const records = fc.sample(rowArbitrary, { numRuns: 800, seed: 20_260_301 });

const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
const clocks = new Map(zones.map((zone) => [zone, intlClock(zone)]));

const filters: readonly { sql: string | null; holds: (row: Row) => boolean }[] = [
  { sql: null, holds: () => true },
  { sql: 'amount > 0', holds: ({ amount }) => amount !== null && amount > 0 },
  { sql: "kind IS NULL OR kind = 'a'", holds: ({ kind }) => kind === null || kind === 'a' },
  {
    sql: "place IN ('north', '') AND NOT (amount < 5)",
    holds: ({ place, amount }) => ['north', ''].includes(place) && amount !== null && amount >= 5,
  },
  { sql: 'amount > 10000', holds: () => false },
];

const metrics: readonly { aggregation: MetricAggregation; of: (rows: readonly Row[]) => number }[] = [
  { aggregation: { type: 'COUNT' }, of: (rows) => rows.length },
  {
    aggregation: { type: 'SUM', measure: 'amount' },
    of: (rows) => rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  },
  {
    aggregation: { type: 'CUSTOM', expression: 'COUNT(*) FILTER (WHERE kind IS NOT NULL) * 2' },
    of: (rows) => 2 * rows.filter(({ kind }) => kind !== null).length,
  },
];

/** Ranges that the granularity's limit on buckets allows. */
const spanMsMax: Partial<Record<Granularity, number>> = {
  MINUTE: 4 * dayMs,
  FIVE_MINUTES: 20 * dayMs,
  TEN_MINUTES: 40 * dayMs,
  FIFTEEN_MINUTES: 60 * dayMs,
  THIRTY_MINUTES: 150 * dayMs,
  HOUR: 300 * dayMs,
};

const question = fc
  .record({
    zone: fc.constantFrom(...zones),
    granularity: fc.constantFrom(...granularities),
    weekStart: fc.constantFrom(...weekStarts),
    filter: fc.constantFrom(...filters),
    metric: fc.constantFrom(...metrics),
    timestamp: fc.constantFrom('at', 'paid_at'),
    startMs: fc.option(near, { freq: 4 }),
    stopMs: fc.option(near, { freq: 4 }),
    groupBy: fc.constantFrom(['kind'], ['place', 'kind'], ['place']),
  })
  .filter(({ granularity, startMs, stopMs }) => {
    if (startMs !== null && stopMs !== null && startMs > stopMs) return false;
    const most = spanMsMax[granularity];
    return most === undefined || (startMs !== null && stopMs !== null && stopMs - startMs <= most);
  });

const total = (cells: readonly (string | null | undefined)[]) =>
  cells.reduce((sum, cell) => sum + Number(cell), 0);

test('buckets, groups and rows add up to the counter, and to the plain calculation', async () => {
  await fc.assert(
    fc.asyncProperty(
      question,
      async ({ zone, granularity, weekStart, filter, metric, timestamp, startMs, stopMs, groupBy }) => {
        const { services } = queries;
        const caller = queries.otherCaller();
        const input = {
          metric: { dataPool: { id: pool.id }, aggregation: metric.aggregation },
          timeRange: { timestamp, startMs, stopMs },
          timeZone: zone,
          weekStart,
          filterSql: filter.sql,
        };
        const timeOf = (row: Row) => row[timestamp as 'at' | 'paid_at'];
        const inRange = records.filter((row) => {
          const time = timeOf(row);
          return (
            time !== null &&
            filter.holds(row) &&
            time >= (startMs ?? time) &&
            (stopMs === null || time < stopMs)
          );
        });
        const expected = metric.of(inRange);

        const [{ value }, series, { rows }] = await Promise.all([
          counter(services, caller, input),
          timeSeries(services, caller, { ...input, granularity, groupBy }),
          leaderboard(services, caller, {
            ...input,
            dimensions: groupBy.map((name) => name),
            sort: 'ASC',
            rowLimit: 1_000,
          }),
        ]);
        expect(Number(value)).toBe(expected);
        expect(total(rows.map((row) => row.at(-1)))).toBe(expected);
        expect(total(series.values)).toBe(expected);
        expect(total((series.groups ?? []).flatMap(({ values }) => values))).toBe(expected);

        const starts = series.labels.map((label) => Date.parse(label));
        for (const [index, start] of starts.entries()) {
          const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
          expect(end).toBeGreaterThan(start);
          const inside = inRange.filter((row) => (timeOf(row) ?? 0) >= start && (timeOf(row) ?? 0) < end);
          if (inside.length > 0) expect(Number(series.values[index])).toBe(metric.of(inside));
          else expect(series.values[index]).toBe('0');
          const { places } = placesOf(
            granularity,
            weekStart,
            zone,
            start,
            inside.map((row) => timeOf(row) ?? 0),
          );
          expect(places).toHaveLength(inside.length === 0 ? 0 : 1);
        }
        if (starts[0] !== undefined && startMs !== null) expect(starts[0]).toBeLessThanOrEqual(startMs);
        for (const { group, values } of series.groups ?? []) {
          const own = inRange.filter((row) =>
            groupBy.every((name, i) => row[name as 'kind' | 'place'] === group[i]),
          );
          expect(own.length).toBeGreaterThan(0);
          expect(total(values)).toBe(metric.of(own));
        }
      },
    ),
    { numRuns: extent(25, 200) },
  );
}, 60_000);

/** The calendar dates, cut to the granularity, that a bucket's records and its label fall on: one. */
function placesOf(
  granularity: Granularity,
  weekStart: WeekStart,
  zone: string,
  startMs: number,
  timesMs: readonly number[],
) {
  const clock = clocks.get(zone);
  if (!clock || timesMs.length === 0) return { places: [] };
  const cut = (epochMs: number) => {
    const date = new Date(dateOf(clock, Math.floor(epochMs / 1000) * 1000));
    if (granularity === 'YEAR') return date.getUTCFullYear();
    if (granularity === 'MONTH') return date.getUTCFullYear() * 12 + date.getUTCMonth();
    if (granularity === 'QUARTER') return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
    // Day 0 was a Thursday.
    if (granularity === 'WEEK') return Math.floor((date.getTime() / dayMs + 4 - weekdayOf[weekStart]) / 7);
    return date.getTime();
  };
  return { places: [...new Set([startMs, ...timesMs].map(cut))] };
}
