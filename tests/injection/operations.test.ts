/** The hostile fragments through the real operations: refused, or bounded and blind to everything else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { MetricAggregation } from '../../server/src/catalog/metric-kinds.js';
import { counter } from '../../server/src/query/counter.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { sql } from '../support/engines.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { fragmentGroups, metricFragments } from './fragments.js';

const canary = 'canary-91d4';
/** What one query may take in this test; a fragment that would not end is stopped by it. */
const timeoutMs = 2_000;

let queries: QueryNode;
let own: DataPool;
let foreign: DataPool;

const settings = {
  columns: [
    { name: 'tenant', type: 'STRING', nullable: false },
    { name: 'amount', type: 'DOUBLE', nullable: true },
    { name: 'name', type: 'STRING', nullable: true },
    { name: 'at', type: 'TIMESTAMP', nullable: false },
    { name: 'payload', type: 'JSON', nullable: false },
  ],
  timestamp: 'at',
} as const;
const record = (name: string, amount: number) => ({
  tenant: 'own',
  amount,
  name,
  at: '2026-03-01 00:00:00.000',
  payload: `{"a":"${name}"}`,
});

beforeAll(async () => {
  queries = await openQueryNode({ cached: true, timeoutMs, nowMs: Date.UTC(2026, 2, 15, 12, 34, 56, 789) });
  own = await queries.createPool(settings);
  foreign = await queries.createPool(settings, undefined, await queries.newEnvironment());
  await queries.insert(own, [record('a', 1), record('b', 2)]);
  await queries.insert(foreign, [record(canary, 900)]);
});
afterAll(async () => {
  // Nothing was written or dropped on the way.
  const elsewhere = queries.otherCaller({ environmentId: foreign.environmentId });
  const metric = { dataPool: { id: foreign.id }, aggregation: { type: 'COUNT' } } as const;
  expect((await counter(queries.services, elsewhere, { metric })).value).toBe('1');
  await queries.close();
});

const compared = {
  timeRange: { relative: 'THIS_MONTH' },
  compare: { startMs: Date.UTC(2026, 2, 1), stopMs: Date.UTC(2026, 3, 1) },
} as const;

/** The answers of all three operations, with others and comparisons too, as text; refusals by code. */
async function answers(aggregation: MetricAggregation, filterSql: string | null): Promise<string[]> {
  const { services } = queries;
  const caller = queries.otherCaller();
  const input = { metric: { dataPool: { id: own.id }, aggregation }, filterSql };
  const asked = [
    () => counter(services, caller, input),
    () => timeSeries(services, caller, { ...input, granularity: 'DAY', groupBy: ['name'] }),
    () => leaderboard(services, caller, { ...input, dimensions: ['name'], sort: 'DESC', rowLimit: 10 }),
    () => timeSeries(services, caller, { ...input, granularity: 'DAY', groupBy: ['name'], groupLimit: 1 }),
    () =>
      leaderboard(services, caller, {
        ...input,
        dimensions: ['name', 'tenant'],
        sort: 'ASC',
        rowLimit: 1,
        others: true,
      }),
    () => counter(services, caller, { ...input, ...compared }),
    () => timeSeries(services, caller, { ...input, ...compared, granularity: 'DAY', groupBy: ['name'] }),
    () =>
      leaderboard(services, caller, {
        ...input,
        ...compared,
        dimensions: ['name', 'tenant'],
        sort: 'ASC',
        rowLimit: 1,
        others: true,
      }),
  ];
  const outcomes = await Promise.allSettled(asked.map((ask) => ask()));
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') {
      const { query: _, comparison, ...shown } = outcome.value;
      return JSON.stringify({ ...shown, comparison: comparison && { ...comparison, query: null } });
    }
    if (!(outcome.reason instanceof WeirError)) throw outcome.reason;
    expect(['BAD_REQUEST', 'QUERY_FAILED', 'QUERY_TIMED_OUT']).toContain(outcome.reason.code);
    return `${outcome.reason.code} ${outcome.reason.message}`;
  });
}

const count: MetricAggregation = { type: 'COUNT' };
const sees = (text: string) =>
  new RegExp(`${canary}|90[0-3]|${foreign.id}|${foreign.environmentId}`).test(text);

describe.each(fragmentGroups)('$group', ({ refused, harmless = [], filterOnly = false }) => {
  test('as a filter', async () => {
    for (const text of refused) {
      for (const answer of await answers(count, text)) expect(answer, text).toMatch(/^BAD_REQUEST/);
    }
    for (const text of harmless) {
      for (const answer of await answers(count, text)) expect(sees(answer), `${text}: ${answer}`).toBe(false);
    }
  });

  test('as a Metric', async () => {
    for (const expression of refused) {
      for (const answer of await answers({ type: 'CUSTOM', expression }, null)) {
        if (filterOnly) expect(sees(answer), `${expression}: ${answer}`).toBe(false);
        else expect(answer, expression).toMatch(/^BAD_REQUEST/);
      }
    }
  });
});

test(metricFragments.group, async () => {
  for (const expression of metricFragments.refused) {
    for (const answer of await answers({ type: 'CUSTOM', expression }, null))
      expect(answer, expression).toMatch(/^BAD_REQUEST/);
  }
  for (const expression of metricFragments.harmless ?? []) {
    for (const answer of await answers({ type: 'CUSTOM', expression }, null))
      expect(sees(answer), `${expression}: ${answer}`).toBe(false);
  }
});

test('names reach the engine quoted, or not at all', async () => {
  const { services } = queries;
  const hostile = [
    'name`; DROP TABLE x',
    "name' OR 1",
    '_weir_request',
    `${foreign.id}.name`,
    '*',
    'name, tenant',
    '',
  ];
  for (const name of hostile) {
    const input = { metric: { dataPool: { id: own.id }, aggregation: count } };
    const caller = queries.otherCaller();
    const refused = [
      () => leaderboard(services, caller, { ...input, dimensions: [name], sort: 'DESC', rowLimit: 1 }),
      () => timeSeries(services, caller, { ...input, granularity: 'DAY', groupBy: [name] }),
      () => timeSeries(services, caller, { ...input, granularity: 'DAY', groupBy: [name], groupLimit: 1 }),
      () =>
        counter(services, caller, {
          metric: { ...input.metric, aggregation: { type: 'SUM', measure: name } },
        }),
      () => counter(services, caller, { metric: { dataPool: { id: `${own.id}\`` }, aggregation: count } }),
      () => counter(services, caller, { metric: { dataPool: { id: foreign.id }, aggregation: count } }),
      () =>
        counter(services, caller, { metric: { dataPool: { name: foreign.uniqueName }, aggregation: count } }),
    ];
    for (const ask of refused)
      await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/BAD_REQUEST|NOT_FOUND/) });
  }
});

test('what multiplies work or memory is refused, or stopped by the limits', async () => {
  const big = await queries.createPool(settings);
  await queries.engine.command(
    sql(`INSERT INTO \`${big.environmentId}\`.\`${big.id}\` (tenant, amount, name, at, payload)
      SELECT 'own', number, repeat('x', 200), toDateTime64('2026-03-01 00:00:00', 3, 'UTC'), '{}' FROM numbers(200000)`),
  );
  const heavy = [
    'length(repeat(name, 100000)) > 0',
    "name LIKE '%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%xy%'",
    "match(name, '(x+x+)+y')",
    'levenshteinDistance(repeat(name, 100), repeat(reverse(name), 100)) > 1',
    "arraySum(x -> length(repeat(name, 100)), splitByChar('x', repeat(name, 50))) > 1",
  ];
  for (const filterSql of heavy) {
    const startedAt = performance.now();
    const outcome = await counter(queries.services, queries.otherCaller(), {
      metric: { dataPool: { id: big.id }, aggregation: count },
      filterSql,
    }).then(
      () => 'answered',
      (error: WeirError) => error.code,
    );
    expect(['answered', 'BAD_REQUEST', 'QUERY_FAILED', 'QUERY_TIMED_OUT']).toContain(outcome);
    // The limit, a moment in the queue, and the time that a query which ignores its limit has before its engine is ended.
    expect(performance.now() - startedAt).toBeLessThan(timeoutMs + 9_000);
  }
  expect(
    (
      await counter(queries.services, queries.otherCaller(), {
        metric: { dataPool: { id: own.id }, aggregation: count },
      })
    ).value,
  ).toBe('2');
}, 60_000);
