import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read, sql } from '../support/engines.js';
import { type JobNode, recordsOf, startJobs } from '../support/jobs.js';
import { callerWith } from '../support/policies.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
let jobs: JobNode;

beforeAll(async () => {
  node = await openQueryNode();
  jobs = startJobs(node);
  await jobs.runner.start();
});
afterAll(async () => {
  await jobs.runner.stop();
  await node.close();
});

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'price', type: 'DOUBLE', nullable: true },
] as const;

const caller = () => node.caller.principal;
const only = (filterSql: string) => ({ filterSql, filters: [] });

async function remove(pool: DataPool, filterSql: string) {
  return await jobs.ended(await jobs.jobs.createDeletion(caller(), pool.id, only(filterSql)));
}

async function jobTables(): Promise<readonly unknown[]> {
  const { rows } = await read(node.engine, "SELECT name FROM system.tables WHERE startsWith(name, 'JOB')");
  return rows;
}

describe('in a table that only grows', () => {
  let pool: DataPool;
  const rows = Array.from({ length: 600 }, (_, index) => ({
    id: `i${index}`,
    at: `2026-0${1 + (index % 3)}-10 00:00:00.000`,
    price: index % 7 === 0 ? null : index,
  }));
  beforeEach(async () => {
    pool = await node.createPool({ columns, timestamp: 'at' });
    for (let from = 0; from < rows.length; from += 200) await node.insert(pool, rows.slice(from, from + 200));
  });

  it('deletes what meets the condition, over all partitions, and nothing else', async () => {
    const filterSql = 'price >= 300 AND price % 2 = 0';
    const meets = ({ price }: { price: number | null }) => price !== null && price >= 300 && price % 2 === 0;
    expect(await jobs.jobs.previewDeletion(caller(), pool.id, only(filterSql))).toEqual({
      affectedRecords: rows.filter(meets).length,
      totalRecords: rows.length,
    });
    expect(await recordsOf(node, pool, 'id')).toHaveLength(rows.length);
    const job = await remove(pool, filterSql);
    expect(job).toMatchObject({
      status: 'SUCCEEDED',
      progress: 1,
      tally: { affected: rows.filter(meets).length },
      error: null,
      startedAt: node.clock.now(),
    });
    const left = rows.filter((row) => !meets(row)).map(({ id }) => [id]);
    expect(await recordsOf(node, pool, 'id')).toEqual(left.toSorted());
    expect(jobs.changed).toContain(pool.id);
  });

  it('keeps records for which the condition is neither true nor false', async () => {
    await remove(pool, 'price > 0');
    const nulls = rows.filter(({ price }) => price === null || price === 0).map(({ id }) => [id]);
    expect(await recordsOf(node, pool, 'id')).toEqual(nulls.toSorted());
  });

  it('leaves alone what arrives after its start', async () => {
    const later = new Date(node.clock.now() + 1).toISOString().replace('T', ' ').replace('Z', '');
    await node.insert(pool, [
      { id: 'late', at: '2026-01-10 00:00:00.000', price: 1, _service_received_at: later },
    ]);
    expect(await remove(pool, 'true')).toMatchObject({ tally: { affected: rows.length } });
    expect(await recordsOf(node, pool, 'id')).toEqual([['late']]);
  });

  it.each([
    ["at < '2000-01-01 00:00:00'", ['y1900', 'y1969', 'y1999']],
    ["at < '1970-01-01 00:00:00'", ['y1900', 'y1969']],
    ["at > '1969-06-01 00:00:00.123456'", ['y1999', 'y2026', 'y2299']],
    // As seconds since 1970 this reads like a day of the year 2026.
    ["at < '1970-08-23 11:55:15'", ['y1900', 'y1969']],
    ["at < '2500-01-01 00:00:00'", ['y1900', 'y1969', 'y1999', 'y2026', 'y2299']],
    ["at <= '1800-01-01 00:00:00'", []],
  ])('takes a timestamp of any year for what it is: %s', async (filterSql, gone) => {
    const years = ['1900', '1969', '1999', '2026', '2299'];
    const old = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(
      old,
      years.map((year) => ({ id: `y${year}`, at: `${year}-01-10 00:00:00.000`, price: 1 })),
    );
    expect(await remove(old, filterSql)).toMatchObject({ error: null, tally: { affected: gone.length } });
    const left = years.map((year) => `y${year}`).filter((id) => !gone.includes(id));
    expect(await recordsOf(node, old, 'id')).toEqual(left.map((id) => [id]));
  });

  it('takes values as values', async () => {
    await node.insert(pool, [{ id: "'; DROP TABLE x --\\", at: '2026-01-10 00:00:00.000' }]);
    expect(await remove(pool, "id = '''; DROP TABLE x --\\'")).toMatchObject({ tally: { affected: 1 } });
    expect(await recordsOf(node, pool, 'id')).toHaveLength(rows.length);
  });

  it.each([
    ['', 'BAD_REQUEST', 'a condition is required'],
    ['no_such_column = 1', 'BAD_REQUEST', 'no_such_column'],
    ['price', 'BAD_REQUEST', 'A filter must be true or false'],
    ['at < now()', 'BAD_REQUEST', 'now()'],
    ['count() > 1', 'BAD_REQUEST', ''],
    ["toDate('x') = '2026-01-01'", 'QUERY_FAILED', ''],
  ])('refuses %j before it starts', async (filterSql, code, message) => {
    const choice = { filterSql: filterSql || null, filters: [] };
    await expect(jobs.jobs.createDeletion(caller(), pool.id, choice)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect((await node.catalog.jobs.listByDataPool(caller().environmentId, pool.id, {})).items).toEqual([]);
  });

  it('refuses a Data Pool of another Environment as one that is not there', async () => {
    const stranger = { ...caller(), environmentId: 'ENV00000000000000000000000000' };
    await expect(jobs.jobs.createDeletion(stranger, pool.id, only('true'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('in a table whose records replace each other', () => {
  const version = (id: string, price: number) => ({ id, at: '2026-01-10 00:00:00.000', price });
  const physical = async (pool: DataPool) =>
    (await read(node.engine, `SELECT id, price FROM ${tableName(pool)} ORDER BY id, price`)).rows;
  let pool: DataPool;
  beforeEach(async () => {
    pool = await node.createPool({ columns, uniqueId: 'id' });
    await node.insert(pool, [version('a', 1), version('b', 5), version('c', 9)]);
    await node.insert(pool, [version('a', 5), version('b', 1)]);
    await node.insert(pool, [version('a', 9), version('b', 2), version('d', 5)]);
  });

  it('judges the newest version, and all versions go', async () => {
    expect(await jobs.jobs.previewDeletion(caller(), pool.id, only('price >= 5'))).toEqual({
      affectedRecords: 3,
      totalRecords: 4,
    });
    expect(await remove(pool, 'price >= 5')).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 3 } });
    expect(await recordsOf(node, pool, 'id, price')).toEqual([['b', 2]]);
    // Nothing of the others is left that could come up again.
    expect((await physical(pool)).every(([id]) => id === 'b')).toBe(true);
    expect(await jobTables()).toEqual([]);
  });

  it('leaves a record alone whose newest version came after its start', async () => {
    const later = new Date(node.clock.now() + 1).toISOString().replace('T', ' ').replace('Z', '');
    await node.insert(pool, [{ ...version('a', 7), _service_received_at: later }]);
    expect(await remove(pool, 'price >= 5')).toMatchObject({ tally: { affected: 2 } });
    expect(await recordsOf(node, pool, 'id, price')).toEqual([
      ['a', 7],
      ['b', 2],
    ]);
  });

  it('deletes by a key of several columns, and sums with all that was added up', async () => {
    const sums = await node.createPool({
      columns: columns.map((column) => ({ ...column, nullable: false })),
      tableSettings: {
        engine: { type: 'SUMMING_MERGE_TREE', columns: ['price'] },
        orderBy: ['id', 'toStartOfDay(at)'],
      },
    });
    await node.insert(sums, [version('a', 1), version('b', 1)]);
    await node.insert(sums, [
      version('a', 3),
      version('b', 1),
      { ...version('a', 1), at: '2026-01-11 00:00:00' },
    ]);
    expect(await remove(sums, 'price = 4')).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 1 } });
    expect(await recordsOf(node, sums, 'id, price')).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});

describe('with access control', () => {
  const on = async () => {
    const pool = await node.createPool({ columns, timestamp: 'at', accessControlEnabled: true });
    await node.insert(pool, [{ id: 'a', at: '2026-01-10 00:00:00.000', price: 1 }]);
    return pool;
  };

  it.each([
    ['without a policy', []],
    ['with some rows', [{ filterSql: 'price > 0' }]],
    ['with some columns', [{ columns: ['id', 'at'] }]],
  ])('neither makes nor previews a job for an Application %s', async (_what, policies) => {
    const pool = await on();
    const { principal } = await callerWith(node, pool, policies);
    const forbidden = { code: 'FORBIDDEN' };
    const column = { name: 'v', type: 'INT8' } as const;
    const set = [{ column: 'price', expression: '1' }];
    await expect(jobs.jobs.createDeletion(principal, pool.id, only('true'))).rejects.toMatchObject(forbidden);
    await expect(jobs.jobs.previewDeletion(principal, pool.id, only('true'))).rejects.toMatchObject(
      forbidden,
    );
    await expect(jobs.jobs.createUpdate(principal, pool.id, only('true'), set)).rejects.toMatchObject(
      forbidden,
    );
    await expect(jobs.jobs.previewUpdate(principal, pool.id, only('true'), set)).rejects.toMatchObject(
      forbidden,
    );
    await expect(jobs.jobs.createAddColumn(principal, pool.id, column)).rejects.toMatchObject(forbidden);
    await expect(jobs.jobs.previewAddColumn(principal, pool.id, column)).rejects.toMatchObject(forbidden);
  });

  it('does both for one that may read everything, and tells no value when it fails', async () => {
    const pool = await on();
    const { principal } = await callerWith(node, pool, [{}]);
    expect(await jobs.jobs.previewDeletion(principal, pool.id, only('true'))).toMatchObject({
      affectedRecords: 1,
    });
    const failed = await jobs.ended(
      await jobs.jobs.createUpdate(principal, pool.id, only('true'), [
        { column: 'price', expression: 'divide(price + 41, 0)' },
      ]),
    );
    expect(failed.error?.message).toMatch(/cannot hold$/);
    // What the engine says of a value that it cannot read quotes it, before anything is changed too.
    const unreadable = [
      await jobs.jobs.createDeletion(principal, pool.id, only('toInt64(id) = 5')),
      await jobs.jobs.createUpdate(principal, pool.id, only('true'), [
        { column: 'price', expression: 'toInt64(id)' },
      ]),
    ];
    for (const job of unreadable)
      expect(await jobs.ended(job)).toMatchObject({
        status: 'FAILED',
        error: {
          code: 'QUERY_FAILED',
          message: 'The engine could not change some of the records',
        },
      });
    expect(await jobs.ended(await jobs.jobs.createDeletion(principal, pool.id, only('true')))).toMatchObject({
      tally: { affected: 1 },
    });
  });
});

describe('cancelling', () => {
  const many = 400_000;
  let pool: DataPool;
  beforeEach(async () => {
    pool = await node.createPool({ columns, timestamp: 'at' });
    await node.engine.command(
      sql(`INSERT INTO ${tableName(pool)} (id, at, price, _service_received_at, _weir_request, _service_payload)
SELECT toString(number), toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number % 5000000, number, '2026-03-15 12:00:00', generateUUIDv4(), '{}' FROM numbers(${many})`),
    );
  });
  /** Slow enough to be met under way, whatever the machine. */
  const slow = `length(${'SHA256('.repeat(24)}id${')'.repeat(24)}) > 0`;

  it('stops a job under way; what is gone stays gone, the rest stays, and the job says how much', async () => {
    const changes = async () =>
      (await read(node.engine, 'SELECT count() FROM system.mutations WHERE NOT is_done')).rows[0]?.[0];
    const created = await jobs.jobs.createDeletion(caller(), pool.id, only(slow));
    await expect.poll(changes, { interval: 5 }).toBe('1');
    await jobs.jobs.cancel(caller(), created.id);
    const cancelled = await jobs.ended(created);
    const left = Number((await recordsOf(node, pool, 'count()'))[0]?.[0]);
    expect(left).toBeGreaterThan(0);
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      tally: { affected: many - left },
      error: {
        code: 'QUERY_CANCELLED',
        message: `The job was cancelled. Changes made before that, ${many - left} records, are kept.`,
      },
    });
    expect(await changes()).toBe('0');
    expect(await jobs.jobs.cancel(caller(), created.id)).toEqual(cancelled);
  });

  it('takes a job that waits for another one out of the queue', async () => {
    const first = await jobs.jobs.createDeletion(caller(), pool.id, only(slow));
    const second = await jobs.jobs.createDeletion(caller(), pool.id, only('true'));
    expect(await jobs.jobs.cancel(caller(), second.id)).toMatchObject({
      status: 'FAILED',
      startedAt: null,
      error: { message: 'The job was cancelled before it started; nothing was changed' },
    });
    await jobs.jobs.cancel(caller(), first.id);
  });

  it('ends with the Data Pool, and leaves no table behind', async () => {
    const mutable = await node.createPool({ columns, uniqueId: 'id' });
    await node.insert(mutable, [{ id: 'a', at: '2026-01-10 00:00:00.000', price: 1 }]);
    const job = await jobs.jobs.createDeletion(caller(), mutable.id, only('true'));
    await node.provision.deleteDataPool(mutable, { cascade: false });
    expect(await node.catalog.jobs.findById(caller().environmentId, job.id)).toBeUndefined();
    await expect.poll(jobTables).toEqual([]);
  });
});
