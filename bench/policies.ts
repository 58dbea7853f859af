/**
 * What a tenant's row policy costs: the same questions over the same records, once through the policy and once
 * with the same condition written by hand over a Data Pool without access control. The two take turns.
 */
import type { DataPool } from '../server/src/catalog/definitions.js';
import type { Caller } from '../server/src/query/caller.js';
import { counter } from '../server/src/query/counter.js';
import { dataGrid } from '../server/src/query/data-grid.js';
import { leaderboard } from '../server/src/query/leaderboard.js';
import { tableName } from '../server/src/sql/data-pool-ddl.js';
import { sql } from '../tests/support/engines.js';
import { callerWith } from '../tests/support/policies.js';
import { openQueryNode, type QueryNode } from '../tests/support/query-node.js';
import { type Figure, ms, times } from './measure.js';

const records = 3_000_000;
const rounds = 100;
const costRatioMax = 1.15;
/** The fastest tenth: on a machine that others use too, the middle is theirs. */
const quietShare = 0.1;
const loadTimeoutMs = 300_000;

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'tenant', type: 'STRING', nullable: false },
  { name: 'region', type: 'STRING', nullable: false },
  { name: 'amount', type: 'INT64', nullable: false },
] as const;

const timeRange = { startMs: Date.UTC(2026, 0, 3), stopMs: Date.UTC(2026, 0, 9) };

type Ask = (node: QueryNode, pool: DataPool, caller: Caller, filterSql: string | null) => Promise<unknown>;

const questions: Readonly<Record<string, Ask>> = {
  counter: ({ services }, pool, caller, filterSql) =>
    counter(services, caller, { metric: amountOf(pool), timeRange, filterSql }),
  leaderboard: ({ services }, pool, caller, filterSql) =>
    leaderboard(services, caller, {
      metric: amountOf(pool),
      dimensions: ['region'],
      sort: 'DESC',
      rowLimit: 10,
      timeRange,
      filterSql,
    }),
  'data grid': ({ services }, pool, caller, filterSql) =>
    dataGrid(services, caller, {
      dataPool: { id: pool.id },
      columns: ['at', 'tenant', 'amount'],
      sort: 'DESC',
      page: { first: 100 },
      timeRange,
      filterSql,
    }),
};

const amountOf = (pool: DataPool) => ({
  dataPool: { id: pool.id },
  aggregation: { type: 'SUM' as const, measure: 'amount' },
});

export async function benchPolicies(): Promise<Figure[]> {
  const node = await openQueryNode();
  const open = await filledPool(node, false);
  const limited = await filledPool(node, true);
  const caller = await callerWith(node, limited, [{ filterSql: `tenant = \${{ tenant }}` }], {
    tenant: 'tenant7',
  });
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(questions)) {
    const byPolicy: number[] = [];
    const byHand: number[] = [];
    for (let round = 0; round < rounds; round++) {
      byPolicy.push(await timed(() => ask(node, limited, caller, null)));
      byHand.push(await timed(() => ask(node, open, node.caller, "tenant = 'tenant7'")));
    }
    const ratio = quiet(byPolicy) / quiet(byHand);
    figures.push({
      name: `${name} under a tenant policy`,
      measured: ms(quiet(byPolicy)),
      floor: ms(quiet(byHand)),
      bar: `at most ${times(costRatioMax)}, is ${times(ratio)}`,
      met: ratio <= costRatioMax,
    });
  }
  await node.close();
  return figures;
}

async function filledPool(node: QueryNode, accessControlEnabled: boolean): Promise<DataPool> {
  const pool = await node.createPool({ columns, timestamp: 'at', accessControlEnabled });
  const text = `INSERT INTO ${tableName(pool)} (at, tenant, region, amount, _weir_request)
    SELECT toDateTime64('2026-01-01', 3, 'UTC') + number / 5, concat('tenant', toString(cityHash64(number) % 50)),
      ['eu', 'us', 'as'][number % 3 + 1], number % 1000, generateUUIDv4() FROM numbers(${records})`;
  await node.engine.command(sql(text), loadTimeoutMs);
  // One part each: otherwise the two would be compared in different stages of merging.
  const merge = `OPTIMIZE TABLE ${tableName(pool)} FINAL`;
  await node.engine.command(sql(merge), loadTimeoutMs);
  return pool;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function quiet(durations: readonly number[]): number {
  const sorted = [...durations].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * quietShare)] ?? Number.NaN;
}
