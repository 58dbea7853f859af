/** `QueryInfo.sql`: what ran, as `sqlV1` runs it again and gives the same cells. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import type { QueryResult } from '../../server/src/engine/engine.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { type DataGridInput, dataGrid } from '../../server/src/query/data-grid.js';
import { dimensionStatistics } from '../../server/src/query/dimension-statistics.js';
import { freshness } from '../../server/src/query/freshness.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { type MetricReportInput, metricReport } from '../../server/src/query/metric-report.js';
import type { QueryInfo } from '../../server/src/query/query-info.js';
import { recordsByUniqueId } from '../../server/src/query/records-by-unique-id.js';
import { describeSql, runSql } from '../../server/src/query/run-sql.js';
import { type TimeSeriesInput, timeSeries } from '../../server/src/query/time-series.js';
import { topValues } from '../../server/src/query/top-values.js';
import { formatCell } from '../../server/src/sql/cell.js';
import { sample, share } from '../support/extent.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'Tag $-1', type: 'STRING', nullable: true },
  { name: 'small', type: 'INT8', nullable: true },
  { name: 'wide', type: 'INT64', nullable: false },
  { name: 'ratio', type: 'DOUBLE', nullable: true },
  { name: 'narrow', type: 'FLOAT', nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'flag', type: 'BOOLEAN', nullable: true },
  { name: 'doc', type: 'JSON', nullable: true },
] as const;
const names = columns.map(({ name }) => name);

const rows = Array.from({ length: 24 }, (_, index) => ({
  at: `2026-03-${String(1 + (index % 12) * 2).padStart(2, '0')} 0${index % 3}:30:00.${index % 2 === 0 ? '000' : '250'}`,
  'Tag $-1': [null, 'a', "b'\\", 'Łódź\t"'][index % 4],
  small: index % 5 === 0 ? null : (index % 7) - 3,
  wide: String(9_007_199_254_740_993n + BigInt(index)),
  ratio: index % 6 === 0 ? null : index / 8 - 1,
  narrow: index % 3 === 0 ? null : 0.1 * index,
  day: index % 4 === 0 ? null : `2026-03-${String(10 + (index % 9)).padStart(2, '0')}`,
  flag: index % 3 === 0 ? null : index % 2 === 0,
  doc: JSON.stringify({ n: index % 4, s: `x${index % 3}`, deep: { k: [index] } }),
}));

let node: QueryNode;
let ran: Map<string, QueryResult>;
const pools = new Map<string, DataPool>();
const callers = new Map<string, Caller>();

beforeAll(async () => {
  node = await openQueryNode();
  ran = new Map();
  const query = node.engine.query.bind(node.engine);
  vi.spyOn(node.engine, 'query').mockImplementation(async (request) => {
    const result = await query(request);
    ran.set(request.id, result);
    return result;
  });
  const create = async (kind: string, options: object) => {
    const pool = await node.createPool({ columns, timestamp: 'at', ...options }, kind.replaceAll(' ', '_'));
    await node.insert(pool, rows);
    await node.insert(pool, rows.slice(0, 5));
    pools.set(kind, pool);
    return pool;
  };
  await create('append only', {});
  await create('mutable', { uniqueId: 'wide' });
  const guarded = await create('guarded', { accessControlEnabled: true });
  const policies = [
    { columns: ['at', 'Tag $-1', 'small', 'wide', 'day', 'flag', 'doc'], filterSql: 'small > -2' },
    { columns: ['*'], filterSql: "day > '2026-03-12'" },
  ];
  for (const kind of pools.keys()) callers.set(kind, node.caller);
  callers.set('guarded', await callerWith(node, guarded, policies));
});
afterAll(() => node.close());

const kinds = ['append only', 'mutable', 'guarded'] as const;

function asked(kind: string): { caller: Caller; dataPool: { id: string } } {
  const pool = pools.get(kind);
  const caller = callers.get(kind);
  if (!pool || !caller) throw new Error(kind);
  return { caller, dataPool: { id: pool.id } };
}

/**
 * Runs what was shown again, in no dialect in particular, and compares it with what the engine had answered. `before` are
 * the records that came from other statements, where the answer took several and the last is shown. A page is read with
 * the rows at its cursors and one more, which it does not return.
 */
async function runsAgain(
  caller: Caller,
  {
    query,
    rows,
    pageInfo,
  }: { readonly query: QueryInfo; readonly rows?: readonly unknown[]; readonly pageInfo?: object },
  atLeast = 1,
  before = 0,
): Promise<void> {
  const result = ran.get(query.id);
  if (!result) throw new Error('nothing ran');
  const cells = result.rows.map((row) =>
    row.map((cell, index) => formatCell(result.columns[index]?.type ?? '', cell)),
  );
  const again = await runSql(node.services, caller, { query: query.sql, dialect: undefined });
  const isOrdered = /ORDER BY[^()]*LIMIT/.test(query.sql);
  const sorted = (list: readonly (readonly (string | null)[])[]) =>
    isOrdered ? list : list.map((row) => JSON.stringify(row)).sort();
  expect(sorted(again.rows), query.sql).toEqual(sorted(cells));
  expect(again.columns.map(({ columnName }) => columnName)).toEqual(result.columns.map(({ name }) => name));
  const returned = pageInfo && rows ? rows.length : before + again.info.resultingRecords;
  expect(query.resultingRecords).toBe(returned);
  expect(again.rows.length, query.sql).toBeGreaterThanOrEqual(atLeast);
}

const filters: readonly string[] = [
  `"Tag $-1" LIKE 'b%' OR "Tag $-1" ~ '^[a-z]$' OR "Tag $-1" ILIKE '%ŁÓDŹ%'`,
  "doc.n = 2 AND doc.s <> 'x''1' OR doc ->> 'n' IN ('1', '3')",
  "at >= '2026-03-05' AND at < timestamp '2026-03-20 00:00:00' + interval '1 day 2 hours'",
  "date_trunc('week', at) = '2026-03-09' OR extract(dow FROM day) IN (1, 2, 3)",
  'wide BETWEEN 9007199254740995 AND 9007199254741009 AND small IS DISTINCT FROM 2',
  'CASE WHEN flag THEN ratio > 0.125 ELSE narrow IS NULL END',
  'has([1, 2, 3], small) AND NOT empty(toString(day))',
  'coalesce(ratio, narrow, -1) * 2 - 1 < 3.5e0 AND CAST(wide AS Float64) > 1',
];

const aggregations: readonly MetricAggregation[] = [
  { type: 'COUNT' },
  { type: 'SUM', measure: 'wide' },
  { type: 'AVERAGE', measure: 'small' },
  { type: 'MIN', measure: 'day' },
  { type: 'MAX', measure: 'at' },
  { type: 'COUNT_DISTINCT', dimension: 'Tag $-1' },
  { type: 'CUSTOM', expression: 'SUM(small) FILTER (WHERE flag) / COUNT()' },
  { type: 'CUSTOM', expression: 'quantile(0.9)(small) + avg(wide) - COUNT_DISTINCT("Tag $-1")' },
  { type: 'CUSTOM', expression: 'max("Tag $-1")' },
  { type: 'CUSTOM', expression: 'any(doc.s)' },
  {
    type: 'CUSTOM',
    expression: "sum(doc.n) + countIf(small > 0) + count() FILTER (WHERE doc ->> 's' = 'x1')",
  },
];

describe.each(kinds)('on a Data Pool that is %s', (kind) => {
  /** A third of the cases, another one on each kind of Data Pool. */
  const some = <T>(cases: readonly T[]) => share(cases, kinds.indexOf(kind), kinds.length);

  test('of a counter, with every kind of Metric and filter', async () => {
    const { caller, dataPool } = asked(kind);
    for (const aggregation of some(aggregations))
      await runsAgain(caller, await counter(node.services, caller, { metric: { dataPool, aggregation } }));
    const metric = { dataPool, aggregation: { type: 'SUM', measure: 'small' } } as const;
    for (const filterSql of some(filters))
      await runsAgain(caller, await counter(node.services, caller, { metric, filterSql }));
    await runsAgain(
      caller,
      await counter(node.services, caller, {
        metric,
        timeZone: 'Asia/Kathmandu',
        timeRange: { relative: 'THIS_MONTH', timestamp: 'day' },
        filters: [
          { column: 'small', operator: 'GREATER_THAN', value: '-3', and: [], or: [] },
          {
            column: 'Tag $-1',
            operator: 'NOT_LIKE',
            value: "b'%",
            and: [{ column: 'flag', operator: 'IS_NOT_NULL', value: null, and: [], or: [] }],
            or: [{ column: 'at', operator: 'LESS_THAN', value: '2026-03-09T00:00:00Z', and: [], or: [] }],
          },
        ],
      }),
    );
  });

  test('of a configured Metric with filters of its own', async () => {
    const { caller, dataPool } = asked(kind);
    const id = await node.createMetric({
      uniqueName: `own ${kind}`,
      dataPoolId: dataPool.id,
      aggregation: { type: 'SUM', measure: 'small' },
      filterSql: "small <> 1 AND doc.s = 'x1'",
      filters: [{ column: 'wide', operator: 'NOT_EQUALS', value: '1', and: [], or: [] }],
    });
    await runsAgain(caller, await counter(node.services, caller, { metric: { id } }));
    for (const columnName of some(['at', 'Tag $-1', 'small', 'wide', 'day', 'flag']))
      await runsAgain(
        caller,
        await dimensionStatistics(node.services, caller, { metricId: id, columnName, uniqueValuesMax: 5 }),
      );
  });

  test('of a time series: groups, totals, buckets of every length', async () => {
    const { caller, dataPool } = asked(kind);
    const metric = { dataPool, aggregation: { type: 'CUSTOM', expression: 'count() + sum(small)' } } as const;
    const month = { startMs: Date.UTC(2026, 2, 1), stopMs: Date.UTC(2026, 3, 5) };
    const decades = { startMs: Date.UTC(1990, 0, 1), stopMs: Date.UTC(2026, 3, 5) };
    const inputs: Pick<TimeSeriesInput, 'granularity' | 'groupBy' | 'groupLimit' | 'timeRange'>[] = [
      { granularity: 'DAY', groupBy: [], timeRange: month },
      { granularity: 'HOUR', groupBy: ['Tag $-1'], timeRange: month },
      { granularity: 'WEEK', groupBy: ['small', 'flag', 'day'], timeRange: month },
      { granularity: 'MONTH', groupBy: ['ratio', 'narrow'], timeRange: decades },
      { granularity: 'DAY', groupBy: [], timeRange: { ...decades, startMs: Date.UTC(1999, 0, 1) } },
      { granularity: 'DAY', groupBy: ['doc'], timeRange: { ...month, timestamp: 'day' } },
      { granularity: 'YEAR', groupBy: ['at'], timeRange: {} },
      { granularity: 'HOUR', groupBy: ['Tag $-1'], groupLimit: 2, timeRange: month },
      { granularity: 'WEEK', groupBy: ['small', 'flag', 'day'], groupLimit: 3, timeRange: month },
      { granularity: 'MONTH', groupBy: ['ratio', 'narrow'], groupLimit: 4, timeRange: decades },
      { granularity: 'DAY', groupBy: ['doc', 'wide'], groupLimit: 2, timeRange: month },
      { granularity: 'YEAR', groupBy: ['at'], groupLimit: 1, timeRange: {} },
    ];
    for (const input of some(inputs))
      await runsAgain(
        caller,
        await timeSeries(node.services, caller, {
          metric,
          timeZone: 'America/New_York',
          filterSql: 'wide > 0',
          ...input,
        }),
        3,
      );
  });

  test('of a leaderboard, by values of every type', async () => {
    const { caller, dataPool } = asked(kind);
    for (const [index, aggregation] of some([...aggregations.entries()]))
      for (const others of [false, true])
        await runsAgain(
          caller,
          await leaderboard(node.services, caller, {
            metric: { dataPool, aggregation },
            dimensions: index % 2 === 0 ? ['Tag $-1', 'ratio'] : ['day', 'narrow', 'flag'],
            sort: index % 3 === 0 ? 'ASC' : 'DESC',
            rowLimit: others ? 3 : 7,
            others,
            timeRange: { startMs: Date.UTC(2026, 2, 1) },
            filterSql: 'wide > 0',
          }),
          2,
        );
  });

  test('of both queries of a comparison', async () => {
    const { caller, dataPool } = asked(kind);
    const compared = {
      timeRange: { startMs: Date.UTC(2026, 2, 8), stopMs: Date.UTC(2026, 2, 15) },
      compare: { startMs: Date.UTC(2026, 2, 1), stopMs: Date.UTC(2026, 3, 1) },
    };
    const bothRunAgain = async (answer: { query: QueryInfo; comparison: { query: QueryInfo } | null }) => {
      await runsAgain(caller, { query: answer.query });
      if (!answer.comparison) throw new Error('nothing was compared');
      await runsAgain(caller, { query: answer.comparison.query });
    };
    for (const [index, aggregation] of sample([...aggregations.entries()], 3)) {
      const metric = { dataPool, aggregation };
      if (index % 4 === 0) await bothRunAgain(await counter(node.services, caller, { metric, ...compared }));
      const groupBy = index % 2 === 0 ? ['Tag $-1', 'ratio'] : ['day', 'narrow', 'flag'];
      const grouping = index % 3 === 0 ? { groupBy, groupLimit: 2 } : { groupBy };
      const granularity = 'DAY';
      await bothRunAgain(
        await timeSeries(node.services, caller, { metric, granularity, ...grouping, ...compared }),
      );
      const board = { metric, dimensions: groupBy, sort: 'DESC', rowLimit: 2, ...compared } as const;
      await bothRunAgain(await leaderboard(node.services, caller, board));
    }
  });

  test('of a report: Metrics with filters of their own, pages both ways, by every column', async () => {
    const { caller, dataPool } = asked(kind);
    const metrics = aggregations.slice(0, 8).map((aggregation, index) => ({
      metric: { dataPool, aggregation },
      sort: index % 2 === 0 ? ('ASC' as const) : ('DESC' as const),
      filterSql: filters[index],
    }));
    const dimensions = (['Tag $-1', 'ratio', 'flag'] as const).map((columnName, index) => ({
      columnName,
      sort: index % 2 === 0 ? ('DESC' as const) : ('ASC' as const),
    }));
    const columnCount = dimensions.length + metrics.length;
    for (const orderByColumn of sample(some([...Array(columnCount).keys()]), 2).map((index) => index + 1)) {
      const report = (page: MetricReportInput['page']) =>
        metricReport(node.services, caller, { dimensions, metrics, orderByColumn, page });
      const first = await report({ first: 3 });
      await runsAgain(caller, first, 3);
      const next = await report({ first: 2, after: first.pageInfo.endCursor });
      await runsAgain(caller, next, 2);
      await runsAgain(caller, await report({ last: 2, before: next.pageInfo.endCursor }), 2);
      const between = { after: first.pageInfo.startCursor, before: next.pageInfo.endCursor };
      await runsAgain(caller, await report({ first: 5, ...between }), 2);
    }
  });

  test('of a report ordered by text that may not be UTF-8', async () => {
    const { caller, dataPool } = asked(kind);
    const metrics = ["any(unhex('ff00'))", 'any(doc.s)', 'max("Tag $-1")'].map((expression) => ({
      metric: { dataPool, aggregation: { type: 'CUSTOM', expression } as const },
      sort: 'ASC' as const,
    }));
    const dimensions = [{ columnName: 'small', sort: 'ASC' as const }];
    for (const orderByColumn of [2, 3, 4]) {
      const report = (page: MetricReportInput['page']) =>
        metricReport(node.services, caller, { dimensions, metrics, orderByColumn, page });
      const first = await report({ first: 2 });
      await runsAgain(caller, await report({ first: 2, after: first.pageInfo.endCursor }), 2);
    }
  });

  test('of the freshness', async () => {
    const { caller } = asked(kind);
    const pool = pools.get(kind);
    const fresh = pool && (await freshness(node.services, caller, pool));
    if (!fresh) throw new Error(kind);
    await runsAgain(caller, fresh);
  });

  test('of top values', async () => {
    const { caller, dataPool } = asked(kind);
    for (const columnName of some(names))
      await runsAgain(
        caller,
        await topValues(node.services, caller, {
          dataPool,
          columnName,
          maxValues: 3,
          timeRange: { stopMs: Date.UTC(2026, 3, 1) },
        }),
      );
  });

  test('of a grid: by every column, pages both ways', async () => {
    const { caller, dataPool } = asked(kind);
    const orders = [null, ...names.keys()].map((index) => (index === null ? null : index + 1));
    for (const [index, orderByColumn] of some([...orders.entries()])) {
      const grid = (page: DataGridInput['page']) =>
        dataGrid(node.services, caller, {
          dataPool,
          columns: names,
          orderByColumn,
          sort: index % 2 === 0 ? 'DESC' : 'ASC',
          timeRange: { startMs: Date.UTC(2026, 2, 2) },
          filterSql: 'wide > 0 AND doc.n < 9',
          page,
        });
      const first = await grid({ first: 4 });
      await runsAgain(caller, first, 4);
      const next = await grid({ first: 3, after: first.pageInfo.endCursor });
      await runsAgain(caller, next, 3);
      await runsAgain(caller, await grid({ last: 3, before: next.pageInfo.endCursor }), 3);
      const between = { after: first.pageInfo.startCursor, before: next.pageInfo.endCursor };
      await runsAgain(caller, await grid({ first: 5, ...between }), 3);
    }
  });
});

test.each<[ColumnType, unknown[]]>([
  ['STRING', ["a'\\", 'é"', '', '1']],
  ['INT8', [-5, 7]],
  ['INT64', ['9223372036854775807', '-1']],
  ['DOUBLE', [0.1, -2, 1e300, '-0']],
  ['DOUBLE', ['-0', 1]],
  ['FLOAT', [0.1, 3, '-0']],
  ['DECIMAL', ['0.1', '-2.0125', '12345678901234']],
  ['DATE', ['2026-02-28', '1950-01-01']],
  ['TIMESTAMP', ['2026-03-01 10:00:00.250', '1950-01-01 00:00:00.000']],
  ['BOOLEAN', [true, false]],
])('of records by unique IDs of the type %s', async (type, stored) => {
  const pool = await node.createPool({ columns: [{ name: 'id', type, nullable: false }], uniqueId: 'id' });
  await node.insert(
    pool,
    stored.map((id) => ({ id })),
  );
  const look = (uniqueIds: string[]) =>
    recordsByUniqueId(node.services, node.caller, { dataPool: { id: pool.id }, columns: ['id'], uniqueIds });
  await runsAgain(node.caller, await look(stored.map(String)), stored.length);
  await runsAgain(node.caller, await look(['none of them']), 0);
});

test('of values with control characters, which SQL itself may not hold', async () => {
  const pool = await node.createPool({ columns: [{ name: 'tag', type: 'STRING', nullable: true }] });
  const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));
  const tags = [...controls, '\u007f', '\\x01', "\0'\\"].map((control) => `a${control}b`).sort();
  await node.insert(
    pool,
    tags.map((tag) => ({ tag })),
  );
  const metric = { dataPool: { id: pool.id }, aggregation: { type: 'COUNT' } } as const;
  const report = (after?: string | null) =>
    metricReport(node.services, node.caller, {
      dimensions: [{ columnName: 'tag', sort: 'ASC' }],
      metrics: [{ metric, sort: 'DESC' }],
      orderByColumn: 1,
      page: { first: 1, after },
    });
  let page = await report();
  for (const tag of tags) {
    expect(page.rows).toEqual([[tag, '1']]);
    await runsAgain(node.caller, page);
    if (page.pageInfo.hasNextPage) page = await report(page.pageInfo.endCursor);
    if (tag.includes('\0')) continue;
    const equal = { column: 'tag', operator: 'EQUALS', value: tag, and: [], or: [] } as const;
    const counted = await counter(node.services, node.caller, { metric, filters: [equal] });
    expect(counted.value).toBe('1');
    await runsAgain(node.caller, counted);
  }
});

test('of unique IDs with control characters', async () => {
  const pool = await node.createPool({
    columns: [{ name: 'id', type: 'STRING', nullable: false }],
    uniqueId: 'id',
  });
  const ids = ['a\0b', 'a\u0001b', "\0'\\", 'plain'];
  await node.insert(
    pool,
    ids.map((id) => ({ id })),
  );
  const input = { dataPool: { id: pool.id }, columns: ['id'], uniqueIds: ids };
  await runsAgain(node.caller, await recordsByUniqueId(node.services, node.caller, input), ids.length);
});

test('of as many unique IDs as can be asked for', async () => {
  const pool = await node.createPool({
    columns: [{ name: 'id', type: 'STRING', nullable: false }],
    uniqueId: 'id',
  });
  const ids = Array.from({ length: 10_000 }, (_, index) => `'${'x'.repeat(20)}\\${index}`);
  await node.insert(
    pool,
    ids.map((id) => ({ id })),
  );
  const answer = await recordsByUniqueId(node.services, node.caller, {
    dataPool: { id: pool.id },
    columns: ['id'],
    uniqueIds: ids,
  });
  expect(answer.values.map(([id]) => id)).toEqual(ids);
  expect(answer.query.resultingRecords).toBe(ids.length);
  const before = ids.length - (ran.get(answer.query.id)?.rows.length ?? 0);
  await runsAgain(node.caller, answer, 100, before);
});

describe('the id that tells equal records apart', () => {
  const run = (caller: Caller, query: string, dialect?: 'POSTGRESQL' | 'COLUMNSTORE') =>
    runSql(node.services, caller, { query, dialect });

  test.each(kinds)('is in no list of the columns of a Data Pool that is %s', async (kind) => {
    const { caller, dataPool } = asked(kind);
    const visible = ['_service_received_at', '_service_payload', ...names].sort();
    const listed = (columnNames: readonly { columnName: string }[]) =>
      columnNames.map(({ columnName }) => columnName).sort();
    for (const dialect of ['POSTGRESQL', 'COLUMNSTORE'] as const) {
      const query = `SELECT * FROM ${dataPool.id}`;
      expect(listed((await run(caller, query, dialect)).columns)).toEqual(visible);
      expect(listed((await describeSql(node.services, caller, { query, dialect })).columns)).toEqual(visible);
      const inside = `SELECT * FROM (SELECT t.* FROM ${dataPool.id} AS t) AS s`;
      expect(listed((await run(caller, inside, dialect)).columns)).toEqual(visible);
    }
    await expect(run(caller, `SELECT nope FROM ${dataPool.id}`)).rejects.not.toThrow(/_weir_request/);
  });

  test('is only that of records that may be read', async () => {
    const { caller, dataPool } = asked('guarded');
    const counted = await run(caller, `SELECT count() FROM ${dataPool.id}`, 'COLUMNSTORE');
    const ids = await run(
      caller,
      `SELECT uniqExact(_weir_request), count() FROM ${dataPool.id} WHERE _weir_request IS NOT NULL`,
      'COLUMNSTORE',
    );
    expect(ids.rows).toEqual([[counted.rows[0]?.[0], counted.rows[0]?.[0]]]);
    expect(Number(counted.rows[0]?.[0])).toBeLessThan(29);
  });
});
