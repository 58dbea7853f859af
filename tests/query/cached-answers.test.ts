/** Every operation that dashboards repeat: from memory while nothing changes, from the engine as soon as something does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Caller } from '../../server/src/query/caller.js';
import { counter } from '../../server/src/query/counter.js';
import { leaderboard } from '../../server/src/query/leaderboard.js';
import { metricReport } from '../../server/src/query/metric-report.js';
import type { QueryInfo } from '../../server/src/query/query-info.js';
import { timeSeries } from '../../server/src/query/time-series.js';
import { topValues } from '../../server/src/query/top-values.js';
import { assign, callerWith, withScopes } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let queries: QueryNode;
beforeAll(async () => {
  queries = await openQueryNode({ cached: true, nowMs: Date.UTC(2026, 2, 15, 12, 34, 56, 789) });
  // Made when it is first asked for, which is a change of the catalog.
  await queries.catalog.serviceSecrets.obtain('cursor');
});
afterAll(() => queries.close());

const column = (name: string, type: 'STRING' | 'INT64') => ({ name, type, nullable: false }) as const;
const createPool = (accessControlEnabled = false) =>
  queries.createPool({ columns: [column('kind', 'STRING'), column('n', 'INT64')], accessControlEnabled });

interface Told {
  readonly told: unknown;
  readonly query: QueryInfo;
}

type Operation = (pool: DataPool, caller: Caller) => Promise<Told>;

const sumOf = ({ id }: DataPool) =>
  ({ dataPool: { id }, aggregation: { type: 'SUM', measure: 'n' } }) as const;

/** Two days with two: the second and the fourth have the records. */
const comparedDays = {
  timeRange: { startMs: Date.UTC(2026, 2, 14), stopMs: Date.UTC(2026, 2, 16) },
  compare: { startMs: Date.UTC(2026, 2, 15), stopMs: Date.UTC(2026, 2, 17) },
};

/** Each tells the sum of `n`, or which kinds there are. */
const operations: Readonly<Record<string, Operation>> = {
  counter: async (pool, caller) => {
    const { value, query } = await counter(queries.services, caller, { metric: sumOf(pool) });
    return { told: value, query };
  },
  timeSeries: async (pool, caller) => {
    const { values, query } = await timeSeries(queries.services, caller, {
      metric: sumOf(pool),
      granularity: 'YEAR',
      groupBy: [],
    });
    return { told: values, query };
  },
  leaderboard: async (pool, caller) => {
    const { rows, query } = await leaderboard(queries.services, caller, {
      metric: sumOf(pool),
      dimensions: ['kind'],
      sort: 'DESC',
      rowLimit: 100,
    });
    return { told: rows, query };
  },
  'timeSeries with others': async (pool, caller) => {
    const { groups, query } = await timeSeries(queries.services, caller, {
      metric: sumOf(pool),
      granularity: 'YEAR',
      groupBy: ['kind'],
      groupLimit: 1,
    });
    return { told: groups, query };
  },
  'leaderboard with others': async (pool, caller) => {
    const { rows, query } = await leaderboard(queries.services, caller, {
      metric: sumOf(pool),
      dimensions: ['kind'],
      sort: 'DESC',
      rowLimit: 1,
      others: true,
    });
    return { told: rows, query };
  },
  'counter with a comparison': async (pool, caller) => {
    const { value, comparison, query } = await counter(queries.services, caller, {
      metric: sumOf(pool),
      ...comparedDays,
    });
    return { told: [value, comparison?.value, comparison?.timeRange], query };
  },
  'timeSeries with a comparison': async (pool, caller) => {
    const { comparison, groups, query } = await timeSeries(queries.services, caller, {
      metric: sumOf(pool),
      granularity: 'DAY',
      groupBy: ['kind'],
      groupLimit: 1,
      ...comparedDays,
    });
    return { told: [comparison?.values, groups], query };
  },
  'leaderboard with a comparison': async (pool, caller) => {
    const { comparison, rows, query } = await leaderboard(queries.services, caller, {
      metric: sumOf(pool),
      dimensions: ['kind'],
      sort: 'DESC',
      rowLimit: 1,
      others: true,
      ...comparedDays,
    });
    return { told: [comparison?.rows, comparison?.gone, rows], query };
  },
  metricReport: async (pool, caller) => {
    const { rows, query } = await metricReport(queries.services, caller, {
      dimensions: [{ columnName: 'kind', sort: 'ASC' }],
      metrics: [{ metric: sumOf(pool), sort: 'DESC' }],
      page: { first: 100 },
    });
    return { told: rows, query };
  },
  'the second page of a metricReport': async (pool, caller) => {
    const input = {
      dimensions: [{ columnName: 'kind', sort: 'ASC' as const }],
      metrics: [{ metric: sumOf(pool), sort: 'DESC' as const }],
    };
    const { pageInfo } = await metricReport(queries.services, caller, { ...input, page: { first: 1 } });
    const { rows, query } = await metricReport(queries.services, caller, {
      ...input,
      page: { first: 100, after: pageInfo.endCursor },
    });
    return { told: [rows, pageInfo.endCursor], query };
  },
  topValues: async (pool, caller) => {
    const { values, query } = await topValues(queries.services, caller, {
      dataPool: { id: pool.id },
      columnName: 'kind',
      maxValues: 100,
    });
    return { told: values, query };
  },
};

describe.each(Object.keys(operations))('%s', (name) => {
  const ask: Operation = (pool, caller) => {
    const operation = operations[name];
    if (!operation) throw new Error(name);
    return operation(pool, caller);
  };
  const fromMemory = ({ query }: Told) => query.recordsProcessed === '0';

  test('is answered from memory, under an id of its own, until a record arrives', async () => {
    const pool = await createPool();
    const caller = queries.otherCaller();
    let last: unknown;
    for (let n = 1; n <= 4; n++) {
      await queries.insert(pool, [{ kind: `k${n}`, n: String(n) }]);
      const first = await ask(pool, caller);
      const again = await ask(pool, caller);
      expect(again.told).toEqual(first.told);
      expect(first.told).not.toEqual(last);
      expect([fromMemory(first), fromMemory(again)]).toEqual([false, true]);
      expect(again.query.id).not.toBe(first.query.id);
      expect(queries.recorded.map(({ id }) => id)).toContain(again.query.id);
      last = first.told;
    }
  });

  test('is asked again after a change of the Data Pool’s columns', async () => {
    const pool = await createPool();
    await queries.insert(pool, [
      { kind: 'k', n: '1' },
      { kind: 'l', n: '2' },
    ]);
    const caller = queries.otherCaller();
    await ask(pool, caller);
    expect(fromMemory(await ask(pool, caller))).toBe(true);
    const added = { name: 'extra', type: 'STRING', nullable: true, jsonProperty: null } as const;
    await queries.catalog.dataPools.addColumn(queries.environmentId, pool.id, added, 'test');
    expect(fromMemory(await ask(pool, caller))).toBe(false);
  });

  test('is not repeated for another token of the Application that may read less', async () => {
    const pool = await createPool(true);
    await queries.insert(pool, [{ kind: 'k', n: '1' }]);
    const admin = withScopes(queries.otherCaller(), ['admin', 'metric:query', 'data_pool:query']);
    await ask(pool, admin);
    expect(fromMemory(await ask(pool, admin))).toBe(true);
    const less = withScopes(admin, ['metric:query', 'data_pool:query']);
    const ofTenant = { ...admin, principal: { ...admin.principal, policyValues: { tenant: 'a' } } };
    for (const caller of [less, ofTenant])
      await expect(ask(pool, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('follows a policy, its assignment and its end at once', async () => {
    const pool = await createPool(true);
    await queries.insert(
      pool,
      [1, 2, 3, 4].map((n) => ({ kind: `k${n}`, n: String(n) })),
    );
    const { catalog, environmentId } = queries;
    const caller = await callerWith(queries, pool, []);
    const { applicationId } = caller.principal;
    const forbidden = { code: 'FORBIDDEN' };
    await expect(ask(pool, caller)).rejects.toMatchObject(forbidden);
    const policy = await assign(queries, pool, applicationId, { filterSql: 'n > 1' });
    const before = await ask(pool, caller);
    expect(fromMemory(await ask(pool, caller))).toBe(true);
    await catalog.accessPolicies.update(environmentId, policy, { filterSql: 'n > 2' }, 'test');
    const after = await ask(pool, caller);
    expect(after.told).not.toEqual(before.told);
    expect((await ask(pool, caller)).told).toEqual(after.told);
    await catalog.accessPolicies.update(
      environmentId,
      policy,
      { filterSql: 'n > 2', columns: ['kind'] },
      'test',
    );
    await expect(ask(pool, caller)).rejects.toThrow();
    await catalog.policyAssignments.unassign(environmentId, policy, applicationId);
    await expect(ask(pool, caller)).rejects.toMatchObject(forbidden);
  });
});

describe('a comparison', () => {
  const asked = (pool: DataPool) => ({
    metric: sumOf(pool),
    timeRange: { relative: 'TODAY' as const },
    compare: { period: 'PREVIOUS_PERIOD' as const },
  });

  test('answered from memory is recorded as two queries that processed nothing', async () => {
    const pool = await createPool();
    await queries.insert(pool, [{ kind: 'k', n: '1' }]);
    const caller = queries.otherCaller();
    const first = await counter(queries.services, caller, asked(pool));
    const before = queries.recorded.length;
    const again = await counter(queries.services, caller, asked(pool));
    expect(queries.recorded.slice(before)).toEqual([again.query, again.comparison?.query]);
    expect(again.comparison?.query.id).not.toBe(first.comparison?.query.id);
    expect(again.comparison?.query).toMatchObject({
      recordsProcessed: '0',
      sql: first.comparison?.query.sql,
    });
  });

  test('of a day that is not over moves on with the next minute', async () => {
    const pool = await createPool();
    await queries.insert(pool, [{ kind: 'k', n: '1' }]);
    const caller = queries.otherCaller();
    const nowMs = queries.clock.now();
    const day = { startMs: nowMs - (nowMs % 86_400_000), stopMs: nowMs - (nowMs % 86_400_000) + 86_400_000 };
    for (const timeRange of [{ relative: 'TODAY' as const }, day]) {
      const ask = async () =>
        (await counter(queries.services, caller, { ...asked(pool), timeRange })).comparison;
      const stopMs = queries.clock.now() - 86_400_000;
      expect((await ask())?.timeRange.stop).toBe(stopMs);
      queries.clock.advance(1);
      expect((await ask())?.timeRange.stop).toBe(stopMs);
      queries.clock.advance(60_000);
      expect((await ask())?.timeRange.stop).toBe(stopMs + 60_001);
    }
  });
});
