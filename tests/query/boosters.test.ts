/** A booster changes no answer: over any records, range, zone, filter and policy, and after jobs have changed records. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Granularity } from '../../server/src/base/granularity.js';
import { weekStarts } from '../../server/src/base/week-start.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import type { Engine } from '../../server/src/engine/engine.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { metricReport } from '../../server/src/query/metric-report.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { extent } from '../support/extent.js';
import { type JobNode, startJobs } from '../support/jobs.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstMs = Date.UTC(2026, 2, 20);
const lastMs = firstMs + 20 * dayMs;

/** A statement that reads a booster fails unless the engine uses its projection. */
const forced =
  (query: Engine['query']): Engine['query'] =>
  async (request) => {
    const { statement } = request;
    const text = `${statement.text} SETTINGS force_optimize_projection = 1`;
    return await query(
      statement.text.includes('_weir_s0') ? { ...request, statement: { ...statement, text } } : request,
    );
  };

let node: QueryNode;
let jobs: JobNode;
let pool: DataPool;
const callers: Caller[] = [];
/** The callers whose policies hide the kind in some records. */
const withHiddenKind = new Set<Caller>();

const column = (
  name: string,
  type: 'TIMESTAMP' | 'DATE' | 'INT32' | 'INT64' | 'DOUBLE' | 'DECIMAL' | 'STRING',
  nullable: boolean,
) => ({
  name,
  type,
  nullable,
});

interface Row {
  readonly at: number;
  readonly paid_at: number | null;
  readonly day: number | null;
  readonly amount: number | null;
  readonly total: number;
  readonly price: number | null;
  readonly fee: string | null;
  readonly kind: string | null;
  readonly place: string;
}

const time = fc.integer({ min: firstMs, max: lastMs - 1 });
const row: fc.Arbitrary<Row> = fc.record({
  at: time,
  paid_at: fc.option(time),
  day: fc.option(time),
  amount: fc.option(fc.integer({ min: -1000, max: 1000 })),
  total: fc.integer({ min: 0, max: 2 ** 50 }),
  // Sums of these are exact in any order.
  price: fc.option(fc.integer({ min: -8000, max: 8000 }).map((eighths) => eighths / 8)),
  fee: fc.option(fc.integer({ min: -99_999, max: 99_999 }).map((cents) => (cents / 100).toFixed(4))),
  kind: fc.option(fc.constantFrom('', 'a', 'b', 'é', "o'k")),
  place: fc.constantFrom('north', 'south', 'null', ''),
});
const rowsPerInsert = extent(600, 3_000);
const inserts = 4;

const engineTime = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
const insertRows = async (seed: number) =>
  await node.insert(
    pool,
    fc.sample(row, { numRuns: rowsPerInsert, seed }).map(({ at, paid_at, day, ...rest }) => ({
      ...rest,
      at: engineTime(at),
      paid_at: paid_at === null ? null : engineTime(paid_at),
      day: day === null ? null : new Date(day).toISOString().slice(0, 10),
    })),
  );

const aggregations: readonly (MetricAggregation & { timestamp?: string; filterSql?: string })[] = [
  { type: 'COUNT' },
  { type: 'COUNT', timestamp: 'paid_at' },
  { type: 'COUNT', timestamp: 'day' },
  { type: 'SUM', measure: 'amount', filterSql: "place <> 'south'" },
  { type: 'SUM', measure: 'total' },
  { type: 'AVERAGE', measure: 'fee' },
  { type: 'MIN', measure: 'price' },
  { type: 'MAX', measure: 'paid_at' },
  { type: 'COUNT_DISTINCT', dimension: 'amount' },
  {
    type: 'CUSTOM',
    expression: "SUM(amount * 2) / COUNT(*) FILTER (WHERE kind = 'a') + AVG(price) + SUM(fee * 2)",
  },
];
const metricIds: string[] = [];

beforeAll(async () => {
  node = await openQueryNode({ nowMs: lastMs, running: forced });
  jobs = startJobs(node);
  await jobs.runner.start();
  pool = await node.createPool({
    columns: [
      column('at', 'TIMESTAMP', false),
      column('paid_at', 'TIMESTAMP', true),
      column('day', 'DATE', true),
      column('amount', 'INT32', true),
      column('total', 'INT64', false),
      column('price', 'DOUBLE', true),
      column('fee', 'DECIMAL', true),
      column('kind', 'STRING', true),
      column('place', 'STRING', false),
    ],
    timestamp: 'at',
  });
  for (let seed = 1; seed < inserts; seed += 1) await insertRows(seed);
  for (const { timestamp, filterSql, ...aggregation } of aggregations) {
    const metricId = await node.createMetric({ dataPoolId: pool.id, aggregation, timestamp, filterSql });
    metricIds.push(metricId);
    await createBooster(metricId, ['kind', 'place']);
  }
  // Some parts are built by the job, others by inserts.
  await insertRows(inserts);
  callers.push(node.caller);
}, 600_000);
afterAll(async () => {
  await jobs.runner.stop();
  await node.close();
});

async function createBooster(metricId: string, dimensions: string[]): Promise<void> {
  const booster = await jobs.boosters.create(node.caller.principal, metricId, dimensions);
  const job = await node.catalog.jobs.findById(node.environmentId, booster.jobId);
  if (!job) throw new Error('The booster has no job');
  expect(await jobs.ended(job)).toMatchObject({ status: 'SUCCEEDED', error: null });
}

const question = fc.record({
  metric: fc.nat({ max: aggregations.length - 1 }),
  // Records are in every range, so that the engine has something to read.
  startMs: fc.option(fc.integer({ min: firstMs, max: firstMs + 12 * dayMs }), { freq: 4 }),
  spanMs: fc.option(fc.integer({ min: 2 * hourMs, max: 10 * dayMs }), { freq: 4 }),
  zone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'),
  granularity: fc.constantFrom<Granularity>(
    'FIFTEEN_MINUTES',
    'THIRTY_MINUTES',
    'HOUR',
    'DAY',
    'WEEK',
    'QUARTER',
  ),
  weekStart: fc.constantFrom(...weekStarts),
  filterSql: fc.constantFrom(
    null,
    "kind = 'a'",
    "kind IS NULL OR place IN ('north', '')",
    "lower(place) LIKE '%o%' AND NOT kind = 'b'",
    "place = 'nowhere'",
  ),
  groupBy: fc.constantFrom([], ['kind'], ['place', 'kind']),
  caller: fc.nat(),
});
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

const callerOf = ({ caller }: Question) => callers[caller % callers.length] ?? node.caller;

/** A booster cannot have values that differ by caller. */
const isHidden = (asked: Question) =>
  withHiddenKind.has(callerOf(asked)) && JSON.stringify(aggregations[asked.metric]).includes('kind');

/** The answers of every operation, and which boosters they used. */
async function answers(asked: Question, useBooster: boolean) {
  const { services } = node;
  const { metric: index, startMs, spanMs, filterSql, groupBy } = asked;
  const caller = callerOf(asked);
  const metric = { id: metricIds[index] ?? '' };
  const scope = {
    timeRange: { startMs, stopMs: spanMs === null ? null : (startMs ?? firstMs) + spanMs },
    timeZone: asked.zone,
    weekStart: asked.weekStart,
    filterSql,
    useBooster,
  };
  const earlierMs = firstMs + (asked.caller % 5) * dayMs + 123_457;
  const comparable = { ...scope, compare: { startMs: earlierMs, stopMs: earlierMs + 3 * dayMs + 7 } };
  const dimensions = groupBy.length === 0 ? ['kind'] : groupBy;
  const limit = 1 + (asked.caller % 6);
  const one = await counter(services, caller, { metric, ...comparable });
  const series = await timeSeries(services, caller, {
    metric,
    ...comparable,
    granularity: asked.granularity,
    groupBy,
  });
  const board = await leaderboard(services, caller, {
    metric,
    ...comparable,
    dimensions,
    sort: 'DESC',
    rowLimit: 1000,
  });
  const limited = await timeSeries(services, caller, {
    metric,
    ...comparable,
    granularity: asked.granularity,
    groupBy: dimensions,
    groupLimit: limit,
  });
  const others = await leaderboard(services, caller, {
    metric,
    ...comparable,
    dimensions,
    sort: 'ASC',
    rowLimit: limit,
    others: true,
  });
  const report = await metricReport(services, caller, {
    ...scope,
    dimensions: dimensions.map((columnName) => ({ columnName, sort: 'ASC' })),
    metrics: [
      { metric, sort: 'DESC' },
      { metric, filterSql: "kind = 'b'", sort: 'DESC' },
    ],
    orderByColumn: 1,
    page: { first: 100 },
  });
  const compared = [one, series, board, limited, others].map(({ comparison }) => comparison);
  return {
    values: {
      counter: one.value,
      compared: compared.map((comparison) => ({ ...comparison, query: null })),
      series: [series.labels, series.values, series.groups, series.incompleteFrom],
      board: board.rows,
      limited: [limited.values, limited.groups],
      others: [others.rows, others.hasOthers],
      report: report.rows,
    },
    boosters: [one, series, board, limited, others, report, ...compared].map(
      (answer) => answer?.query.booster,
    ),
  };
}

async function compare(numRuns: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const [boosted, plain] = [await answers(asked, true), await answers(asked, false)];
      expect(boosted.values).toEqual(plain.values);
      expect(plain.boosters.every((use) => use?.used === false)).toBe(true);
      for (const use of boosted.boosters)
        expect(use).toMatchObject(
          isHidden(asked)
            ? { used: false, reason: 'Access policies hide values that the Metric aggregates.' }
            : { used: true, id: expect.stringMatching(/^BST/) },
        );
    }),
    { numRuns, seed, endOnFailure: true },
  );
}

test('every operation gives the same answer with and without a booster', { timeout: 600_000 }, async () => {
  await compare(extent(2, 40), 1);
});

test('the same, under policies that read its dimensions and hide some', { timeout: 600_000 }, async () => {
  await node.catalog.dataPools.update(node.environmentId, pool.id, { accessControlEnabled: true }, 'test');
  const columnNames = pool.columns.map(({ name }) => name);
  const hidden = await callerWith(node, pool, [
    { filterSql: "place = 'north'" },
    { filterSql: "kind = 'a' OR place = 'south'", columns: columnNames.filter((name) => name !== 'kind') },
  ]);
  withHiddenKind.add(hidden);
  callers.splice(
    0,
    callers.length,
    await callerWith(node, pool, [{ filterSql: "place = 'north'" }]),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a policy
    await callerWith(node, pool, [{ filterSql: "place = ${{ place }} OR kind = 'a'" }], { place: 'south' }),
    hidden,
  );
  await compare(extent(2, 30), 2);
});

test('the same, after records were changed, deleted and added', { timeout: 600_000 }, async () => {
  await node.catalog.dataPools.update(node.environmentId, pool.id, { accessControlEnabled: false }, 'test');
  callers.splice(0, callers.length, node.caller);
  const { principal } = node.caller;
  const update = await jobs.jobs.createUpdate(
    principal,
    pool.id,
    { filterSql: "kind = 'a' AND amount > 0", filters: [] },
    [
      { column: 'kind', expression: "'b'" },
      { column: 'price', expression: 'price + 1' },
    ],
  );
  expect(await jobs.ended(update)).toMatchObject({ status: 'SUCCEEDED' });
  const deletion = await jobs.jobs.createDeletion(principal, pool.id, {
    filterSql: 'amount < -500',
    filters: [],
  });
  expect(await jobs.ended(deletion)).toMatchObject({ status: 'SUCCEEDED' });
  await insertRows(99);
  await compare(extent(2, 20), 3);
});

test('dates of the last day that there can be count once', async () => {
  const ends = await node.createPool({ columns: [column('day', 'DATE', false)], timestamp: 'day' });
  await node.insert(ends, [{ day: '2299-12-30' }, { day: '2299-12-31' }]);
  const id = await node.createMetric({ dataPoolId: ends.id, aggregation: { type: 'COUNT' } });
  await createBooster(id, []);
  const lastDayMs = Date.UTC(2299, 11, 31);
  for (const [startMs, stopMs, expected] of [
    [null, lastDayMs + dayMs - 1, '2'],
    [lastDayMs, lastDayMs + dayMs - 1, '1'],
    [lastDayMs + hourMs, null, '0'],
  ] as const)
    for (const useBooster of [true, false]) {
      const asked = { metric: { id }, timeRange: { startMs, stopMs }, useBooster };
      const { value, query } = await counter(node.services, node.caller, asked);
      expect([value, query.booster?.used]).toEqual([expected, useBooster]);
    }
});
