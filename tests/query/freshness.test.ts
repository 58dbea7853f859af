/** How new records are and how late they came, against a calculation of its own over the same records. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { oldParts } from '../../server/src/provision/old-parts.js';
import { freshness } from '../../server/src/query/freshness.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read } from '../support/engines.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

const nowMs = Date.now();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Row {
  readonly at: number;
  readonly received: number;
  readonly tenant: string;
}

let node: QueryNode;
beforeAll(async () => {
  node = await openQueryNode({ nowMs, cached: true });
});
afterAll(() => node.close());

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'tenant', type: 'STRING', nullable: false },
  { name: 'day', type: 'DATE', nullable: false },
] as const;
const engineTime = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
const insert = (pool: DataPool, rows: readonly Row[]) =>
  node.insert(
    pool,
    rows.map(({ at, received, tenant }) => ({
      tenant,
      at: engineTime(at),
      day: new Date(at).toISOString().slice(0, 10),
      _service_received_at: engineTime(received),
    })),
  );
const settings = { columns, timestamp: 'at' };

const ask = async (pool: DataPool, caller = node.caller, services: object = {}) => {
  const answer = await freshness({ ...node.services, ...services }, caller, pool);
  return answer && { ...answer, query: undefined };
};

/** The value at the position that a percentile has among the sorted ones. */
const percentile = (sorted: readonly number[], level: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(level * sorted.length))];

function expected(rows: readonly Row[]) {
  if (rows.length === 0) return null;
  const last = [...rows].sort((a, b) => b.received - a.received).slice(0, 10_000);
  const late = last.map(({ at, received }) => received - at).sort((a, b) => a - b);
  return {
    lastEventAt: rows.map(({ at }) => at).reduce((a, b) => Math.max(a, b)),
    lastReceivedAt: last[0]?.received,
    lateness: { p50: percentile(late, 0.5), p95: percentile(late, 0.95), p99: percentile(late, 0.99) },
  };
}

/** Received at different times, so that it is clear which ones came last. Some events are in the future, some are very late. */
const rowsOf = (count: number, firstMs: number, stepMs: number, seed: number): Row[] =>
  fc
    .sample(
      fc.record({
        late: fc.oneof(fc.integer({ min: -5_000, max: 60_000 }), fc.integer({ min: 0, max: 90 * dayMs })),
        tenant: fc.constantFrom('a', 'b', 'c'),
      }),
      { numRuns: count, seed },
    )
    .map(({ late, tenant }, index) => {
      const received = firstMs + index * stepMs;
      return { received, tenant, at: received - late };
    });

test('is null for an empty Data Pool, and before it is LIVE', async () => {
  const pool = await node.createPool(settings);
  expect(await ask(pool)).toBeNull();
  expect(await ask({ ...pool, status: 'PENDING' })).toBeNull();
});

test('is that of all records of a small Data Pool, and new with each record', async () => {
  const pool = await node.createPool(settings);
  const rows = rowsOf(7, nowMs - hourMs, 1_000, 1);
  for (const [index, row] of rows.entries()) {
    await insert(pool, [row]);
    expect(await ask(pool)).toEqual(expected(rows.slice(0, index + 1)));
  }
});

test('measures the 10,000 records that were received last', async () => {
  const pool = await node.createPool(settings);
  // Received before the others and stored after them, with events that are later than all.
  const early = rowsOf(3_000, nowMs - 40 * dayMs, 500, 2).map((row) => ({ ...row, at: nowMs + hourMs }));
  const late = rowsOf(12_000, nowMs - dayMs, 5_000, 3);
  await insert(pool, late);
  await insert(pool, early);
  expect(await ask(pool)).toEqual(expected([...early, ...late]));
});

test('counts a DATE from midnight', async () => {
  const pool = await node.createPool({ ...settings, timestamp: 'day' });
  const received = Date.UTC(2026, 2, 1, 5);
  await insert(pool, [{ at: Date.UTC(2026, 1, 28, 23), received, tenant: 'a' }]);
  const lateMs = 29 * hourMs;
  expect(await ask(pool)).toEqual({
    lastEventAt: Date.UTC(2026, 1, 28),
    lastReceivedAt: received,
    lateness: { p50: lateMs, p95: lateMs, p99: lateMs },
  });
});

test('has no lateness to speak of where the timestamp is that of the receipt', async () => {
  const pool = await node.createPool({ columns });
  await insert(pool, rowsOf(50, nowMs - hourMs, 10, 4));
  const last = nowMs - hourMs + 490;
  expect(await ask(pool)).toEqual({
    lastEventAt: last,
    lastReceivedAt: last,
    lateness: { p50: 0, p95: 0, p99: 0 },
  });
});

test('is that of the newest versions of a mutable Data Pool', async () => {
  const pool = await node.createPool({ columns, timestamp: 'at', uniqueId: 'tenant' });
  const first = { at: nowMs - 5_000, received: nowMs - 1_000, tenant: 'a' };
  const second = { at: nowMs - 9_000, received: nowMs - 500, tenant: 'a' };
  await insert(pool, [first]);
  await insert(pool, [second]);
  expect(await ask(pool)).toEqual(expected([second]));
});

test('is one query in the history, which a repetition does not read again', async () => {
  const pool = await node.createPool(settings);
  await insert(pool, rowsOf(20, nowMs - hourMs, 10, 5));
  const before = node.recorded.length;
  const first = await freshness(node.services, node.caller, pool);
  const again = await freshness(node.services, node.caller, pool);
  expect(node.recorded.slice(before).map(({ id, type }) => [id, type])).toEqual([
    [first?.query.id, 'STATS'],
    [again?.query.id, 'STATS'],
  ]);
  expect(Number(first?.query.recordsProcessed)).toBeGreaterThan(0);
  expect(again?.query.recordsProcessed).toBe('0');
});

describe('under access policies', () => {
  let pool: DataPool;
  const rows = rowsOf(300, nowMs - dayMs, 1_000, 6);
  const guarded = { ...settings, accessControlEnabled: true };
  beforeAll(async () => {
    pool = await node.createPool(guarded);
    await insert(pool, rows);
  });

  test('is that of the records that the caller may see, whatever the others are', async () => {
    const ofTenant = async (which: DataPool) =>
      await ask(which, await callerWith(node, which, [{ filterSql: "tenant = 'b'" }]));
    const own = rows.filter(({ tenant }) => tenant === 'b');
    expect(await ofTenant(pool)).toEqual(expected(own));
    const alone = await node.createPool(guarded);
    await insert(alone, own);
    expect(await ofTenant(alone)).toEqual(expected(own));
    const none = await callerWith(node, pool, [{ filterSql: "tenant = 'nobody'" }]);
    expect(await ask(pool, none)).toBeNull();
  });

  test('tells nothing of a time that is hidden', async () => {
    const seeing = (...names: string[]) => callerWith(node, pool, [{ columns: names }]);
    const all = expected(rows);
    expect(await ask(pool, await seeing('at'))).toEqual({
      lastEventAt: all?.lastEventAt,
      lastReceivedAt: null,
      lateness: null,
    });
    expect(await ask(pool, await seeing('_service_received_at'))).toEqual({
      lastEventAt: null,
      lastReceivedAt: all?.lastReceivedAt,
      lateness: null,
    });
    expect(await ask(pool, await seeing('tenant'))).toBeNull();
    expect(await ask(pool, await seeing('at', '_service_received_at'))).toEqual(all);
  });

  test('does not measure records in which a time is hidden', async () => {
    const caller = await callerWith(node, pool, [
      { columns: ['at', 'tenant'] },
      { columns: ['_service_received_at'], filterSql: "tenant = 'c'" },
    ]);
    const shown = rows.filter(({ tenant }) => tenant === 'c');
    expect(await ask(pool, caller)).toEqual({
      ...expected(shown),
      lastEventAt: expected(rows)?.lastEventAt,
    });
  });

  test('is FORBIDDEN without any', async () => {
    await expect(ask(pool, await callerWith(node, pool, []))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('in a large Data Pool', () => {
  const partsOf = (pool: DataPool, beforeMs: number) => oldParts(node.engine, pool, beforeMs);

  test('old parts are those that were written before a time', async () => {
    const pool = await node.createPool(settings);
    await insert(pool, rowsOf(10, nowMs - hourMs, 1, 7));
    expect(await partsOf(pool, nowMs - hourMs)).toEqual([]);
    const { rows } = await read(node.engine, `SELECT DISTINCT _part FROM ${tableName(pool)} ORDER BY _part`);
    expect(await partsOf(pool, Date.now() + hourMs)).toEqual(rows.flat());
  });

  /** Partitions, so that the engine merges nothing: one of records of long ago, one of new ones. */
  const createPool = async (old: readonly Row[], recent: readonly Row[]) => {
    const pool = await node.createPool({
      ...settings,
      tableSettings: { orderBy: ['at'], partitionBy: ['tenant'] },
    });
    await insert(
      pool,
      old.map((row) => ({ ...row, tenant: 'old' })),
    );
    const parts = await partsOf(pool, Date.now() + hourMs);
    await insert(
      pool,
      recent.map((row) => ({ ...row, tenant: 'recent' })),
    );
    return { pool, asked: { oldParts: async () => parts } };
  };
  const old = rowsOf(15_000, nowMs - 60 * dayMs, 10, 8);

  test('they are not read if the others have enough records', async () => {
    const recent = rowsOf(11_000, nowMs - hourMs, 100, 9);
    const { pool, asked } = await createPool(old, recent);
    const processed = async (services: object) => {
      expect(await ask(pool, node.caller, services)).toEqual(expected([...old, ...recent]));
      return Number(node.recorded.at(-1)?.recordsProcessed);
    };
    // Two statements would read them.
    expect((await processed({})) - (await processed(asked))).toBeGreaterThanOrEqual(2 * old.length);
  });

  test('they are read if the others have too few, or are not newer', async () => {
    const few = rowsOf(500, nowMs - hourMs, 100, 10);
    const first = await createPool(old, few);
    expect(await ask(first.pool, node.caller, first.asked)).toEqual(expected([...old, ...few]));
    const older = rowsOf(12_000, nowMs - 80 * dayMs, 100, 11);
    const second = await createPool(old, older);
    expect(await ask(second.pool, node.caller, second.asked)).toEqual(expected([...old, ...older]));
  });

  test('they are read for a caller whose records are limited', async () => {
    const recent = rowsOf(11_000, nowMs - hourMs, 100, 12);
    const { pool, asked } = await createPool(old, recent);
    await node.catalog.dataPools.update(node.environmentId, pool.id, { accessControlEnabled: true }, 'test');
    const caller = await callerWith(node, pool, [{ filterSql: "tenant = 'old'" }]);
    expect(await ask({ ...pool, accessControlEnabled: true }, caller, asked)).toEqual(expected(old));
  });
});
