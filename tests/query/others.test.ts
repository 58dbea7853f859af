/** The first groups and all others, against a calculation of their own over the same records. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import { counter } from '../../server/src/query/counter.js';
import { type LeaderboardInput, leaderboard } from '../../server/src/query/leaderboard.js';
import { type TimeSeriesInput, timeSeries } from '../../server/src/query/time-series.js';
import { extent } from '../support/extent.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 2, 1);
const stopMs = startMs + 6 * dayMs;

type Value = string | number | boolean | null;

interface Row {
  readonly at: number;
  readonly id: number;
  readonly kind: string | null;
  readonly place: string;
  readonly code: number | null;
  readonly ratio: number | null;
  readonly flag: boolean | null;
  readonly day: string | null;
  readonly amount: number | null;
  readonly size: number;
}

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'id', type: 'INT32', nullable: false },
  { name: 'kind', type: 'STRING', nullable: true },
  { name: 'place', type: 'STRING', nullable: false },
  { name: 'code', type: 'INT32', nullable: true },
  { name: 'ratio', type: 'DOUBLE', nullable: true },
  { name: 'flag', type: 'BOOLEAN', nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'amount', type: 'DOUBLE', nullable: true },
  { name: 'size', type: 'INT64', nullable: false },
] as const;

const rowArbitrary: fc.Arbitrary<Row> = fc.record({
  at: fc.integer({ min: startMs, max: stopMs - 1 }),
  id: fc.nat({ max: 400 }),
  // The name of the others, texts that look like null or like a key of several columns, and none.
  kind: fc.option(fc.constantFrom('others', '', '.', 'null', "o'k", 'a', 'b', 'c","d'), { freq: 6 }),
  place: fc.constantFrom('north', 'south', 'others', ''),
  code: fc.option(fc.integer({ min: -4, max: 4 })),
  ratio: fc.option(fc.constantFrom(-0, 0, 0.1, -2.5, 1e300)),
  flag: fc.option(fc.boolean()),
  day: fc.option(fc.constantFrom('1950-01-01', '2026-02-28', '2026-03-01')),
  // Sums of eighths are exact in any order. Some groups have only nulls.
  amount: fc.option(
    fc.integer({ min: -800, max: 800 }).map((eighths) => eighths / 8),
    { freq: 3 },
  ),
  size: fc.integer({ min: -50, max: 50 }),
});
const records = fc.sample(rowArbitrary, { numRuns: 600, seed: 20_261_117 });

const present = (rows: readonly Row[]) => rows.flatMap(({ amount }) => (amount === null ? [] : [amount]));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const orNull = (values: readonly number[], of: () => number) => (values.length === 0 ? null : of());

/** Every kind of Metric. Most of their values over several groups are not the sum of the groups' values. */
const metrics: readonly { aggregation: MetricAggregation; of: (rows: readonly Row[]) => number | null }[] = [
  { aggregation: { type: 'COUNT' }, of: (rows) => rows.length },
  { aggregation: { type: 'SUM', measure: 'size' }, of: (rows) => sum(rows.map(({ size }) => size)) },
  {
    aggregation: { type: 'AVERAGE', measure: 'amount' },
    of: (rows) => orNull(present(rows), () => sum(present(rows)) / present(rows).length),
  },
  {
    aggregation: { type: 'MIN', measure: 'amount' },
    of: (rows) => orNull(present(rows), () => Math.min(...present(rows))),
  },
  {
    aggregation: { type: 'MAX', measure: 'size' },
    of: (rows) => Math.max(...rows.map(({ size }) => size)),
  },
  {
    aggregation: { type: 'COUNT_DISTINCT', dimension: 'id' },
    of: (rows) => new Set(rows.map(({ id }) => id)).size,
  },
  {
    // The engine takes the value at this position.
    aggregation: { type: 'CUSTOM', expression: 'quantileExact(0.9)(size)' },
    of: (rows) => rows.map(({ size }) => size).sort((a, b) => a - b)[Math.floor(0.9 * rows.length)] ?? null,
  },
  {
    // Without a value where no record counts below the line.
    aggregation: { type: 'CUSTOM', expression: "SUM(size) / COUNT(*) FILTER (WHERE kind = 'a')" },
    of: (rows) => {
      const below = rows.filter(({ kind }) => kind === 'a').length;
      return below === 0 ? null : sum(rows.map(({ size }) => size)) / below;
    },
  },
  {
    aggregation: { type: 'CUSTOM', expression: 'uniqExact(kind, place) - countIf(size > 0)' },
    of: (rows) =>
      new Set(rows.flatMap(({ kind, place }) => (kind === null ? [] : [JSON.stringify([kind, place])])))
        .size - rows.filter(({ size }) => size > 0).length,
  },
];

const filters: readonly { sql: string | null; holds: (row: Row) => boolean }[] = [
  { sql: null, holds: () => true },
  { sql: 'size > 10', holds: ({ size }) => size > 10 },
  { sql: "kind = 'a' OR kind IS NULL", holds: ({ kind }) => kind === 'a' || kind === null },
  { sql: 'size > 1000', holds: () => false },
];

const shown = (value: Value) => (value === null ? null : String(value === 0 ? 0 : value));

function compareValues(left: Value, right: Value): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}

interface Group {
  readonly key: readonly Value[];
  readonly rows: readonly Row[];
  readonly total: number | null;
}

/** All groups in order: by their totals, those without one last, equal ones by their keys with nulls last. */
function groupsInOrder(
  rows: readonly Row[],
  groupBy: readonly string[],
  of: (rows: readonly Row[]) => number | null,
  sort: 'ASC' | 'DESC',
): Group[] {
  const groups = new Map<string, { key: Value[]; rows: Row[] }>();
  for (const row of rows) {
    const key = groupBy.map((name) => row[name as keyof Row] as Value);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(text, group);
  }
  const byTotal = ({ total: a }: Group, { total: b }: Group) =>
    a === null || b === null || sort === 'ASC' ? compareValues(a, b) : compareValues(b, a);
  const byKey = (a: Group, b: Group) =>
    a.key.map((value, index) => compareValues(value, b.key[index] ?? null)).find((order) => order !== 0) ?? 0;
  return [...groups.values()]
    .map((group) => ({ ...group, total: of(group.rows) }))
    .sort((a, b) => byTotal(a, b) || byKey(a, b));
}

const same = (value: string | null | undefined, expected: number | null) => {
  if (expected === null) expect(value).toBeNull();
  else expect(Number(value)).toBeCloseTo(expected, 9);
};

let node: QueryNode;
let pool: DataPool;
let mutable: DataPool;

beforeAll(async () => {
  node = await openQueryNode({ nowMs: stopMs });
  const stored = records.map(({ at, ...rest }, index) => ({
    ...rest,
    at: new Date(at).toISOString().replace('T', ' ').replace('Z', ''),
    number: index,
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
  groupBy: fc.constantFrom(
    ['kind'],
    ['place'],
    ['code'],
    ['ratio'],
    ['flag'],
    ['day'],
    ['kind', 'place'],
    ['flag', 'code', 'day'],
    ['ratio', 'ratio'],
  ),
  limit: fc.integer({ min: 1, max: 12 }),
  sort: fc.constantFrom('ASC' as const, 'DESC' as const),
  granularity: fc.constantFrom('DAY' as const, 'HOUR' as const, 'WEEK' as const),
  isMutable: fc.boolean(),
});

const asked = (which: DataPool, aggregation: MetricAggregation) => ({
  metric: { dataPool: { id: which.id }, aggregation },
  timeRange: { startMs, stopMs },
});

test('a time series has the largest groups, and one of all other records', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ metric, filter, groupBy, limit, granularity, isMutable }) => {
      const answer = await timeSeries(node.services, node.caller, {
        ...asked(isMutable ? mutable : pool, metric.aggregation),
        filterSql: filter.sql,
        granularity,
        groupBy,
        groupLimit: limit,
      });
      const kept = records.filter(filter.holds);
      const groups = groupsInOrder(kept, groupBy, metric.of, 'DESC');
      const rest = groups.slice(limit).flatMap(({ rows }) => rows);
      const expected = [
        ...groups.slice(0, limit).map(({ key, rows }) => ({ group: key.map(shown), rows, isOthers: false })),
        ...(rest.length === 0 ? [] : [{ group: groupBy.map(() => 'others'), rows: rest, isOthers: true }]),
      ];
      expect(answer.groups?.map(({ group, isOthers }) => ({ group, isOthers }))).toEqual(
        expected.map(({ group, isOthers }) => ({ group, isOthers })),
      );
      const starts = answer.labels.map((label) => Date.parse(label));
      for (const [index, start] of starts.entries()) {
        const inside = (rows: readonly Row[]) =>
          rows.filter(({ at }) => at >= start && at < (starts[index + 1] ?? stopMs));
        const check = (value: string | null | undefined, rows: readonly Row[]) =>
          rows.length === 0 ? expect(value).toBe('0') : same(value, metric.of(rows));
        check(answer.values[index], inside(kept));
        for (const [place, { rows }] of expected.entries())
          check(answer.groups?.[place]?.values[index], inside(rows));
      }
    }),
    { numRuns: extent(40, 300), seed: 1 },
  );
});

test('a leaderboard has a row of all other records', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ metric, filter, groupBy, limit, sort, isMutable }) => {
      const answer = await leaderboard(node.services, node.caller, {
        ...asked(isMutable ? mutable : pool, metric.aggregation),
        filterSql: filter.sql,
        dimensions: groupBy,
        sort,
        rowLimit: limit,
        others: true,
      });
      const groups = groupsInOrder(records.filter(filter.holds), groupBy, metric.of, sort);
      const first = groups.filter(({ total }) => total !== null).slice(0, limit);
      const rest = groups.filter((group) => !first.includes(group)).flatMap(({ rows }) => rows);
      const value = rest.length === 0 ? null : metric.of(rest);
      const expected = [
        ...first.map(({ key, total }) => ({ key: key.map(shown), value: total })),
        ...(value === null ? [] : [{ key: groupBy.map(() => 'others'), value }]),
      ];
      expect(answer.rows.map((row) => row.slice(0, -1))).toEqual(expected.map(({ key }) => key));
      for (const [index, row] of answer.rows.entries()) same(row.at(-1), expected[index]?.value ?? null);
      expect(answer.hasOthers).toBe(value !== null);
    }),
    { numRuns: extent(40, 300), seed: 2 },
  );
});

const seriesOf = (input: Partial<TimeSeriesInput>, which = pool) =>
  timeSeries(node.services, node.caller, {
    ...asked(which, { type: 'COUNT' }),
    granularity: 'WEEK',
    groupBy: ['kind'],
    ...input,
  });
const boardOf = (input: Partial<LeaderboardInput>, which = pool) =>
  leaderboard(node.services, node.caller, {
    ...asked(which, { type: 'COUNT' }),
    dimensions: ['kind'],
    sort: 'DESC',
    rowLimit: 1,
    others: true,
    ...input,
  });

describe('others', () => {
  let small: DataPool;
  beforeAll(async () => {
    small = await node.createPool({
      columns: [
        { name: 'name', type: 'STRING', nullable: true },
        { name: 'n', type: 'INT64', nullable: true },
      ],
    });
    const row = (name: string | null, n: number | null) => ({ name, n });
    await node.insert(small, [
      ...[row('others', -1), row('others', -2), row(null, -10), row('b', -5), row('a', -5)],
      ...[row('c', -20), row('c', null), row('empty', null)],
    ]);
  });
  const sumOfN = { type: 'SUM', measure: 'n' } as const;
  const averageOfN = { type: 'AVERAGE', measure: 'n' } as const;
  const metric = (aggregation: MetricAggregation) => ({ dataPool: { id: small.id }, aggregation });
  const board = async (input: Partial<LeaderboardInput>) =>
    await boardOf({ dimensions: ['name'], timeRange: {}, ...input }, small);
  const series = async (input: Partial<TimeSeriesInput>) => {
    const { groups } = await seriesOf({ groupBy: ['name'], timeRange: {}, granularity: 'YEAR', ...input });
    return groups?.map(({ group, values, isOthers }) => [...group, ...values, isOthers]);
  };

  test('are told apart from a group of their name', async () => {
    const { rows, hasOthers } = await board({ metric: metric(averageOfN) });
    expect(rows).toEqual([
      ['others', '-1.5'],
      ['others', '-10'],
    ]);
    expect(hasOthers).toBe(true);
    expect(await series({ metric: metric(averageOfN), groupLimit: 1 })).toEqual([
      ['others', '-1.5', false],
      ['others', '-10', true],
    ]);
    const all = await board({ metric: metric(averageOfN), rowLimit: 5 });
    expect(all.rows.at(-1)).toEqual(['c', '-20']);
    expect(all.hasOthers).toBe(false);
  });

  test('are what is left in either direction: a large negative number is small, equal groups go by name', async () => {
    const smallest = await board({ metric: metric(sumOfN), sort: 'ASC', rowLimit: 3 });
    expect(smallest.rows).toEqual([
      ['c', '-20'],
      [null, '-10'],
      ['a', '-5'],
      ['others', '-8'],
    ]);
    expect(await series({ metric: metric(sumOfN), groupLimit: 3 })).toEqual([
      ['empty', '0', false],
      ['others', '-3', false],
      ['a', '-5', false],
      ['others', '-35', true],
    ]);
  });

  test('contain the groups without a value, which come last in a time series', async () => {
    const averages = await series({ metric: metric(averageOfN), groupLimit: 5 });
    expect(averages?.map(([name]) => name)).toEqual(['others', 'a', 'b', null, 'c', 'others']);
    expect(averages?.at(-1)).toEqual(['others', null, true]);
    const whole = await series({ metric: metric(averageOfN), groupLimit: 6 });
    expect(whole?.at(-1)).toEqual(['empty', null, false]);
  });

  test('have no row in a leaderboard if they have no value', async () => {
    const { rows, hasOthers } = await board({ metric: metric(averageOfN), rowLimit: 5 });
    expect(rows).toHaveLength(5);
    expect(hasOthers).toBe(false);
  });

  test('are absent without records, and where every group is kept apart', async () => {
    const nothing = { timeRange: { startMs: 0, stopMs: dayMs } };
    expect(await board(nothing)).toMatchObject({ rows: [], hasOthers: false });
    expect((await seriesOf({ ...nothing, groupLimit: 1 })).groups).toEqual([]);
    const { groups } = await seriesOf({ groupLimit: 1_000 });
    const plain = await seriesOf({});
    const byText = (list: typeof groups) => list?.map((group) => JSON.stringify(group)).sort();
    expect(byText(groups)).toEqual(byText(plain.groups));
  });

  test('are absent from a leaderboard that does not ask for them', async () => {
    const { rows, hasOthers } = await board({ others: false });
    expect(rows).toHaveLength(1);
    expect(hasOthers).toBe(false);
  });
});

describe('more groups than a time series can have', () => {
  const count = 5_000;
  let many: DataPool;
  beforeAll(async () => {
    many = await node.createPool({
      columns: [
        { name: 'id', type: 'INT32', nullable: false },
        { name: 'at', type: 'TIMESTAMP', nullable: false },
      ],
      timestamp: 'at',
    });
    await node.insert(
      many,
      Array.from({ length: count }, (_, id) => ({ id, at: `2026-03-0${1 + (id % 6)} 00:00:00.000` })),
    );
  });

  test('are an error that names groupLimit, and an answer with it', async () => {
    await expect(seriesOf({ groupBy: ['id'] }, many)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(
        /at most 1000 groups; set groupLimit to get the largest groups and all others as one, or add a filter$/,
      ),
    });
    const { groups } = await seriesOf({ groupBy: ['id'], groupLimit: 1_000, granularity: 'DAY' }, many);
    expect(groups).toHaveLength(1_001);
    // All have one record, so the order is that of the ids.
    expect(groups?.slice(0, -1).map(({ group }) => group[0])).toEqual(
      Array.from({ length: 1_000 }, (_, id) => String(id)),
    );
    const rest = groups?.at(-1);
    expect(rest?.isOthers).toBe(true);
    expect(rest?.values.reduce((total, value) => total + Number(value), 0)).toBe(count - 1_000);
  });

  test('still have a limit on all values, which is named', async () => {
    await expect(
      seriesOf({ groupBy: ['id'], groupLimit: 1_000, granularity: 'FIFTEEN_MINUTES' }, many),
    ).rejects.toThrow(/at most 500000 values over all groups; lower groupLimit/);
  });

  test('are one row of a leaderboard', async () => {
    const { rows } = await boardOf({ dimensions: ['id'], rowLimit: 1_000 }, many);
    expect(rows).toHaveLength(1_001);
    expect(rows.at(-1)).toEqual(['others', String(count - 1_000)]);
  });
});

test('a limit without groups, and one out of bounds, are refused', async () => {
  for (const groupLimit of [0, -1, 1_001])
    await expect(seriesOf({ groupLimit })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: `groupLimit must be from 1 to 1000, but is ${groupLimit}`,
    });
  await expect(seriesOf({ groupBy: [], groupLimit: 3 })).rejects.toThrow(/give the columns in groupBy/);
});

test('is one query in the history, by the SQL that ran', async () => {
  const before = node.recorded.length;
  const { query } = await seriesOf({ groupLimit: 2 });
  const { query: ofBoard } = await boardOf({});
  const subtypes = node.recorded.slice(before).map(({ id, subtype }) => [id, subtype]);
  expect(subtypes).toEqual([
    [query.id, 'TIME_SERIES'],
    [ofBoard.id, 'LEADERBOARD'],
  ]);
  expect(query.sql).toContain('_weir_rest');
});

test('the others of a count and the first groups add up to the counter', async () => {
  const { value } = await counter(node.services, node.caller, asked(pool, { type: 'COUNT' }));
  const { rows } = await boardOf({ rowLimit: 3 });
  expect(rows.reduce((total, row) => total + Number(row.at(-1)), 0)).toBe(Number(value));
});
