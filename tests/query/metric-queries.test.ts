/** Counters, time series and leaderboards on the real engine, each compared with a plain calculation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import { type CounterInput, counter } from '../../server/src/query/counter.js';
import { type LeaderboardInput, leaderboard } from '../../server/src/query/leaderboard.js';
import { type TimeSeriesInput, timeSeries } from '../../server/src/query/time-series.js';
import { read, sql } from '../support/engines.js';
import { withScopes } from '../support/policies.js';
import { openQueryNode, type QueryNode, runnableSql } from '../support/query-node.js';

let queries: QueryNode;
let pool: DataPool;
beforeAll(async () => {
  queries = await openQueryNode({ cached: true, nowMs: Date.UTC(2026, 2, 15, 12, 34, 56, 789) });
  pool = await queries.createPool({ columns, timestamp: 'at' });
  await queries.insert(pool, records);
  // The intake refuses what is not finite; a job may compute it.
  await queries.engine.command(
    sql(
      `ALTER TABLE \`${pool.environmentId}\`.\`${pool.id}\` UPDATE ratio = nan WHERE bucket = 4 SETTINGS mutations_sync = 2`,
    ),
  );
});
afterAll(() => queries.close());

const column = (name: string, type: ColumnType, nullable = false) => ({ name, type, nullable });
const columns = [
  column('at', 'TIMESTAMP'),
  column('paid_at', 'TIMESTAMP', true),
  column('day', 'DATE', true),
  column('value', 'INT64', true),
  column('wide', 'INT64'),
  column('bucket', 'INT32'),
  column('from', 'STRING', true),
  column('weird name', 'STRING'),
  column('ratio', 'DOUBLE', true),
  column('small', 'FLOAT', true),
  column('flag', 'BOOLEAN', true),
  column('doc', 'JSON', true),
];

const record = (day: number, bucket: number, more: object = {}) => ({
  at: `2026-03-0${day} 10:00:00.500`,
  paid_at: null,
  day: '2026-03-01',
  value: bucket,
  wide: '9000000000000000000',
  bucket,
  from: 'x',
  'weird name': 'w',
  ratio: 1.5,
  small: 0.1,
  flag: true,
  doc: '{"a":{"b":2}}',
  ...more,
});

const records = [
  record(1, 1),
  record(1, 2, { from: null, value: null, ratio: null }),
  record(3, 3, { from: '', value: null, flag: null }),
  record(4, 4, { from: null, day: null, paid_at: '2026-03-05 00:00:00.000' }),
];

type Metric = MetricAggregation;
const count: Metric = { type: 'COUNT' };
const custom = (expression: string): Metric => ({ type: 'CUSTOM', expression });

const ask = (aggregation: Metric, input: Partial<CounterInput> = {}, over = pool) =>
  counter(queries.services, queries.otherCaller(), {
    metric: { dataPool: { id: over.id }, aggregation },
    ...input,
  });
const counted = async (...args: Parameters<typeof ask>) => (await ask(...args)).value;
const series = (aggregation: Metric, input: Partial<TimeSeriesInput> = {}, over = pool) =>
  timeSeries(queries.services, queries.otherCaller(), {
    metric: { dataPool: { id: over.id }, aggregation },
    granularity: 'DAY',
    groupBy: [],
    ...input,
  });
const groupsOf = async (groupBy: string[], aggregation: Metric = count) => {
  const { groups } = await series(aggregation, { groupBy });
  return groups?.map(({ group, values }) => [...group, values]);
};
const board = async (aggregation: Metric, dimensions: string[], input: Partial<LeaderboardInput> = {}) =>
  (
    await leaderboard(queries.services, queries.otherCaller(), {
      metric: { dataPool: { id: pool.id }, aggregation },
      dimensions,
      sort: 'DESC',
      rowLimit: 1_000,
      ...input,
    })
  ).rows;

const march = (day: number, hour = 0) => Date.UTC(2026, 2, day, hour);
const days = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z'];

describe('a counter', () => {
  test.each<[Metric, string | null]>([
    [count, '4'],
    [{ type: 'SUM', measure: 'bucket' }, '10'],
    [{ type: 'SUM', measure: 'value' }, '5'],
    [{ type: 'AVERAGE', measure: 'value' }, '2.5'],
    [{ type: 'MIN', measure: 'value' }, '1'],
    [{ type: 'MAX', measure: 'from' }, 'x'],
    [{ type: 'MIN', measure: 'day' }, '2026-03-01'],
    [{ type: 'MAX', measure: 'at' }, '2026-03-04 10:00:00.500'],
    [{ type: 'MIN', measure: 'flag' }, 'true'],
    [{ type: 'COUNT_DISTINCT', dimension: 'from' }, '2'],
    [{ type: 'COUNT_DISTINCT', dimension: 'weird name' }, '1'],
  ])('of %j is %j', async (aggregation, expected) => {
    expect(await counted(aggregation)).toBe(expected);
  });

  test('adds up and averages whole numbers without overflow', async () => {
    expect(await counted({ type: 'SUM', measure: 'wide' })).toBe('36000000000000000000');
    expect(Number(await counted({ type: 'AVERAGE', measure: 'wide' }))).toBe(9e18);
    expect(await counted(custom('SUM(wide)'))).toBe('36000000000000000000');
    expect(await counted(custom('SUM(wide) FILTER (WHERE bucket < 4)'))).toBe('27000000000000000000');
  });

  test.each([
    ['SUM(value) / COUNT()', '1.25'],
    ['COUNT() > 3', 'true'],
    ['COUNT(DISTINCT value)', '2'],
    ['sumIf(value, bucket > 1)', '4'],
    ['SUM(doc.a.b)', '8'],
    ['SUM(ratio) FILTER (WHERE bucket > 100)', null],
    ['SUM(bucket::numeric)', '10'],
    ['COUNT(DISTINCT bucket::numeric(38, 10))', '4'],
    ['max(at)', '2026-03-04 10:00:00.500'],
    ['quantiles(0, 1)(bucket)', '[1,4]'],
    ['argMax("from", bucket) IS NULL', 'false'],
    ['CASE WHEN COUNT() > 100 THEN 1 END', null],
    ['SUM(bucket) / 0', null],
    ['any("weird name") || \'!\'', 'w!'],
  ])('of the expression %s is %j', async (expression, expected) => {
    expect(await counted(custom(expression))).toBe(expected);
  });

  test('of nothing is 0 for what counts and adds up, and null for the rest, nullable column or not', async () => {
    const nothing = { filterSql: 'bucket > 100' };
    for (const measure of ['value', 'wide', 'bucket', 'ratio', 'small']) {
      expect(await counted({ type: 'SUM', measure }, nothing)).toBe('0');
      for (const type of ['AVERAGE', 'MIN', 'MAX'] as const)
        expect(await counted({ type, measure }, nothing)).toBeNull();
    }
    expect(await counted(count, nothing)).toBe('0');
    expect(await counted({ type: 'COUNT_DISTINCT', dimension: 'from' }, nothing)).toBe('0');
  });

  test('needs filterSql and filters to hold', async () => {
    const filters = [{ column: 'bucket', operator: 'GREATER_THAN', value: '1', and: [], or: [] } as const];
    expect(await counted(count, { filters })).toBe('3');
    expect(await counted(count, { filters, filterSql: 'bucket < 3' })).toBe('1');
    expect(await counted(count, { filterSql: `"from" = 'x' OR "from" IS NULL` })).toBe('3');
  });

  test.each<[string, CounterInput['timeRange'], string]>([
    ['no range', {}, '4'],
    ['a start', { startMs: march(3) }, '2'],
    ['a stop, which is exclusive', { stopMs: march(3, 10) + 500 }, '2'],
    ['a start, which is inclusive', { startMs: march(3, 10) + 500 }, '2'],
    ['both', { startMs: march(1), stopMs: march(4) }, '3'],
    ['equal ends', { startMs: march(1), stopMs: march(1) }, '0'],
    ['a relative range, which wins over an absolute one', { relative: 'TODAY', startMs: march(1) }, '0'],
    ['LAST_N, which counts days', { relative: 'LAST_N', n: 13 }, '2'],
    ['THIS_MONTH', { relative: 'THIS_MONTH' }, '4'],
    ['another column, without which a record is in no range', { timestamp: 'paid_at' }, '1'],
    ['another column with a start', { timestamp: 'paid_at', startMs: 0 }, '1'],
    ['a DATE column', { timestamp: 'day' }, '3'],
    ['a DATE column with a range', { timestamp: 'day', startMs: march(1), stopMs: march(1, 1) }, '3'],
    ['a DATE column with a later range', { timestamp: 'day', startMs: march(1, 1), stopMs: march(2) }, '0'],
  ])('over %s', async (_, timeRange, expected) => {
    expect(await counted(count, { timeRange })).toBe(expected);
  });

  test('shows the SQL that ran, which gives the same again', async () => {
    const { value, query } = await ask(
      { type: 'SUM', measure: 'bucket' },
      { timeRange: { startMs: march(1) }, filterSql: `"from" = 'x' OR ratio > 0.5` },
    );
    expect(query.sql).toContain(`FROM \`${pool.id}\``);
    expect((await read(queries.engine, runnableSql(query, pool))).rows[0]?.[0]).toBe(value);
  });

  test.each<[string, Metric, Partial<CounterInput>, RegExp]>([
    ['a sum of text', { type: 'SUM', measure: 'from' }, {}, /measure: SUM needs a column of type/],
    ['an average of times', { type: 'AVERAGE', measure: 'at' }, {}, /measure: AVERAGE needs/],
    ['a missing measure', { type: 'SUM', measure: 'nope' }, {}, /there is no column "nope"/],
    ['an internal column', { type: 'COUNT_DISTINCT', dimension: '_weir_request' }, {}, /no column/],
    ['no aggregate', custom('bucket'), {}, /aggregate/],
    ['a filter that is none', count, { filterSql: 'bucket' }, /must be true or false/],
    ['a zone that is none', count, { timeZone: 'Mars/Base' }, /timeZone/],
    ['LAST_N without n', count, { timeRange: { relative: 'LAST_N' } }, /n/],
    ['a time column that is none', count, { timeRange: { timestamp: 'from' } }, /TIMESTAMP or DATE/],
    ['start after stop', count, { timeRange: { startMs: 2, stopMs: 1 } }, /after/],
  ])('refuses %s', async (_, aggregation, input, message) => {
    await expect(ask(aggregation, input)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(message),
    });
  });
});

describe('a time series', () => {
  test('has every bucket from the earliest to the latest record', async () => {
    expect(await series(count)).toMatchObject({ labels: days, values: ['2', '0', '1', '1'], groups: null });
  });

  test('is 0 in buckets without records, and null where records have no value', async () => {
    expect((await series({ type: 'MIN', measure: 'value' })).values).toEqual(['1', '0', null, '4']);
    expect((await series({ type: 'SUM', measure: 'value' })).values).toEqual(['1', '0', '0', '4']);
  });

  test.each<[string, TimeSeriesInput['timeRange'], string[], string[]]>([
    ['a start', { startMs: march(2, 5) }, days.slice(1), ['0', '1', '1']],
    ['a stop', { stopMs: march(3, 10) }, days.slice(0, 3), ['2', '0', '0']],
    ['a start after all records', { startMs: march(20) }, [], []],
    ['a stop before all records', { stopMs: 0 }, [], []],
    ['LAST_N of its granularity', { relative: 'LAST_N', n: 1 }, ['2026-03-15T00:00:00Z'], ['0']],
    ['a nullable column', { timestamp: 'paid_at' }, ['2026-03-05T00:00:00Z'], ['1']],
    ['a DATE column', { timestamp: 'day' }, ['2026-03-01T00:00:00Z'], ['3']],
  ])('over %s', async (_, timeRange, labels, values) => {
    expect(await series(count, { timeRange })).toMatchObject({ labels, values });
  });

  test.each([
    [
      'from',
      [
        ['', ['0', '0', '1', '0']],
        ['x', ['1', '0', '0', '0']],
        [null, ['1', '0', '0', '1']],
      ],
    ],
    [
      'bucket',
      ['1', '2', '3', '4'].map((key, i) => [
        key,
        [0, 0, 2, 3].map((_, day) => ([0, 0, 2, 3][i] === day ? '1' : '0')),
      ]),
    ],
    ['weird name', [['w', ['2', '0', '1', '1']]]],
    [
      'ratio',
      [
        ['1.5', ['1', '0', '1', '0']],
        [null, ['1', '0', '0', '1']],
      ],
    ],
    ['small', [['0.1', ['2', '0', '1', '1']]]],
    [
      'day',
      [
        ['2026-03-01', ['2', '0', '1', '0']],
        [null, ['0', '0', '0', '1']],
      ],
    ],
    [
      'flag',
      [
        ['true', ['2', '0', '0', '1']],
        [null, ['0', '0', '1', '0']],
      ],
    ],
    [
      'paid_at',
      [
        ['2026-03-05 00:00:00', ['0', '0', '0', '1']],
        [null, ['2', '0', '1', '0']],
      ],
    ],
    ['doc', [['{"a":{"b":2}}', ['2', '0', '1', '1']]]],
    [
      'at',
      [
        ['2026-03-01 10:00:00.500', ['2', '0', '0', '0']],
        ['2026-03-03 10:00:00.500', ['0', '0', '1', '0']],
        ['2026-03-04 10:00:00.500', ['0', '0', '0', '1']],
      ],
    ],
  ])('grouped by %s', async (name, expected) => {
    expect(await groupsOf([name])).toEqual(expected);
  });

  test('grouped by several columns tells a null group from the totals, which are exact', async () => {
    const answer = await series(
      { type: 'COUNT_DISTINCT', dimension: 'weird name' },
      { groupBy: ['from', 'value'] },
    );
    expect(answer.values).toEqual(['1', '0', '1', '1']);
    expect(answer.groups?.map(({ group, values }) => [...group, values])).toEqual([
      ['', null, ['0', '0', '1', '0']],
      ['x', '1', ['1', '0', '0', '0']],
      [null, '4', ['0', '0', '0', '1']],
      [null, null, ['1', '0', '0', '0']],
    ]);
    expect(answer.groups?.every(({ labels }) => labels === answer.labels)).toBe(true);
  });

  test('has its groups in the order of their values, nulls last', async () => {
    const numbers = await queries.createPool({
      columns: [column('n', 'INT32', true), column('x', 'DOUBLE', true), column('wide', 'INT64')],
    });
    await queries.insert(
      numbers,
      [10, 9, -1, -10, null, 100].map((n) => ({
        n,
        x: n === null ? null : n / 4,
        wide: String(BigInt(n ?? 0) + 9_007_199_254_740_993n),
      })),
    );
    const ordered = async (name: string) => {
      const { groups } = await series(count, { groupBy: [name], granularity: 'YEAR' }, numbers);
      return groups?.map(({ group }) => group[0]);
    };
    expect(await ordered('n')).toEqual(['-10', '-1', '9', '10', '100', null]);
    expect(await ordered('x')).toEqual(['-2.5', '-0.25', '2.25', '2.5', '25', null]);
    const wide = await ordered('wide');
    expect(wide?.map((text) => BigInt(text ?? 0) - 9_007_199_254_740_993n)).toEqual([
      -10n,
      -1n,
      0n,
      9n,
      10n,
      100n,
    ]);
  });

  test('takes the same column twice', async () => {
    expect(await groupsOf(['from', 'from'])).toHaveLength(3);
  });

  test('shows the SQL that ran, which gives the same rows again', async () => {
    const { query } = await series(count, {
      groupBy: ['from'],
      timeZone: 'Asia/Kathmandu',
      granularity: 'MONTH',
    });
    expect((await read(queries.engine, runnableSql(query, pool))).rows).toHaveLength(query.resultingRecords);
  });

  test('refuses more buckets, groups and columns than it can have, and names the limit', async () => {
    const far = { startMs: march(1), stopMs: march(20) };
    const refused = (input: Partial<TimeSeriesInput>) => expect(series(count, input)).rejects;
    await refused({ granularity: 'MINUTE', timeRange: far }).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/limit is 10000/),
    });
    await refused({ groupBy: Array.from({ length: 21 }, () => 'from') }).toThrow(/at most 20/);
    await refused({ groupBy: ['nope'] }).toThrow(/groupBy\[0\].*no column "nope"/);
    const many = await queries.createPool({ columns: [column('id', 'INT32')] });
    await queries.insert(
      many,
      Array.from({ length: 1_001 }, (_, id) => ({ id })),
    );
    await expect(series(count, { groupBy: ['id'] }, many)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/at most 1000 groups/),
    });
    const hours = { startMs: Date.UTC(2026, 2, 1), stopMs: Date.UTC(2026, 3, 1) };
    await expect(
      series(count, { groupBy: ['id'], timeRange: hours, granularity: 'HOUR', filterSql: 'id < 1000' }, many),
    ).rejects.toThrow(/at most 500000 values/);
  });
});

describe('a leaderboard', () => {
  test('is ordered by value, then by dimension with nulls last', async () => {
    expect(await board(count, ['from'])).toEqual([
      [null, '2'],
      ['', '1'],
      ['x', '1'],
    ]);
    expect(await board(count, ['from'], { sort: 'ASC' })).toEqual([
      ['', '1'],
      ['x', '1'],
      [null, '2'],
    ]);
    expect(await board(count, ['from'], { rowLimit: 1 })).toEqual([[null, '2']]);
  });

  test('has the groups of several dimensions, and names them', async () => {
    const { headers, rows } = await leaderboard(queries.services, queries.otherCaller(), {
      metric: { dataPool: { name: pool.uniqueName }, aggregation: { type: 'SUM', measure: 'bucket' } },
      dimensions: ['from', 'weird name', 'from'],
      sort: 'DESC',
      rowLimit: 2,
    });
    expect(headers).toEqual(['from', 'weird name', 'from', 'SUM']);
    expect(rows).toEqual([
      [null, 'w', null, '6'],
      ['', 'w', '', '3'],
    ]);
  });

  test.each(columns.map(({ name }) => name))('counts every record once, by %s', async (name) => {
    const rows = await board(count, [name]);
    expect(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(4);
    expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length);
  });

  test('never has a row without a value', async () => {
    expect(await board({ type: 'MIN', measure: 'value' }, ['from'])).toEqual([
      [null, '4'],
      ['x', '1'],
    ]);
    expect(await board({ type: 'AVERAGE', measure: 'ratio' }, ['bucket'])).toEqual([
      ['1', '1.5'],
      ['3', '1.5'],
    ]);
    expect(await board(custom('SUM(ratio) / 0'), ['from'])).toEqual([]);
    expect(await board(custom('SUM(bucket::numeric)'), ['from'], { rowLimit: 1 })).toEqual([[null, '6']]);
    expect(await board(custom('any(doc.a.b)'), ['from'], { rowLimit: 1 })).toEqual([['', '2']]);
    expect(await board(custom('round(SUM(wide))'), ['from'], { rowLimit: 1 })).toEqual([
      [null, '18000000000000000000'],
    ]);
    expect(await board(custom('medianExact(wide)'), ['flag'])).toEqual([
      ['true', '9000000000000000000'],
      [null, '9000000000000000000'],
    ]);
    expect(await board(custom('CASE WHEN COUNT() > 1 THEN SUM(bucket) END'), ['from'])).toEqual([
      [null, '6'],
    ]);
  });

  test('puts zero and minus zero in one group, and all that is no number in that of null', async () => {
    const zeros = await queries.createPool({ columns: [column('f', 'DOUBLE', true), column('g', 'FLOAT')] });
    await queries.insert(zeros, [
      { f: 1, g: 1 },
      { f: 2, g: 2 },
      { f: 3, g: 3 },
      { f: 4, g: 4 },
      { f: null, g: 5 },
    ]);
    const update = (set: string) =>
      queries.engine.command(
        sql(
          `ALTER TABLE \`${zeros.environmentId}\`.\`${zeros.id}\` UPDATE ${set} SETTINGS mutations_sync = 2`,
        ),
      );
    await update(
      'g = multiIf(f = 1, -0., f = 2, 0., g), f = multiIf(f = 1, -0., f = 2, 0., f = 3, inf, nan) WHERE f IS NOT NULL',
    );
    const by = async (name: string) =>
      (
        await leaderboard(queries.services, queries.otherCaller(), {
          metric: { dataPool: { id: zeros.id }, aggregation: count },
          dimensions: [name],
          sort: 'DESC',
          rowLimit: 10,
        })
      ).rows;
    expect(await by('f')).toEqual([
      [null, '3'],
      ['0', '2'],
    ]);
    expect(await by('g')).toEqual([
      ['0', '2'],
      ['3', '1'],
      ['4', '1'],
      ['5', '1'],
    ]);
    expect(await counted({ type: 'COUNT_DISTINCT', dimension: 'g' }, {}, zeros)).toBe('4');
    expect(await counted(custom('COUNT(DISTINCT g * 2)'), {}, zeros)).toBe('4');
  });

  test.each([0, 1_001, -1])('refuses a rowLimit of %i', async (rowLimit) => {
    await expect(board(count, ['from'], { rowLimit })).rejects.toThrow(/rowLimit must be from 1 to 1000/);
  });

  test('refuses no dimensions, too many, and missing ones', async () => {
    await expect(board(count, [])).rejects.toThrow(/at least one/);
    await expect(
      board(
        count,
        Array.from({ length: 51 }, () => 'from'),
      ),
    ).rejects.toThrow(/at most 50/);
    await expect(board(count, ['from', 'nope'])).rejects.toThrow(/dimensions\[1\].*"nope"/);
  });
});

describe('a configured Metric', () => {
  test('has its own filter, timestamp and name', async () => {
    const id = await queries.createMetric({
      uniqueName: 'paid',
      dataPoolId: pool.id,
      aggregation: { type: 'SUM', measure: 'bucket' },
      timestamp: 'paid_at',
      filterSql: 'bucket > 1',
      filters: [{ column: 'flag', operator: 'IS_NOT_NULL', value: null, and: [], or: [] }],
    });
    for (const metric of [{ id }, { name: 'paid' }]) {
      const input = { metric, timeRange: { stopMs: march(30) } };
      const { value } = await counter(queries.services, queries.otherCaller(), input);
      expect(value).toBe('4');
      const filtered = await counter(queries.services, queries.otherCaller(), {
        ...input,
        filterSql: 'bucket < 4',
      });
      expect(filtered.value).toBe('0');
    }
    const everything = await counter(queries.services, queries.otherCaller(), {
      metric: { id },
      timeRange: { timestamp: 'at' },
    });
    expect(everything.value).toBe('6');
    const { headers } = await leaderboard(queries.services, queries.otherCaller(), {
      metric: { id },
      dimensions: ['from'],
      sort: 'DESC',
      rowLimit: 1,
    });
    expect(headers).toEqual(['from', 'paid']);
  });

  test('that is not there, or in another Environment, is not found', async () => {
    const elsewhere = queries.otherCaller({ environmentId: await queries.newEnvironment() });
    const id = await queries.createMetric({ uniqueName: 'own', dataPoolId: pool.id, aggregation: count });
    for (const metric of [{ id }, { name: 'own' }, { dataPool: { id: pool.id }, aggregation: count }]) {
      await expect(counter(queries.services, elsewhere, { metric })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });
});

test('on a mutable Data Pool only the newest version of a record counts', async () => {
  const orders = await queries.createPool({
    columns: [
      column('id', 'INT32'),
      column('at', 'TIMESTAMP'),
      column('price', 'INT32'),
      column('state', 'STRING'),
    ],
    timestamp: 'at',
    uniqueId: 'id',
  });
  const version = (id: number, price: number, state: string, day: number) => ({
    id,
    price,
    state,
    at: `2026-03-0${day} 00:00:00`,
  });
  await queries.insert(orders, [version(1, 10, 'open', 1), version(2, 20, 'open', 1)]);
  await queries.insert(orders, [version(1, 15, 'done', 2)]);
  await queries.insert(orders, [version(3, 5, 'open', 3), version(1, 16, 'gone', 3)]);
  expect(await counted({ type: 'SUM', measure: 'price' }, {}, orders)).toBe('41');
  expect(await counted(count, { filterSql: "state = 'done'" }, orders)).toBe('0');
  const { values, query } = await series({ type: 'SUM', measure: 'price' }, { groupBy: ['state'] }, orders);
  expect(values).toEqual(['20', '0', '21']);
  expect((await read(queries.engine, runnableSql(query, orders))).rows).toHaveLength(query.resultingRecords);
});

test('the latest record is included, though it be of the last day that there can be', async () => {
  const ends = await queries.createPool({
    columns: [column('day', 'DATE', true), column('at', 'TIMESTAMP')],
  });
  await queries.insert(ends, [
    { day: '1900-01-01', at: '1900-01-01 00:00:00.000' },
    { day: '2299-12-31', at: '2299-12-31 23:59:59.999' },
    { day: null, at: '2026-01-01 00:00:00.000' },
  ]);
  for (const [timestamp, expected] of [
    ['day', '2'],
    ['at', '3'],
  ] as const) {
    const { values } = await series(count, { granularity: 'YEAR', timeRange: { timestamp } }, ends);
    expect([values.length, values[0], values.at(-1)]).toEqual([400, '1', '1']);
    expect(await counted(count, { timeRange: { timestamp } }, ends)).toBe(expected);
  }
  const noon = { timestamp: 'day', stopMs: Date.UTC(2299, 11, 31, 12) };
  expect(await counted(count, { timeRange: noon }, ends)).toBe('2');
  const afternoon = { timestamp: 'day', startMs: Date.UTC(2299, 11, 31, 12) };
  expect(await counted(count, { timeRange: afternoon }, ends)).toBe('0');
});

test('an empty Data Pool has no buckets, no rows and a count of 0', async () => {
  const empty = await queries.createPool({ columns: [column('name', 'STRING', true)] });
  for (const granularity of ['DAY', 'MONTH'] as const) {
    for (const timeRange of [{}, { startMs: march(1) }, { stopMs: march(1) }]) {
      const grouped = await series(count, { timeRange, granularity, groupBy: ['name'] }, empty);
      expect(grouped).toMatchObject({ labels: [], values: [], groups: [] });
      expect(await series(count, { timeRange, granularity }, empty)).toMatchObject({
        labels: [],
        values: [],
      });
    }
  }
  expect(await series(count, { timeRange: { relative: 'TODAY' } }, empty)).toMatchObject({ values: ['0'] });
  expect(await counted(count, {}, empty)).toBe('0');
});

describe('an answer from memory', () => {
  test('holds until a record arrives, for every caller and every way to ask', async () => {
    const own = await queries.createPool({ columns: [column('n', 'INT32'), column('kind', 'STRING')] });
    const first = queries.otherCaller();
    const second = queries.otherCaller();
    const metric = { dataPool: { id: own.id }, aggregation: { type: 'SUM', measure: 'n' } } as const;
    const { services } = queries;
    let sum = 0;
    for (let n = 1; n <= 10; n++) {
      sum += n;
      await queries.insert(own, [{ n, kind: `k${n}` }]);
      for (const [turn, caller] of [first, first, second, second].entries()) {
        const one = await counter(services, caller, { metric });
        const series = await timeSeries(services, caller, { metric, granularity: 'HOUR', groupBy: ['kind'] });
        const top = await leaderboard(services, caller, {
          metric,
          dimensions: ['kind'],
          sort: 'DESC',
          rowLimit: 1,
        });
        expect(one.value).toBe(String(sum));
        expect(series.values).toEqual([String(sum)]);
        expect(series.groups).toHaveLength(n);
        expect(top.rows).toEqual([[`k${n}`, String(n)]]);
        for (const { query } of [one, series, top]) {
          expect(Number(query.recordsProcessed) > 0).toBe(turn === 0);
          expect(query.createdBy).toBe(caller.principal.applicationId);
        }
      }
    }
    const ids = queries.recorded.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('moves on with the clock where the range does', async () => {
    const own = await queries.createPool({ columns: [column('at', 'TIMESTAMP')], timestamp: 'at' });
    await queries.insert(own, [{ at: '2026-03-15 12:34:10.000' }, { at: '2026-03-15 12:35:10.000' }]);
    const counts: (string | null)[] = [];
    for (let step = 0; step < 10; step++) {
      counts.push(await counted(count, { timeRange: { relative: 'LAST_N_MINUTES', n: 1 } }, own));
      queries.clock.advance(20_000);
    }
    // From 12:34:56 on: the minute of the first record for one step, then that of the second for three.
    expect(counts).toEqual(['1', '1', '1', '1', '0', '0', '0', '0', '0', '0']);
  });

  test('is never given for what reads the clock', async () => {
    const asked = { filterSql: 'at < now()' };
    const first = await ask(count, asked);
    const second = await ask(count, asked);
    expect(second.query.recordsProcessed).toBe(first.query.recordsProcessed);
    expect(Number(second.query.recordsProcessed)).toBeGreaterThan(0);
  });

  test('is given up for a change to the Metric, the Data Pool, or any record of a mutation', async () => {
    const own = await queries.createPool({ columns: [column('n', 'INT32')] });
    await queries.insert(own, [{ n: 1 }, { n: 2 }]);
    const id = await queries.createMetric({ uniqueName: 'changing', dataPoolId: own.id, aggregation: count });
    const caller = withScopes(queries.otherCaller(), ['metric:query']);
    const value = async () => (await counter(queries.services, caller, { metric: { id } })).value;
    expect(await value()).toBe('2');
    await queries.catalog.metrics.update(own.environmentId, id, { filterSql: 'n > 1' }, 'test');
    expect(await value()).toBe('1');
    await queries.engine.command(
      sql(
        `ALTER TABLE \`${own.environmentId}\`.\`${own.id}\` DELETE WHERE n = 2 SETTINGS mutations_sync = 2`,
      ),
    );
    expect(await value()).toBe('0');
    await queries.catalog.dataPools.update(own.environmentId, own.id, { accessControlEnabled: true }, 'test');
    await expect(value()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
