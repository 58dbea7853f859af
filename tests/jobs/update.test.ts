import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { SetColumn } from '../../server/src/catalog/job.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read, sql } from '../support/engines.js';
import { type JobNode, recordsOf, startJobs } from '../support/jobs.js';
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
  { name: 'a', type: 'INT64', nullable: true },
  { name: 'b', type: 'INT64', nullable: true },
  { name: 'small', type: 'INT8', nullable: false },
  { name: 'share', type: 'DOUBLE', nullable: true },
  { name: 'name', type: 'STRING', nullable: true },
  { name: 'done', type: 'BOOLEAN', nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'seen', type: 'TIMESTAMP', nullable: true },
  { name: 'details', type: 'JSON', nullable: true },
] as const;

const caller = () => node.caller.principal;
const only = (filterSql: string) => ({ filterSql, filters: [] });
const to = (column: string, expression: string): SetColumn => ({ column, expression });

async function change(pool: DataPool, filterSql: string, ...set: SetColumn[]) {
  return await jobs.ended(await jobs.jobs.createUpdate(caller(), pool.id, only(filterSql), set));
}

const rows = Array.from({ length: 60 }, (_, index) => ({
  id: `i${String(index).padStart(2, '0')}`,
  at: `2026-0${1 + (index % 2)}-10 00:00:00.000`,
  a: index,
  b: -index,
  small: index,
  share: index / 4,
  name: index % 5 === 0 ? null : `Name ${index}`,
  done: index % 2 === 0,
  day: '2026-01-31',
  seen: '2026-01-31 12:00:00.000',
  details: '{"n":1}',
}));

describe('in a table that only grows', () => {
  let pool: DataPool;
  beforeEach(async () => {
    pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(pool, rows.slice(0, 30));
    await node.insert(pool, rows.slice(30));
  });

  it('changes what meets the condition; every expression sees the record as it was', async () => {
    expect(await jobs.jobs.previewUpdate(caller(), pool.id, only('a >= 20'), [to('a', 'b')])).toEqual({
      affectedRecords: 40,
      totalRecords: 60,
    });
    const job = await change(pool, 'a >= 20', to('a', 'b'), to('b', 'a + 1'), to('name', 'upper(name)'));
    expect(job).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 40 }, error: null });
    expect(await recordsOf(node, pool, 'id, a, b, name')).toEqual(
      rows.map(({ id, a, b, name }) =>
        a >= 20
          ? [id, String(b), String(a + 1), name?.toUpperCase() ?? null]
          : [id, String(a), String(b), name],
      ),
    );
  });

  it('sets columns of every type, and null', async () => {
    const job = await change(
      pool,
      "id = 'i07'",
      to('a', 'NULL'),
      to('small', 'small * 2'),
      to('share', 'a / 2.0'),
      to('name', "concat(name, '!')"),
      to('done', 'a > 3'),
      to('day', "'2026-02-01'"),
      to('seen', "'1901-02-03 04:05:06.789'"),
      to('details', `'{"n":2}'`),
    );
    expect(job.error).toBeNull();
    const seen = await recordsOf(node, pool, 'id, a, small, share, name, done, day, seen, details');
    const times = ['2026-02-01', '1901-02-03 04:05:06.789'];
    expect(seen[7]).toEqual(['i07', null, 14, 3.5, 'Name 7!', true, ...times, '{"n":2}']);
    const before = ['2026-01-31', '2026-01-31 12:00:00.000'];
    expect(seen[8]).toEqual(['i08', '8', 8, 2, 'Name 8', true, ...before, '{"n":1}']);
  });

  it.each([
    ['nothing', [], 'at least one column'],
    ['a column that is not there', [to('nope', '1')], 'there is no column "nope"'],
    ['a column of the order', [to('at', 'at')], 'ordered or partitioned by "at"'],
    ['a column of the service', [to('_service_payload', "'{}'")], 'is filled by the service'],
    ['a column twice', [to('a', '1'), to('a', '2')], 'set twice'],
    ['another type', [to('a', "'x'")], 'is not valid for the type bigint'],
    ['text from a number', [to('name', 'a')], 'needs text'],
    ['the clock', [to('day', 'today()')], 'today()'],
    ['an aggregate', [to('a', 'sum(b)')], ''],
  ])('refuses to set %s', async (_what, set, message) => {
    const refusal = { code: 'BAD_REQUEST', message: expect.stringContaining(message) };
    await expect(jobs.jobs.createUpdate(caller(), pool.id, only('true'), set)).rejects.toMatchObject(refusal);
    await expect(jobs.jobs.previewUpdate(caller(), pool.id, only('true'), set)).rejects.toMatchObject(
      refusal,
    );
  });

  it.each([
    ['an integer out of range', to('small', 'small + 100'), '32 records', 'such as 1'],
    ['a fraction in an integer', to('a', 'share'), '45 records', 'such as '],
    ['a decimal fraction in an integer', to('a', 'share::numeric'), '45 records', 'such as '],
    ['a date after the last', to('day', 'day + 400000'), '60 records', 'such as 3121-'],
    ['a date before the first', to('day', "'1800-01-01'"), '60 records', 'such as 1800-01-01'],
    ['a time before the first', to('day', "seen - interval '300 years'"), '60 records', 'such as 1726-'],
    ['a time after the last', to('seen', "seen + interval '300 years'"), '60 records', 'such as 2326-'],
    ['an infinity', to('share', 'divide(1, a - a)'), '60 records', 'such as inf'],
    ['null in a column that has none', to('small', 'nullIf(small, 3)'), '1 records', 'such as null'],
    ['text that is no JSON', to('details', 'name'), '48 records', 'such as Name'],
  ])('refuses %s, with the number of records, and changes nothing', async (_what, set, count, sample) => {
    await expect(jobs.jobs.previewUpdate(caller(), pool.id, only('true'), [set])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(count),
    });
    const job = await change(pool, 'true', set);
    expect(job).toMatchObject({ status: 'FAILED', tally: null });
    expect(job.error?.message).toContain(count);
    expect(job.error?.message).toContain(sample);
    expect(await recordsOf(node, pool, 'id, small, a, share, details')).toEqual(
      rows.map(({ id, small, a, share, details }) => [id, small, String(a), share, details]),
    );
  });

  it('leaves alone what arrives after its start', async () => {
    const later = new Date(node.clock.now() + 1).toISOString().replace('T', ' ').replace('Z', '');
    await node.insert(pool, [{ ...rows[0], id: 'late', _service_received_at: later }]);
    expect(await change(pool, 'true', to('a', '99'))).toMatchObject({ tally: { affected: 60 } });
    expect((await recordsOf(node, pool, 'a, id')).filter(([a]) => a !== '99')).toEqual([['0', 'late']]);
  });
});

describe('in a table whose records replace each other', () => {
  const version = (id: string, a: number) => ({ ...rows[0], id, a });

  it('changes the newest version, once, and it stays the newest', async () => {
    const pool = await node.createPool({ columns, uniqueId: 'id' });
    await node.insert(pool, [version('x', 1), version('y', 8), version('z', 5)]);
    await node.insert(pool, [version('x', 8), version('y', 1)]);
    const job = await change(pool, 'a >= 5', to('a', 'a + 1'));
    expect(job).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 2 } });
    const changed = [
      ['x', '9'],
      ['y', '1'],
      ['z', '6'],
    ];
    expect(await recordsOf(node, pool, 'id, a')).toEqual(changed);
    await node.engine.command(sql(`OPTIMIZE TABLE ${tableName(pool)} FINAL`));
    expect((await read(node.engine, `SELECT id, a FROM ${tableName(pool)} ORDER BY id`)).rows).toEqual(
      changed,
    );
  });

  it('refuses to change the version, and records that were added up', async () => {
    const versioned = await node.createPool({
      columns: columns.map((column) => ({ ...column, nullable: false })),
      uniqueId: 'id',
      tableSettings: { engine: { type: 'REPLACING_MERGE_TREE', ver: 'b' } },
    });
    await expect(
      jobs.jobs.createUpdate(caller(), versioned.id, only('true'), [to('b', '1')]),
    ).rejects.toMatchObject({ message: expect.stringContaining('which record is the newest') });
    const sums = await node.createPool({
      columns,
      tableSettings: { engine: { type: 'SUMMING_MERGE_TREE', columns: ['a'] }, orderBy: ['id'] },
    });
    await expect(
      jobs.jobs.createUpdate(caller(), sums.id, only('true'), [to('b', '1')]),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
