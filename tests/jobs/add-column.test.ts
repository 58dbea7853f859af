import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnType } from '../../server/src/catalog/column.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Statement } from '../../server/src/engine/engine.js';
import { ingest } from '../../server/src/ingest/test-support.js';
import { defaultJobLimits } from '../../server/src/jobs/job-services.js';
import { runSql } from '../../server/src/query/run-sql.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read, sql } from '../support/engines.js';
import { type JobNode, recordsOf, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';

let node: QueryNode;
let jobs: JobNode;
/** How often the engine still loses the values of a step, as it does when it ends before they are in the column. */
let losses = 0;
/** What of them was on the disk. */
const filesLost: string[] = [];

const losing = (engine: QueryNode['engine']): QueryNode['engine'] =>
  new Proxy(engine, {
    get: (real, name) => {
      if (name === 'command')
        return async (statement: Statement, timeoutMs?: number) => {
          const [, database, table] = /joinGet\('(\w+)\.(\w+)'/.exec(statement.text) ?? [];
          if (table !== undefined && losses > 0) {
            losses -= 1;
            const found = await read(
              real,
              `SELECT concat(path, arrayJoin(data_paths)) FROM system.tables, system.disks WHERE system.tables.name = '${table}'`,
            );
            const folder = String(found.rows[0]?.[0]);
            if (existsSync(folder)) filesLost.push(...readdirSync(folder).filter((name) => name !== 'tmp'));
            await real.command(sql(`TRUNCATE TABLE ${database}.${table}`));
          }
          await real.command(statement, timeoutMs);
        };
      const member: unknown = Reflect.get(real, name);
      return typeof member === 'function' ? member.bind(real) : member;
    },
  });

beforeAll(async () => {
  node = await openQueryNode();
  // Several steps for the largest of the tests.
  const limits = { ...defaultJobLimits, valuesPerStepMax: 9_000 };
  jobs = startJobs(node, { engine: losing(node.engine), limits });
  await jobs.runner.start();
});
afterAll(async () => {
  await jobs.runner.stop();
  await node.close();
});

const columns = [
  { name: 'id', type: 'STRING', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
] as const;

const caller = () => node.caller.principal;

/** Values of every kind, as JSON; undefined where the event has none. */
const values = [
  '1',
  '-7',
  '300',
  '1.5',
  '"12"',
  '"x"',
  'true',
  '"false"',
  'null',
  undefined,
  '"2026-03-01 10:20:30"',
  '"2026-03-01T10:20:30.125+02:00"',
  '1767225600',
  '"2026-02-30"',
  '9223372036854775807',
  '92233720368547758080',
  '"né \\u00e9 \\" \\\\ 🌊"',
  '{"deep":[1,2,{"x":null}]}',
  '[]',
];
const events = values.map((value, index) => ({
  id: `e${String(index).padStart(2, '0')}`,
  at: `2026-0${1 + (index % 2)}-10 00:00:00.000`,
  _service_payload: value === undefined ? '{"a":{}}' : `{"a":{"v":${value}},"other":"\\n"}`,
}));

/** What the intake would store of each event, by the intake: null where it is empty or does not fit. */
function asTheIntake(type: ColumnType): unknown[] {
  const v = { name: 'v', type, nullable: true, jsonProperty: 'a.v' };
  return events.map(({ _service_payload }) => {
    const row = ingest(_service_payload, [v]).rows.toString();
    if (row === '') return null;
    const json = row.slice(row.lastIndexOf(',"v":') + ',"v":'.length, -2);
    // A number of more digits than JavaScript keeps goes to the engine as its text.
    return /^-?\d{16,}$/.test(json) ? json : JSON.parse(json);
  });
}

const add = async (pool: DataPool, type: ColumnType, name = 'v', jsonProperty = 'a.v') =>
  await jobs.ended(await jobs.jobs.createAddColumn(caller(), pool.id, { name, type, jsonProperty }));

const types = ['BOOLEAN', 'STRING', 'FLOAT', 'DOUBLE', 'INT8', 'INT64', 'DATE', 'TIMESTAMP', 'JSON'] as const;
/** Events that were sent twice. */
const overlap = 2;

describe.each([
  { name: 'a table that only grows', settings: { columns, timestamp: 'at' }, added: types },
  {
    name: 'a table whose records replace each other',
    settings: { columns, uniqueId: 'id' },
    added: ['STRING', 'INT64'],
  },
] as const)('in $name', ({ settings, added }) => {
  let pool: DataPool;
  beforeAll(async () => {
    pool = await node.createPool(settings);
    await node.insert(pool, events.slice(0, 10 + overlap));
    await node.insert(pool, events.slice(10));
  });

  it.each(added)('fills a %s over all history as the intake would have', async (type) => {
    const name = `v_${type}`;
    const expected = asTheIntake(type);
    const job = await add(pool, type, name);
    expect(job).toMatchObject({ status: 'SUCCEEDED', progress: 1, error: null });
    const { affected, empty = 0, misfitting = 0 } = job.tally ?? { affected: 0 };
    expect(affected + empty + misfitting).toBe(events.length + overlap);
    const control = await node.createPool({
      columns: [...columns, { name: 'v', type, nullable: true }],
    });
    await node.insert(
      control,
      events.map((event, index) => ({ ...event, v: expected[index] })),
    );
    const seen = new Map((await recordsOf(node, pool, `id, ${name}`)).map(([id, value]) => [id, value]));
    const wanted = new Map((await recordsOf(node, control, 'id, v')).map(([id, value]) => [id, value]));
    expect(seen).toEqual(wanted);
    const current = await node.catalog.dataPools.findById(caller().environmentId, pool.id);
    expect(current?.columns).toContainEqual({ name, type, nullable: true, jsonProperty: 'a.v' });
  });
});

describe('adding a column', () => {
  it('previews how many events fit, are empty or do not fit, with different samples of each', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(pool, [...events, ...events]);
    const column = { name: 'v', type: 'INT8', jsonProperty: 'a.v' } as const;
    const fitting = asTheIntake('INT8').filter((value) => value !== null).length;
    const preview = await jobs.jobs.previewAddColumn(caller(), pool.id, column);
    expect(preview).toMatchObject({
      totalRecords: events.length * 2,
      examinedRecords: events.length * 2,
      fitting: {
        records: fitting * 2,
        samples: expect.arrayContaining([{ source: '"12"', value: '12', reason: null }]),
      },
      empty: {
        records: 4,
        samples: expect.arrayContaining([
          { source: null, value: null, reason: null },
          { source: 'null', value: null, reason: null },
        ]),
      },
      misfitting: { records: (events.length - fitting - 2) * 2 },
    });
    expect(preview.misfitting.samples).toHaveLength(5);
    expect(preview.misfitting.samples[0]).toMatchObject({ value: null, reason: expect.stringMatching(/./) });
    expect((await read(node.engine, `SELECT * FROM ${tableName(pool)} LIMIT 1`)).columns).not.toContainEqual(
      expect.objectContaining({ name: 'v' }),
    );
    // Another mapping of a column that is there.
    const remapped = { name: 'id', type: 'STRING', jsonProperty: 'other' } as const;
    expect(await jobs.jobs.previewAddColumn(caller(), pool.id, remapped)).toMatchObject({
      fitting: { records: (events.length - 1) * 2, samples: [{ source: '"\\n"', value: '\n' }] },
      empty: { records: 2 },
    });
  });

  it.each([
    [
      'FLOAT',
      ['1.10', '1e2', '"1e3"', '16777217', '0.1', '-0.0', '9223372036854775807', '3.4e38', '1E-7', '1'],
    ],
    ['DOUBLE', ['1.10', '1e2', '"1e3"', '0.30000000000000004', '1e21', '-0.0', '12345678901234567890', '1']],
    ['TIMESTAMP', ['1', '"2026-03-01"', '"2026-03-01T10:20:30.120+02:00"', '1700000000123', '-7']],
    ['DATE', ['"2026-03-01"', '"2026-03-01 23:59:59"', '"1900-01-01"']],
    ['INT64', ['9223372036854775807', '"-5"', '1e2', '1.0']],
    ['BOOLEAN', ['true', '"false"']],
    ['STRING', ['"x"', '1.10', '{"a": 1.50}', 'true', '""']],
    ['JSON', ['"x"', '1.10', '{"a": 1.50}', '[]']],
  ] as const)('shows in the samples of a %s what the column then holds', async (type, sources) => {
    const column = { name: 'v', type, jsonProperty: 'a.v' } as const;
    for (let from = 0; from < sources.length; from += 5) {
      const some = sources.slice(from, from + 5);
      const pool = await node.createPool({ columns, timestamp: 'at' });
      await node.insert(
        pool,
        some.map((value, index) => ({
          ...events[0],
          id: `e${index}`,
          _service_payload: `{"a":{"v":${value}}}`,
        })),
      );
      const { fitting, misfitting } = await jobs.jobs.previewAddColumn(caller(), pool.id, column);
      expect(await add(pool, type)).toMatchObject({
        tally: { affected: fitting.records, misfitting: misfitting.records },
      });
      const query = `SELECT v FROM "${pool.id}" WHERE v IS NOT NULL`;
      const { rows } = await runSql(node.services, node.caller, { query, dialect: 'COLUMNSTORE' });
      const cells = rows.map(([cell]) => cell).toSorted();
      expect(fitting.samples.map(({ value }) => value).toSorted()).toEqual(cells);
      expect(cells.length).toBeGreaterThan(0);
    }
  });

  it('says so when there was no time to look at all events', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(pool, events);
    const hasty = startJobs(node, { queryTimeoutMs: 0 });
    const column = { name: 'v', type: 'INT8', jsonProperty: 'a.v' } as const;
    expect(await hasty.jobs.previewAddColumn(caller(), pool.id, column)).toMatchObject({
      totalRecords: events.length,
      examinedRecords: 0,
    });
  });

  it('goes through many events in batches, and what came with the column is left as it came, also when the engine loses some', async () => {
    losses = 2;
    const pool = await node.createPool({ columns, timestamp: 'at' });
    const many = 25_003;
    const event = (index: number) => ({
      id: `m${index}`,
      // Many records share a place in the order.
      at: `2026-01-1${index % 3} 00:00:00.000`,
      _service_payload: `{"n":${index}}`,
    });
    await node.insert(
      pool,
      Array.from({ length: many }, (_, index) => event(index)),
    );
    const job = await add(pool, 'INT32', 'n', 'n');
    expect(job.tally).toEqual({ affected: many, empty: 0, misfitting: 0 });
    const { rows } = await read(
      node.engine,
      `SELECT count(), uniqExact(n), countIf(concat('m', toString(n)) = id) FROM ${tableName(pool)}`,
    );
    expect(rows).toEqual([[String(many), String(many), String(many)]]);
    expect(losses).toBe(0);
    // Incomplete after a power failure, they would keep the engine from starting.
    expect(filesLost).toEqual([]);
  });

  it.each([
    ['a name that is taken', 'id', 'STRING', undefined, 'CONFLICT'],
    ['a name of the service', '_service_x', 'STRING', undefined, 'BAD_REQUEST'],
    ['a name that cannot be one', '1st', 'STRING', undefined, 'BAD_REQUEST'],
    ['a type that no event can fill', 'v', 'COLUMNSTORE', undefined, 'BAD_REQUEST'],
    ['an empty mapping', 'v', 'STRING', '', 'BAD_REQUEST'],
    ['a mapping that is too deep', 'v', 'STRING', 'a.'.repeat(40), 'BAD_REQUEST'],
  ] as const)('refuses %s', async (_what, name, type, jsonProperty, code) => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await expect(
      jobs.jobs.createAddColumn(caller(), pool.id, { name, type, jsonProperty }),
    ).rejects.toMatchObject({ code });
  });

  it('fails when the name was taken while it waited, and starts again over what a failure left behind', async () => {
    const pool = await node.createPool({ columns, timestamp: 'at' });
    await node.insert(pool, events);
    await node.engine.command(sql(`ALTER TABLE ${tableName(pool)} ADD COLUMN v Nullable(Date32)`));
    const column = { name: 'v', type: 'STRING', jsonProperty: 'a.v' } as const;
    const [first, second] = [
      await jobs.jobs.createAddColumn(caller(), pool.id, column),
      await jobs.jobs.createAddColumn(caller(), pool.id, column),
    ];
    expect(await jobs.ended(first)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await jobs.ended(second)).toMatchObject({ status: 'FAILED', error: { code: 'CONFLICT' } });
    expect((await recordsOf(node, pool, 'id, v'))[5]).toEqual(['e05', 'x']);
  });

  it('can be asked for again after a failure: the column is filled to the end', async () => {
    const own = await openQueryNode();
    const pool = await own.createPool({ columns, timestamp: 'at' });
    await own.insert(pool, events);
    const { principal } = own.caller;
    const column = { name: 'v', type: 'STRING', jsonProperty: 'a.v' } as const;
    const failing = startJobs(own, { intakeSettled: () => Promise.reject(new Error('fails')) });
    await failing.runner.start();
    const failed = await failing.ended(await failing.jobs.createAddColumn(principal, pool.id, column));
    await failing.runner.stop();
    expect(failed.status).toBe('FAILED');
    expect((await recordsOf(own, pool, 'id, v'))[5]).toEqual(['e05', null]);

    const working = startJobs(own);
    await working.runner.start();
    const another = working.jobs.createAddColumn(principal, pool.id, { ...column, type: 'INT64' });
    await expect(another).rejects.toMatchObject({ code: 'CONFLICT' });
    const again = await working.ended(await working.jobs.createAddColumn(principal, pool.id, column));
    expect(again.status).toBe('SUCCEEDED');
    expect((await recordsOf(own, pool, 'id, v'))[5]).toEqual(['e05', 'x']);
    const third = working.jobs.createAddColumn(principal, pool.id, column);
    await expect(third).rejects.toMatchObject({ code: 'CONFLICT' });
    await working.runner.stop();
    await own.close();
  });
});
