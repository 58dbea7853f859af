/** Comparisons with an earlier period, against a calculation of their own over the same records. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompareWith } from '../../server/src/base/compared-range.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import { counter } from '../../server/src/query/counter.js';
import { type LeaderboardInput, leaderboard } from '../../server/src/query/leaderboard.js';
import { type TimeSeriesInput, timeSeries } from '../../server/src/query/time-series.js';
import { extent } from '../support/extent.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstMs = Date.UTC(2026, 0, 1);
const endMs = Date.UTC(2026, 3, 1);

type Value = string | number | boolean | null;

interface Row {
  readonly at: number;
  readonly id: number;
  readonly kind: string | null;
  readonly place: string;
  readonly code: number | null;
  readonly big: string;
  readonly ratio: number | null;
  readonly narrow: number | null;
  readonly flag: boolean | null;
  readonly day: string;
  readonly moment: string;
  readonly amount: number | null;
  readonly size: number;
}

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'id', type: 'INT32', nullable: false },
  { name: 'kind', type: 'STRING', nullable: true },
  { name: 'place', type: 'STRING', nullable: false },
  { name: 'code', type: 'INT32', nullable: true },
  { name: 'big', type: 'INT64', nullable: false },
  { name: 'ratio', type: 'DOUBLE', nullable: true },
  { name: 'narrow', type: 'FLOAT', nullable: true },
  { name: 'flag', type: 'BOOLEAN', nullable: true },
  { name: 'day', type: 'DATE', nullable: false },
  { name: 'moment', type: 'TIMESTAMP', nullable: false },
  { name: 'amount', type: 'DOUBLE', nullable: true },
  { name: 'size', type: 'INT64', nullable: false },
] as const;

const rowArbitrary: fc.Arbitrary<Row> = fc.record({
  at: fc.integer({ min: firstMs, max: endMs - 1 }),
  id: fc.nat({ max: 400 }),
  // The name of the others, texts that look like null or like parts of a list, and none.
  kind: fc.option(
    fc.constantFrom('others', '', '.', 'null', "o'k", 'a\\', '"]', 'ż\u0000\n\t', '😀{p0:String}'),
    { freq: 6 },
  ),
  place: fc.constantFrom('north', 'south', 'others', '', "'\\"),
  code: fc.option(fc.integer({ min: -4, max: 4 })),
  big: fc.constantFrom('9223372036854775807', '-9223372036854775808', '0'),
  ratio: fc.option(fc.constantFrom(-0, 0, 0.1, -2.5, 1e300, 5e-324, 1 / 3)),
  narrow: fc.option(fc.constantFrom(0.5, -0.25, 1024)),
  flag: fc.option(fc.boolean()),
  day: fc.constantFrom('1950-01-01', '2026-02-28', '2026-03-01'),
  moment: fc.constantFrom('1950-01-01 00:00:00', '2026-02-28 12:00:00.001', '2026-03-01 00:00:00'),
  // Sums of eighths are exact in any order. Some groups have only nulls.
  amount: fc.option(
    fc.integer({ min: -800, max: 800 }).map((eighths) => eighths / 8),
    { freq: 3 },
  ),
  size: fc.integer({ min: -50, max: 50 }),
});
const records = fc.sample(rowArbitrary, { numRuns: 1_500, seed: 20_261_117 });

const present = (rows: readonly Row[]) => rows.flatMap(({ amount }) => (amount === null ? [] : [amount]));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface Measured {
  readonly aggregation: MetricAggregation;
  readonly of: (rows: readonly Row[]) => number | null;
}

const metrics: readonly Measured[] = [
  { aggregation: { type: 'COUNT' }, of: (rows) => rows.length },
  { aggregation: { type: 'SUM', measure: 'size' }, of: (rows) => sum(rows.map(({ size }) => size)) },
  {
    aggregation: { type: 'AVERAGE', measure: 'amount' },
    of: (rows) => (present(rows).length === 0 ? null : sum(present(rows)) / present(rows).length),
  },
  {
    aggregation: { type: 'MIN', measure: 'amount' },
    of: (rows) => (present(rows).length === 0 ? null : Math.min(...present(rows))),
  },
  {
    aggregation: { type: 'COUNT_DISTINCT', dimension: 'id' },
    of: (rows) => new Set(rows.map(({ id }) => id)).size,
  },
  {
    aggregation: { type: 'CUSTOM', expression: "SUM(size) / COUNT(*) FILTER (WHERE place = 'north')" },
    of: (rows) => {
      const below = rows.filter(({ place }) => place === 'north').length;
      return below === 0 ? null : sum(rows.map(({ size }) => size)) / below;
    },
  },
];

const filters: readonly { sql: string | null; holds: (row: Row) => boolean }[] = [
  { sql: null, holds: () => true },
  { sql: 'size > 10', holds: ({ size }) => size > 10 },
  { sql: "place <> 'north'", holds: ({ place }) => place !== 'north' },
];

interface Compared {
  readonly name: string;
  readonly main: readonly [number, number];
  readonly compare: CompareWith;
  readonly earlier: readonly [number, number];
}

const march = (day: number) => Date.UTC(2026, 2, day);
const february = (day: number) => Date.UTC(2026, 1, day);

/** The earlier ranges are written down; how they are found is tested on its own. */
const periods: readonly Compared[] = [
  {
    name: 'March with February',
    main: [march(1), endMs],
    compare: { period: 'SAME_PERIOD_LAST_MONTH' },
    earlier: [february(1), march(1)],
  },
  {
    name: 'February with January',
    main: [february(1), march(1)],
    compare: { period: 'PREVIOUS_PERIOD' },
    earlier: [firstMs, february(1)],
  },
  {
    name: 'overlapping weeks',
    main: [march(1), march(15)],
    compare: { period: 'SAME_PERIOD_LAST_WEEK' },
    earlier: [february(22), march(8)],
  },
  {
    name: 'hours',
    main: [march(3) + hourMs / 3, march(5) + hourMs],
    compare: { period: 'PREVIOUS_PERIOD' },
    earlier: [march(1) - hourMs / 3, march(3) + hourMs / 3],
  },
  {
    name: 'with no records',
    main: [march(1), march(8)],
    compare: { startMs: 0, stopMs: 7 * dayMs },
    earlier: [0, 7 * dayMs],
  },
  {
    name: 'no records with some',
    main: [endMs, endMs + 7 * dayMs],
    compare: { startMs: march(3), stopMs: march(10) },
    earlier: [march(3), march(10)],
  },
];

const within = ([startMs, stopMs]: readonly [number, number], rows: readonly Row[]) =>
  rows.filter(({ at }) => at >= startMs && at < stopMs);

const shown = (value: Value) => (value === null ? null : String(value === 0 ? 0 : value));

const same = (value: string | null | undefined, expected: number | null) => {
  if (expected === null) expect(value ?? null).toBeNull();
  else expect(Number(value)).toBeCloseTo(expected, 9);
};

interface Changed {
  readonly change: string | null | undefined;
  readonly changePercent: number | null | undefined;
}

function checkChange({ change, changePercent }: Changed, value: number | null, earlier: number | null) {
  same(change, value === null || earlier === null ? null : value - earlier);
  if (value === null || earlier === null || earlier === 0) expect(changePercent).toBeNull();
  else expect(changePercent).toBeCloseTo(((value - earlier) / Math.abs(earlier)) * 100, 6);
}

let node: QueryNode;
let pool: DataPool;
let mutable: DataPool;

beforeAll(async () => {
  node = await openQueryNode({ nowMs: endMs + 300 * dayMs });
  const stored = records.map(({ at, ...rest }, number) => ({
    ...rest,
    at: new Date(at).toISOString().replace('T', ' ').replace('Z', ''),
    number,
  }));
  pool = await node.createPool({ columns, timestamp: 'at' });
  await node.insert(
    pool,
    stored.map(({ number: _, ...row }) => row),
  );
  mutable = await node.createPool({
    columns: [...columns, { name: 'number', type: 'INT32', nullable: false }],
    timestamp: 'at',
    uniqueId: 'number',
  });
  // Every record replaces another one, which would count elsewhere.
  await node.insert(
    mutable,
    stored.map((row) => ({ ...row, kind: 'earlier', size: 1_000 })),
  );
  await node.insert(mutable, stored);
});
afterAll(() => node.close());

const question = fc.record({
  metric: fc.constantFrom(...metrics),
  filter: fc.constantFrom(...filters),
  period: fc.constantFrom(...periods),
  groupBy: fc.constantFrom(
    ['kind'],
    ['place'],
    ['code'],
    ['big'],
    ['ratio'],
    ['narrow'],
    ['flag'],
    ['day'],
    ['moment'],
    ['kind', 'place'],
    ['flag', 'code', 'day'],
    ['ratio', 'ratio'],
    ['id'],
  ),
  limit: fc.constantFrom(1, 2, 3, 5, 8, 1_000),
  sort: fc.constantFrom('ASC' as const, 'DESC' as const),
  granularity: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
  isMutable: fc.boolean(),
});

const asked = (which: DataPool, aggregation: MetricAggregation, { main, compare }: Compared) => ({
  metric: { dataPool: { id: which.id }, aggregation },
  timeRange: { startMs: main[0], stopMs: main[1] },
  compare,
});

const shownRange = ([start, stop]: readonly [number, number]) => ({ start, stop });

const keyOf = (row: Row, groupBy: readonly string[]) =>
  groupBy.map((name) => {
    const value = row[name as keyof Row] as Value;
    return shown(value);
  });

function grouped(rows: readonly Row[], groupBy: readonly string[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = JSON.stringify(keyOf(row, groupBy));
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

test('a counter has the value of the earlier period', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ metric, filter, period, isMutable }) => {
      const { value, comparison } = await counter(node.services, node.caller, {
        ...asked(isMutable ? mutable : pool, metric.aggregation, period),
        filterSql: filter.sql,
      });
      const kept = records.filter(filter.holds);
      const [now, before] = [metric.of(within(period.main, kept)), metric.of(within(period.earlier, kept))];
      same(value, now);
      same(comparison?.value, before);
      checkChange({ change: comparison?.change, changePercent: comparison?.changePercent }, now, before);
      expect(comparison?.timeRange).toEqual(shownRange(period.earlier));
    }),
    { numRuns: extent(20, 200), seed: 1 },
  );
});

/** Bucket starts in UTC. */
function startsIn([startMs, stopMs]: readonly [number, number], granularity: string): number[] {
  const starts: number[] = [];
  const dayOf = (ms: number) => Math.floor(ms / dayMs) * dayMs;
  const floor = (ms: number) => {
    if (granularity === 'HOUR') return Math.floor(ms / hourMs) * hourMs;
    if (granularity === 'DAY') return dayOf(ms);
    const date = new Date(dayOf(ms));
    if (granularity === 'WEEK') return date.getTime() - ((date.getUTCDay() + 6) % 7) * dayMs;
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  };
  for (let ms = startMs; ms < stopMs; ms += hourMs / 6) {
    const start = floor(ms);
    if (starts.at(-1) !== start) starts.push(start);
  }
  return starts;
}

test('a time series has the earlier buckets in step, per group too', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      question,
      fc.constantFrom('none', 'all', 'limit'),
      async ({ metric, filter, period, groupBy, limit, granularity, isMutable }, grouping) => {
        const unit = period.name === 'hours' ? 'HOUR' : granularity;
        const answer = await timeSeries(node.services, node.caller, {
          ...asked(isMutable ? mutable : pool, metric.aggregation, period),
          filterSql: filter.sql,
          granularity: unit,
          groupBy: grouping === 'none' ? [] : groupBy,
          ...(grouping === 'limit' && { groupLimit: limit }),
        });
        const kept = records.filter(filter.holds);
        const [mainStarts, earlierStarts] = [startsIn(period.main, unit), startsIn(period.earlier, unit)];
        const length = Math.max(mainStarts.length, earlierStarts.length);
        const valueIn = (
          rows: readonly Row[],
          starts: readonly number[],
          range: readonly [number, number],
          index: number,
        ) => {
          const start = starts[index];
          if (start === undefined) return undefined;
          const inside = within(range, rows).filter(
            ({ at }) => at >= start && at < (starts[index + 1] ?? range[1]),
          );
          return inside.length === 0 ? 0 : metric.of(inside);
        };
        type Series = typeof answer.comparison | NonNullable<typeof answer.groups>[number]['comparison'];
        const check = (series: Series | undefined, rows: readonly Row[]) => {
          expect(series?.labels).toEqual(
            Array.from({ length }, (_, index) => {
              const start = earlierStarts[index];
              return start === undefined ? null : new Date(start).toISOString().replace('.000Z', 'Z');
            }),
          );
          for (const list of [series?.values, series?.changes, series?.changePercents])
            expect(list).toHaveLength(length);
          for (let index = 0; index < length; index += 1) {
            const now = valueIn(rows, mainStarts, period.main, index);
            const before = valueIn(rows, earlierStarts, period.earlier, index);
            same(series?.values[index], before ?? null);
            checkChange(
              { change: series?.changes[index], changePercent: series?.changePercents[index] },
              now ?? null,
              before ?? null,
            );
          }
        };
        check(answer.comparison, kept);
        expect(answer.comparison?.timeRange).toEqual(shownRange(period.earlier));
        if (grouping === 'none') {
          expect(answer.groups).toBeNull();
          return;
        }
        const groups = grouped(kept, groupBy);
        const named = new Set(
          answer.groups?.filter(({ isOthers }) => !isOthers).map(({ group }) => JSON.stringify(group)),
        );
        for (const { group, isOthers, comparison } of answer.groups ?? []) {
          const rows = isOthers
            ? [...groups].flatMap(([name, some]) => (named.has(name) ? [] : some))
            : (groups.get(JSON.stringify(group)) ?? []);
          check(comparison, rows);
        }
      },
    ),
    { numRuns: extent(30, 300), seed: 2 },
  );
});

test('a leaderboard has the earlier values of its rows, and the rows that are gone', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      question,
      fc.boolean(),
      async ({ metric, filter, period, groupBy, limit, sort, isMutable }, others) => {
        const input = {
          ...asked(isMutable ? mutable : pool, metric.aggregation, period),
          filterSql: filter.sql,
          dimensions: groupBy,
          sort,
          rowLimit: limit,
        };
        const { rows, hasOthers, comparison } = await leaderboard(node.services, node.caller, {
          ...input,
          others,
        });
        const before = grouped(within(period.earlier, records.filter(filter.holds)), groupBy);
        const [startMs, stopMs] = period.earlier;
        // The order of rows is tested elsewhere: here, the earlier leaderboard is another query.
        const earlier = await leaderboard(node.services, node.caller, {
          ...input,
          compare: undefined,
          timeRange: { startMs, stopMs },
        });
        const nameOf = (row: readonly (string | null)[]) => JSON.stringify(row.slice(0, -1));
        const earlierNames = earlier.rows.map(nameOf);
        const main = hasOthers ? rows.slice(0, -1) : rows;
        const names = main.map(nameOf);
        expect(comparison?.rows).toHaveLength(rows.length);
        for (const [index, row] of main.entries()) {
          const found = comparison?.rows[index];
          const inside = before.get(nameOf(row)) ?? [];
          const value = inside.length === 0 ? null : metric.of(inside);
          same(found?.value, value);
          checkChange(
            { change: found?.change, changePercent: found?.changePercent },
            Number(row.at(-1)),
            value,
          );
          const place = earlierNames.indexOf(nameOf(row));
          expect(found?.rank).toBe(place < 0 ? null : place + 1);
          expect(found?.isNew).toBe(place < 0);
        }
        expect(comparison?.gone).toEqual(earlier.rows.filter((row) => !names.includes(nameOf(row))));
        expect(comparison?.timeRange).toEqual(shownRange(period.earlier));
        if (!hasOthers) return;
        const rest = [...before].flatMap(([name, some]) => (names.includes(name) ? [] : some));
        const value = rest.length === 0 ? null : metric.of(rest);
        const last = comparison?.rows.at(-1);
        same(last?.value, value);
        checkChange(
          { change: last?.change, changePercent: last?.changePercent },
          Number(rows.at(-1)?.at(-1)),
          value,
        );
        expect(last).toMatchObject({ rank: null, isNew: false });
      },
    ),
    { numRuns: extent(30, 300), seed: 3 },
  );
});

const [months] = periods as [Compared];
const count = { type: 'COUNT' } as const;
const seriesOf = (input: Partial<TimeSeriesInput>) =>
  timeSeries(node.services, node.caller, {
    ...asked(pool, count, months),
    granularity: 'DAY',
    groupBy: ['kind'],
    ...input,
  });
const boardOf = (input: Partial<LeaderboardInput>) =>
  leaderboard(node.services, node.caller, {
    ...asked(pool, count, months),
    dimensions: ['kind'],
    sort: 'DESC',
    rowLimit: 2,
    others: true,
    ...input,
  });

test('without compare there is no comparison, and one query', async () => {
  const before = node.recorded.length;
  const input = { ...asked(pool, count, months), compare: undefined };
  expect((await counter(node.services, node.caller, input)).comparison).toBeNull();
  const series = await seriesOf({ compare: undefined });
  expect(series.comparison).toBeNull();
  expect(series.groups?.every(({ comparison }) => comparison === null)).toBe(true);
  expect((await boardOf({ compare: undefined })).comparison).toBeNull();
  expect(node.recorded.slice(before)).toHaveLength(3);
});

test('both queries of a comparison are in the history', async () => {
  const before = node.recorded.length;
  const one = await counter(node.services, node.caller, asked(pool, count, months));
  const series = await seriesOf({ groupLimit: 2 });
  const board = await boardOf({});
  const recorded = node.recorded.slice(before).map(({ id, subtype, status }) => [id, subtype, status]);
  const expected = (
    [
      [one, 'COUNTER'],
      [series, 'TIME_SERIES'],
      [board, 'LEADERBOARD'],
    ] as const
  ).flatMap(([{ query, comparison }, subtype]) =>
    [query.id, comparison?.query.id].map((id) => [id, subtype, 'COMPLETED']),
  );
  const sorted = (list: readonly unknown[]) => list.map((entry) => JSON.stringify(entry)).sort();
  expect(sorted(recorded)).toEqual(sorted(expected));
  expect(one.comparison?.query.sql).toContain("'2026-02-01 00:00:00.000'");
  expect(Number(board.comparison?.query.recordsProcessed)).toBeGreaterThan(0);
});

describe('a period that is not over', () => {
  test('is compared with the same part of the earlier one', async () => {
    const nowMs = march(15) + 10 * hourMs;
    const aheadMs = node.clock.now() - nowMs;
    node.clock.advance(-aheadMs);
    const scope = { ...asked(pool, count, months), timeRange: { relative: 'THIS_MONTH' as const } };
    const part = [february(1), february(15) + 10 * hourMs] as const;
    const one = await counter(node.services, node.caller, scope);
    expect(one.comparison).toMatchObject({
      value: String(within(part, records).length),
      timeRange: shownRange(part),
    });
    const series = await seriesOf({ ...scope, groupBy: [] });
    expect(series.labels).toHaveLength(31);
    expect(series.incompleteFrom).toBe('2026-03-15T00:00:00Z');
    expect(series.comparison?.labels[14]).toBe('2026-02-15T00:00:00Z');
    expect(series.comparison?.labels.slice(15)).toEqual(new Array(16).fill(null));
    expect(series.comparison?.values.slice(15)).toEqual(new Array(16).fill(null));
    expect(sum(series.comparison?.values.map(Number) ?? [])).toBe(within(part, records).length);
    node.clock.advance(aheadMs);
  });
});

describe('is refused', () => {
  test('without both ends, unless the earlier period is given', async () => {
    const open = { timeRange: { startMs: march(1) } };
    for (const ask of [
      () => counter(node.services, node.caller, { ...asked(pool, count, months), ...open }),
      () => seriesOf(open),
      () => boardOf(open),
    ])
      await expect(ask()).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/^compare\.period needs a timeRange with both ends/),
      });
    const compare = { startMs: february(1), stopMs: march(1) };
    const { comparison } = await seriesOf({ ...open, compare });
    expect(sum(comparison?.values.map(Number) ?? [])).toBe(within([february(1), march(1)], records).length);
  });

  test('when the earlier period has too many buckets', async () => {
    const compare = { startMs: Date.UTC(1990, 0, 1), stopMs: march(1) };
    await expect(seriesOf({ granularity: 'HOUR', compare })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('where clocks change', () => {
  // On 29 March 2026 clocks were put forward, on 25 October 2026 back.
  test.each([
    ['a day of 23 hours', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23, '2026-03-27T23:00:00Z', 24],
    ['the day after it', '2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z', 24, '2026-03-28T23:00:00Z', 23],
    ['a day of 25 hours', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25, '2026-10-23T22:00:00Z', 24],
    ['the day after that', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z', 24, '2026-10-24T22:00:00Z', 25],
  ])('%s is compared hour by hour', async (_day, start, stop, hours, earlierStart, earlierHours) => {
    const { labels, comparison } = await seriesOf({
      timeRange: { startMs: Date.parse(start), stopMs: Date.parse(stop) },
      timeZone: 'Europe/Berlin',
      compare: { period: 'PREVIOUS_PERIOD' },
      granularity: 'HOUR',
      groupBy: [],
    });
    expect(labels).toHaveLength(hours);
    const length = Math.max(hours, earlierHours);
    const hour = (index: number) => new Date(Date.parse(earlierStart) + index * hourMs).toISOString();
    expect(comparison?.labels).toEqual(
      Array.from({ length }, (_, index) => (index < earlierHours ? hour(index).replace('.000Z', 'Z') : null)),
    );
    const changed = comparison?.changes.map((change) => change !== null);
    expect(changed).toEqual(Array.from({ length }, (_, index) => index < Math.min(hours, earlierHours)));
  });
});

test('the records of the main period are not read again', async () => {
  const earlier = within(months.earlier, records).length;
  // The list of groups is one record for the engine.
  const list = 1;
  const processed = ({ comparison }: { comparison: { query: { recordsProcessed: string } } | null }) =>
    Number(comparison?.query.recordsProcessed);
  const size = { type: 'SUM', measure: 'size' } as const;
  expect(processed(await counter(node.services, node.caller, asked(pool, size, months)))).toBe(earlier);
  expect(processed(await boardOf({ others: false }))).toBe(earlier + list);
  expect(processed(await boardOf({ dimensions: ['kind', 'ratio', 'day'] }))).toBe(2 * (earlier + list));
  expect(processed(await seriesOf({}))).toBe(earlier + list);
  expect(processed(await seriesOf({ groupLimit: 2, groupBy: ['moment', 'place'] }))).toBe(earlier + list);
});

describe('groups that cannot be listed', () => {
  let odd: DataPool;
  const long = (name: string) => name.repeat(2_000);
  beforeAll(async () => {
    odd = await node.createPool({
      columns: [
        { name: 'at', type: 'TIMESTAMP', nullable: false },
        { name: 'text', type: 'STRING', nullable: true },
        { name: 'doc', type: 'JSON', nullable: true },
      ],
      timestamp: 'at',
    });
    const row = (at: string, text: string | null, doc: unknown) => ({
      at: `2026-0${at} 00:00:00.000`,
      text,
      doc,
    });
    await node.insert(odd, [
      ...Array.from({ length: 40 }, (_, index) =>
        row('3-02', long(String.fromCharCode(65 + index)), { n: index }),
      ),
      ...[row('3-02', null, { a: [1] }), row('2-02', null, { a: [1] }), row('2-03', long('A'), { n: 0 })],
      ...[row('2-04', '\ufffd', { n: 1 }), row('3-04', '\ufffd', { n: 1 }), row('2-05', 'gone', { n: 99 })],
    ]);
  });

  test.each([['text'], ['doc']])('are found again: by %s', async (name) => {
    const metric = { dataPool: { id: odd.id }, aggregation: count };
    const board = await boardOf({ metric, dimensions: [name], rowLimit: 1_000, others: false });
    const earlier = board.comparison?.rows.filter(({ value }) => value !== null);
    expect(earlier).toHaveLength(3);
    expect(board.comparison?.gone).toHaveLength(1);
    const series = await seriesOf({ metric, groupBy: [name], granularity: 'MONTH' });
    expect(series.groups?.filter(({ comparison }) => comparison?.values[0] === '1')).toHaveLength(3);
    expect(series.comparison?.values).toEqual(['4']);
  });
});
