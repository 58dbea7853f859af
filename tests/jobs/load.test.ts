/** Files that are loaded into a Data Pool: what is in them is in its records, all of it or nothing. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileStore } from '../../server/src/base/file-store.js';
import { newId } from '../../server/src/base/ids.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Job } from '../../server/src/catalog/job.js';
import type { FileCompression, StoredFile, StoredFormat } from '../../server/src/catalog/stored-file.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { defaultJobLimits } from '../../server/src/jobs/job-services.js';
import { endPublishing, publishRows, stageFile } from '../../server/src/jobs/load-file.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { attachRowsStatement, createStagingTable } from '../../server/src/sql/staged-rows.js';
import { read, temporaryDirectory } from '../support/engines.js';
import { sample } from '../support/extent.js';
import { type JobNode, recordsOf, startJobs, withDisk } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { withMember } from '../support/with-member.js';

let node: QueryNode;
let running: JobNode;
let diskIsFull = false;
const directory = temporaryDirectory();
const files = new FileStore(join(directory, 'files'));

beforeAll(async () => {
  node = await openQueryNode({ checksTables: false });
  running = startJobs(node, { files, engine: withDisk(node.engine, () => diskIsFull) });
  await running.runner.start();
});
afterAll(async () => {
  await running.runner.stop();
  await node.close();
});

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'n', type: 'INT64', nullable: false },
  { name: 'price', type: 'DOUBLE', nullable: true },
  { name: 'name', type: 'STRING', nullable: true },
  { name: 'paid', type: 'BOOLEAN', nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'tags', type: 'JSON', nullable: true },
] as const;
const createPool = () => node.createPool({ columns, timestamp: 'at' });
const shown = 'toString(at), n, price, name, paid, toString(day), tags';

type Given = string | Buffer;

async function load(
  pool: DataPool,
  given: Given,
  format: StoredFormat,
  compression: FileCompression = 'none',
): Promise<Job> {
  const storedAs = files.newName();
  if (Buffer.isBuffer(given) || !given.startsWith('/')) writeFileSync(files.pathOf(storedAs), given);
  else await copyFile(given, files.pathOf(storedAs));
  const { size: bytes } = await stat(files.pathOf(storedAs));
  const job = await running.jobs.createLoad(
    node.caller.principal,
    pool.id,
    { storedAs, format, compression, bytes },
    'a file',
  );
  const ended = await running.ended(job);
  // Whatever became of it, nothing of it is left.
  await expect.poll(() => files.names()).toEqual([]);
  return ended;
}

const csv = `n,at,price,name,paid,day,tags
1,2026-01-01T00:00:00Z,1.5,"a ""b"",
ü😀",true,2026-01-31,"{""a"":[1,null]}"
2,2026-02-01 12:00:00.123,,,,,
3,2026-03-01T01:00:00+01:00,-0.25,"",false,1969-12-31,text
`;
const expected = [
  ['2026-01-01 00:00:00.000', '1', 1.5, 'a "b",\nü😀', true, '2026-01-31', '{"a":[1,null]}'],
  ['2026-02-01 12:00:00.123', '2', null, null, null, null, null],
  ['2026-03-01 00:00:00.000', '3', -0.25, '', false, '1969-12-31', '"text"'],
];
const ndjson = [
  {
    n: 1,
    at: '2026-01-01T00:00:00Z',
    price: 1.5,
    name: 'a "b",\nü😀',
    paid: true,
    day: '2026-01-31',
    tags: { a: [1, null] },
  },
  { n: 2, at: '2026-02-01 12:00:00.123' },
  {
    n: '3',
    at: '2026-03-01T01:00:00+01:00',
    price: -0.25,
    name: '',
    paid: false,
    day: '1969-12-31',
    tags: 'text',
    more: { x: 1 },
  },
];
const lines = ndjson.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('a file becomes records', () => {
  it.each<[string, Given, StoredFormat, FileCompression]>([
    ['CSV', csv, 'csv', 'none'],
    ['CSV with CRLF', csv.replaceAll(/(?<!"")\n(?!ü)/g, '\r\n'), 'csv', 'none'],
    ['NDJSON', lines, 'ndjson', 'none'],
    ['NDJSON without a line break at its end', lines.trimEnd(), 'ndjson', 'none'],
    ['JSON', JSON.stringify(ndjson), 'json', 'none'],
    ['gzipped CSV', gzipSync(csv), 'csv', 'gzip'],
    ['gzipped NDJSON', gzipSync(lines), 'ndjson', 'gzip'],
  ])('%s', async (_name, given, format, compression) => {
    const pool = await createPool();
    const job = await load(pool, given, format, compression);
    expect(job).toMatchObject({ status: 'SUCCEEDED', error: null, tally: { affected: 3 } });
    expect(await recordsOf(node, pool, shown)).toEqual(expected);
  });

  it('of DuckDB, as Parquet with its types, and as gzipped and zstd-compressed text', async () => {
    const db = await (await DuckDBInstance.create()).connect();
    await db.run(`CREATE TABLE t AS SELECT i::BIGINT AS n, TIMESTAMPTZ '2026-01-01 00:00:00+00' + INTERVAL (i) HOUR AS at,
      CASE WHEN i % 3 = 0 THEN NULL ELSE i / 4 END AS price, 'name ' || i AS name, i % 2 = 0 AS paid,
      DATE '2026-01-01' + i::INTEGER AS day, {'a': [i, NULL], 'b': 'ü'} AS tags FROM range(1000) r(i)`);
    const expectedSums = [['1000', '499500', 83166.75, '500', '1000', '2026-01-01 00:00:00.000']];
    const sums = 'count(), sum(n), sum(price), countIf(paid), uniqExact(day), toString(min(at))';
    for (const [name, format, compression, options] of [
      ['t.parquet', 'parquet', 'none', 'FORMAT parquet'],
      ['t-zstd.parquet', 'parquet', 'none', 'FORMAT parquet, COMPRESSION zstd'],
      ['t.csv.gz', 'csv', 'gzip', 'FORMAT csv, HEADER, COMPRESSION gzip'],
      ['t.json.zst', 'ndjson', 'zstd', 'FORMAT json, COMPRESSION zstd'],
      ['t.json', 'json', 'none', 'FORMAT json, ARRAY true'],
    ] as const) {
      const path = join(directory, name);
      await db.run(`COPY t TO '${path}' (${options})`);
      const pool = await createPool();
      expect(await load(pool, path, format, compression), name).toMatchObject({
        status: 'SUCCEEDED',
        tally: { affected: 1000 },
      });
      expect(await recordsOf(node, pool, sums), name).toEqual(expectedSums);
      if (format !== 'csv') {
        expect(
          await recordsOf(node, pool, "JSONExtractInt(tags, 'a', 1), JSONExtractString(tags, 'b')", 'n = 7'),
          name,
        ).toEqual([['7', 'ü']]);
      }
    }
  });

  it('with columns that the Data Pool does not have, which the job names', async () => {
    const pool = await createPool();
    const job = await load(pool, 'n,at,more\n1,2026-01-01,x\n', 'csv');
    expect(job.tally).toEqual({ affected: 1, ignoredColumns: ['more'] });
  });

  it('with no rows', async () => {
    const pool = await createPool();
    expect(await load(pool, 'n,at\n', 'csv')).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 0 } });
    expect(await load(pool, '', 'ndjson')).toMatchObject({ status: 'SUCCEEDED', tally: { affected: 0 } });
  });
});

it('a preview shows the first rows, and types that suit them', async () => {
  const preview = async (given: string, format: StoredFormat) => {
    const storedAs = files.newName();
    writeFileSync(files.pathOf(storedAs), given);
    const shownFile = await running.jobs.previewFile(
      node.caller.principal,
      { storedAs, format, compression: 'none', bytes: given.length },
      2,
    );
    await files.remove(storedAs);
    return shownFile;
  };
  const types = [
    { name: 'n', type: 'INT64', nullable: true },
    { name: 'at', type: 'TIMESTAMP', nullable: true },
    { name: 'price', type: 'DECIMAL', precision: 18, scale: 2, nullable: true },
    { name: 'name', type: 'STRING', nullable: true },
    { name: 'paid', type: 'BOOLEAN', nullable: true },
    { name: 'day', type: 'DATE', nullable: true },
  ];
  const { columns: found, rows } = await preview(csv.replace('1969', '2025'), 'csv');
  expect(found.slice(0, 6)).toEqual(types);
  expect(rows.map(([n, , price]) => [n, price])).toEqual([
    ['1', '1.5'],
    ['2', null],
  ]);
  expect(
    (await preview(lines.replace('"3"', '3').replace('1969', '2025'), 'ndjson')).columns.slice(0, 6),
  ).toEqual(types);
  expect(await preview('', 'csv')).toEqual({ columns: [], rows: [] });
});

describe('a file that cannot be loaded adds nothing, and says where it is wrong', () => {
  it.each<[Given, StoredFormat, RegExp]>([
    ['n,at\n1,2026-01-01\nx,2026-01-01\n', 'csv', /^Row 2, column "n": /],
    ['n,at\n1,2026-01-01\n2,yesterday\n', 'csv', /^Row 2, column "at": /],
    [
      'n,at\n1,2026-01-01\n2,\n',
      'csv',
      /^Row 2, column "at": a value is required, but it is null or missing$/,
    ],
    ['{"n":1,"at":"2026-01-01"}\n{"n":2}\n', 'ndjson', /^Row 2, column "at": a value is required/],
    ['{"n":1,"at":"2026-01-01"}\n{"n":[],"at":"2026-01-01"}\n', 'ndjson', /^Row 2: /],
    ['{"n":1,"at":"2026-01-01"}\n{"n":\n', 'ndjson', /after eof/],
    [
      'a,b\n1,2\n',
      'csv',
      /^The file has no column "at", which Data Pool ".+" requires\. The columns of the file are "a", "b"\.$/,
    ],
    ['n,at\n', 'parquet', /^The file cannot be read: it does not begin as Parquet does$/],
    ['PAR1nothing', 'parquet', /^The file cannot be read: it does not end as Parquet does, perhaps /],
    ['PAR1____\0\0\x01\0PAR1', 'parquet', /^The file cannot be read: its footer is longer than the file, /],
    ['PARE____\0\0\0\0PARE', 'parquet', /^The file cannot be read: it is encrypted$/],
    ['PAR1____\x02\0\0\0PAR1', 'parquet', /^The file cannot be read: /],
    ['', 'parquet', /^The file cannot be read: /],
    ['plain text', 'ndjson', /^(The file cannot be read|Row 1)/],
  ])('%j', async (given, format, message) => {
    const pool = await createPool();
    const job = await load(pool, given, format);
    expect(job).toMatchObject({
      status: 'FAILED',
      error: { code: 'BAD_REQUEST', message: expect.stringMatching(message) },
    });
    expect(job.error?.message).not.toContain(directory);
    expect(await recordsOf(node, pool, 'n')).toEqual([]);
  });

  it('though the engine reports an exception of a library, as it does when it is overloaded', async () => {
    const pool = await createPool();
    const path = join(directory, 'damaged.parquet');
    const duckdb = await (await DuckDBInstance.create()).connect();
    await duckdb.run(`COPY (SELECT 1 AS n, DATE '2026-01-01' AS at) TO '${path}' (FORMAT parquet)`);
    const file = readFileSync(path);
    // The length of the header of the first page.
    file[4] = (file[4] ?? 0) ^ 0xff;
    expect(await load(pool, file, 'parquet')).toMatchObject({
      status: 'FAILED',
      error: {
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/^The file cannot be read: .*Invalid data/),
      },
    });
    expect(await load(pool, csv, 'csv')).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('though only its last row of many is wrong', async () => {
    const pool = await createPool();
    const rows = Array.from({ length: 300_000 }, (_, n) => `${n},2026-01-01`).join('\n');
    expect(await load(pool, `n,at\n${rows}\nx,2026-01-01\n`, 'csv')).toMatchObject({ status: 'FAILED' });
    expect(await recordsOf(node, pool, 'count()')).toEqual([['0']]);
  });
});

it('a file whose rows do not fit on the disk is not read again and again', async () => {
  const pool = await createPool();
  diskIsFull = true;
  const job = await load(pool, csv, 'csv');
  diskIsFull = false;
  expect(job).toMatchObject({
    status: 'FAILED',
    error: {
      code: 'CONFLICT',
      message: 'The disk does not have enough free space for the rows of the file',
    },
  });
});

describe('damaged Parquet', () => {
  const written = [
    { name: 'n', type: 'INT64', nullable: false },
    { name: 'name', type: 'STRING', nullable: true },
  ] as const;
  /** As the engine writes it, with one byte changed; negative places count from the end. */
  const damaged = async (place: number, change: number): Promise<Buffer> => {
    const text = "SELECT toInt64(number) AS n, concat('name ', toString(number)) AS name FROM numbers(100)";
    const statement = { text, parameters: {}, tables: [] };
    const limits = { timeoutMs: 10_000 };
    const file = await buffer(
      await node.engine.export({ id: newId('query'), statement, limits, format: 'parquet' }),
    );
    const at = place < 0 ? file.length + place : place;
    file[at] = (file[at] ?? 0) ^ change;
    return file;
  };
  const impatient = { ...defaultJobLimits, stalledLooksMax: 2, columnsMsMax: 1_000 };
  beforeAll(async () => {
    await running.runner.stop();
    running = startJobs(node, { files, limits: impatient });
    await running.runner.start();
  });

  const pipe = async (): Promise<string> => {
    const path = join(directory, newId('query'));
    // Nobody writes to it, so opening it never returns, and notices neither a kill nor a time limit.
    execFileSync('mkfifo', [path]);
    return path;
  };
  it.each(
    sample<[string, StoredFormat, () => Promise<string | Buffer>]>(
      [
        ['whose ninth byte is wrong', 'parquet', () => damaged(8, 0x01)],
        ['that never ends', 'ndjson', pipe],
      ],
      1,
    ),
  )('a file %s, in which the engine hangs, fails alone', async (_what, format, make) => {
    const pool = await node.createPool({ columns: written });
    const made = await make();
    const storedAs = files.newName();
    if (Buffer.isBuffer(made)) writeFileSync(files.pathOf(storedAs), made);
    else await rename(made, files.pathOf(storedAs));
    const stored = { storedAs, format, compression: 'none', bytes: 2_000 } as const;
    const hanging = await running.jobs.createLoad(node.caller.principal, pool.id, stored, null);
    const next = load(pool, 'n,name\n1,a\n', 'csv');
    expect(await running.ended(hanging)).toMatchObject({
      status: 'FAILED',
      error: {
        code: 'BAD_REQUEST',
        message: 'The file cannot be read: the engine got no further for 1 s, as in files that are damaged',
      },
    });
    expect(await next).toMatchObject({ status: 'SUCCEEDED' });
    expect(await recordsOf(node, pool, 'n, name')).toEqual([['1', 'a']]);
  });

  it('who sends files that end the engine twice, also by their columns, is refused, and no one else is', async () => {
    const pool = await node.createPool({ columns: written });
    const sender = { ...node.caller.principal, policyValues: { sender: 'hostile' } };
    const send = async (format: StoredFormat) => {
      const storedAs = files.newName();
      await rename(await pipe(), files.pathOf(storedAs));
      return await running.jobs.createLoad(sender, pool.id, { ...hostile, storedAs, format }, null);
    };
    const hostile = { compression: 'none', bytes: 2_000 } as const;
    for (const [format, message] of [
      ['csv', 'The file cannot be read: its columns were not found within 1 s'],
      ['ndjson', 'The file cannot be read: the engine got no further for 1 s, as in files that are damaged'],
    ] as const) {
      const job = await send(format);
      const next = load(pool, 'n,name\n1,a\n', 'csv');
      expect(await running.ended(job)).toMatchObject({ error: { code: 'BAD_REQUEST', message } });
      expect(await next).toMatchObject({ status: 'SUCCEEDED' });
    }
    const refusal = { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) };
    const file = { ...hostile, storedAs: 'any', format: 'csv' } as const;
    const all = { filterSql: 'true', filters: [] };
    const { jobs } = running;
    for (const refused of [
      jobs.loadable(sender, pool.id),
      jobs.createLoad(sender, pool.id, file, null),
      jobs.previewFile(sender, file, 1),
      jobs.previewDeletion(sender, pool.id, all),
      jobs.createDeletion(sender, pool.id, all),
    ])
      await expect(refused).rejects.toMatchObject(refusal);
    expect(await jobs.previewDeletion(node.caller.principal, pool.id, all)).toMatchObject({
      affectedRecords: 2,
    });
  });

  it('a load in which the engine hangs can be cancelled', async () => {
    const pool = await node.createPool({ columns: written });
    const storedAs = files.newName();
    writeFileSync(files.pathOf(storedAs), await damaged(8, 0x01));
    const stored = { storedAs, format: 'parquet', compression: 'none', bytes: 2_000 } as const;
    const job = await running.jobs.createLoad(node.caller.principal, pool.id, stored, null);
    const isRead = `SELECT count() FROM system.processes WHERE Settings['log_comment'] = '${job.id}'`;
    await expect.poll(async () => (await read(node.engine, isRead)).rows[0]?.[0]).not.toBe('0');
    await running.jobs.cancel(node.caller.principal, job.id);
    expect(await running.ended(job)).toMatchObject({ status: 'FAILED', error: { code: 'QUERY_CANCELLED' } });
  });

  /** The header of the first page, and the footer with its length and magic. */
  const places = [
    ...Array.from({ length: 36 }, (_, at) => at),
    ...Array.from({ length: 240 }, (_, at) => -1 - at),
  ].flatMap((place) => [0x01, 0x40, 0xff].map((change) => [place, change] as const));
  it.each(sample(places, 12))(
    'byte %i, changed by %i, is an error of this file or none',
    {
      timeout: 120_000,
    },
    async (place, change) => {
      const pool = await node.createPool({ columns: written });
      const job = await load(pool, await damaged(place, change), 'parquet');
      const found = await recordsOf(node, pool, 'count()');
      if (job.status === 'SUCCEEDED') expect(found).toEqual([[String(job.tally?.affected)]]);
      else {
        expect(job.error).toMatchObject({
          code: 'BAD_REQUEST',
          message: expect.stringMatching(/^(The file |Row )/),
        });
        expect(found).toEqual([['0']]);
      }
    },
  );
});

it('rows that an earlier attempt has published, or a part of them, are not published again', async () => {
  for (const published of ['none', 'some', 'all'] as const) {
    const pool = await createPool();
    const table = { environmentId: pool.environmentId, jobId: `JOB${pool.id.slice(3)}` };
    for (const statement of createStagingTable(pool, table)) await node.engine.command(statement);
    const staging = { ...pool, id: table.jobId };
    const rows = Array.from({ length: 30 }, (_, n) => ({
      at: `2026-0${1 + (n % 3)}-01 00:00:00.000`,
      n,
      _service_payload: '{}',
    }));
    await node.insert(staging, rows);
    if (published === 'all') await node.engine.command(attachRowsStatement(pool, table));
    if (published === 'some') {
      const text = attachRowsStatement(pool, table).text.replace('PARTITION ALL', "PARTITION ID '202602'");
      await node.engine.command({ text, parameters: {}, tables: [pool.id] });
    }
    await publishRows(node, { pool, table }, rows.length, true);
    expect(await recordsOf(node, pool, 'count(), sum(n)'), published).toEqual([['30', '435']]);
  }
});

it('versions of a record that a merge has removed since they were published are not published again', async () => {
  const versioned = [
    { name: 'id', type: 'STRING', nullable: false },
    { name: 'version', type: 'INT64', nullable: false },
  ] as const;
  const pool = await node.createPool({ columns: versioned, uniqueId: 'id' });
  const table = { environmentId: pool.environmentId, jobId: newId('job') };
  for (const statement of createStagingTable(pool, table)) await node.engine.command(statement);
  const staging = { ...pool, id: table.jobId };
  await node.insert(staging, [
    { id: 'a', version: 1 },
    { id: 'b', version: 1 },
  ]);
  await node.insert(staging, [{ id: 'a', version: 2 }]);
  await node.engine.command(attachRowsStatement(pool, table));
  const text = `OPTIMIZE TABLE ${tableName(pool)} FINAL`;
  await node.engine.command({ text, parameters: {}, tables: [pool.id] });
  await publishRows(node, { pool, table }, 3, true);
  expect(await recordsOf(node, pool, 'id, version')).toEqual([
    ['a', '2'],
    ['b', '1'],
  ]);
});

it.each([
  ['replaced since', { uniqueId: 'id' }, [['a', '2']]],
  [
    'added up since',
    { tableSettings: { engine: { type: 'SUMMING_MERGE_TREE', columns: ['n'] }, orderBy: ['id'] } },
    [['a', '7']],
  ],
] as const)('rows that were %s are not published again after a crash', async (_what, settings, shownRows) => {
  const summed = [
    { name: 'id', type: 'STRING', nullable: false },
    { name: 'n', type: 'INT64', nullable: false },
  ] as const;
  const pool = await node.createPool({ columns: summed, ...settings });
  const table = { environmentId: pool.environmentId, jobId: newId('job') };
  for (const statement of createStagingTable(pool, table)) await node.engine.command(statement);
  await node.insert({ ...pool, id: table.jobId }, [{ id: 'a', n: 1 }]);
  const merge = async () => {
    const text = `OPTIMIZE TABLE ${tableName(pool)}`;
    await node.engine.command({ text, parameters: {}, tables: [pool.id] });
  };
  const partsOf = async () =>
    Number((await read(node.engine, `SELECT uniq(_part) FROM ${tableName(pool)}`)).rows[0]?.[0]);
  await node.insert(pool, [{ id: 'a', n: 4 }]);
  await publishRows(node, { pool, table }, 1, false);
  // The process was killed before it recorded that. The next one replays the journal first.
  await node.insert(pool, [{ id: 'a', n: 2 }]);
  await merge();
  await publishRows(node, { pool, table }, 1, true);
  await endPublishing(node, pool);
  await merge();
  await expect.poll(partsOf).toBe(1);
  expect(await recordsOf(node, pool, 'id, n')).toEqual(shownRows);
});

it('loads a file once though the end of its job, whose table was dropped, could not be saved', async () => {
  const pool = await createPool();
  const { jobClaims } = node.catalog;
  const withoutEnd = withMember(jobClaims, 'end', () => Promise.reject(new Error('the process was killed')));
  await running.runner.stop();
  const killed = startJobs(node, { files, catalog: { ...node.catalog, jobClaims: withoutEnd } });
  await killed.runner.start();
  const storedAs = files.newName();
  writeFileSync(files.pathOf(storedAs), csv);
  const stored = { storedAs, format: 'csv', compression: 'none', bytes: Buffer.byteLength(csv) } as const;
  const job = await killed.jobs.createLoad(node.caller.principal, pool.id, stored, null);
  // Removed after the table, when nothing is left to do but to save the end.
  await expect.poll(() => files.names()).toEqual([]);
  await killed.runner.stop();

  running = startJobs(node, { files });
  await running.runner.publishLeftRows();
  await running.runner.start();
  const ended = await running.ended(job);
  expect({ status: ended.status, tally: ended.tally }).toMatchObject({
    status: 'SUCCEEDED',
    tally: { affected: 3 },
  });
  expect(await recordsOf(node, pool, 'count()')).toEqual([['3']]);
});

describe('while a file is being read', () => {
  const rows = 30_000;
  const text = `n,at\n${Array.from({ length: rows }, (_, n) => `${n},2026-01-01T00:00:00Z\n`).join('')}`;
  const store = (): StoredFile => {
    const storedAs = files.newName();
    writeFileSync(files.pathOf(storedAs), text);
    return { storedAs, format: 'csv', compression: 'none', bytes: text.length };
  };
  const slow =
    ' WHERE sleepEachRow(0.001) = 0 SETTINGS max_block_size = 200, min_chunk_bytes_for_parallel_parsing = 10000, ';
  /** Reads files for many seconds, so that all tests are done before the file is. */
  const slowly = (engine: Engine): Engine =>
    withMember(engine, 'command', async ({ text: loaded, ...statement }, timeoutMs) => {
      const text = loaded.startsWith('INSERT INTO') ? loaded.replace(' SETTINGS ', slow) : loaded;
      await engine.command({ ...statement, text }, timeoutMs);
    });
  const isBeingRead = async ({ id }: Job) => {
    const { rows: found } = await read(
      node.engine,
      `SELECT count() FROM system.processes WHERE Settings['log_comment'] = '${id}'`,
    );
    return Number(found[0]?.[0]) > 0;
  };

  it('the service can stop: the next start loads it', async () => {
    await running.runner.stop();
    const stopping = startJobs(node, { files, engine: slowly(node.engine) });
    await stopping.runner.start();
    const pool = await createPool();
    const stored = store();
    const job = await stopping.jobs.createLoad(node.caller.principal, pool.id, stored, null);
    await expect.poll(() => isBeingRead(job)).toBe(true);
    await stopping.runner.stop();
    expect(await node.catalog.jobs.findById(job.environmentId, job.id)).toMatchObject({
      status: 'IN_PROGRESS',
    });
    expect(await files.names()).toEqual([stored.storedAs]);

    running = startJobs(node, { files });
    await running.runner.start();
    expect(await running.ended(job)).toMatchObject({ status: 'SUCCEEDED', tally: { affected: rows } });
    expect(await recordsOf(node, pool, 'count()')).toEqual([[String(rows)]]);
  });

  it.each([
    ['the engine creates the table', 'CREATE TABLE'],
    ['the engine has yet to register the statement', 'INSERT INTO'],
  ])('it can be cancelled when %s', async (_when, begin) => {
    const cancelling = new AbortController();
    let kill: () => void = () => undefined;
    const killed = new Promise<void>((resolve) => {
      kill = resolve;
    });
    const reading = slowly(node.engine);
    const late = withMember(reading, 'command', async (statement, timeoutMs) => {
      if (statement.text.startsWith(begin)) {
        setImmediate(() => cancelling.abort());
        await once(cancelling.signal, 'abort');
        // The kill has nothing to end yet.
        if (begin === 'INSERT INTO') await killed;
      }
      await reading.command(statement, timeoutMs);
    });
    const engine = withMember(late, 'cancel', async (id) => {
      await node.engine.cancel(id);
      kill();
    });
    const pool = await createPool();
    const table = { environmentId: pool.environmentId, jobId: newId('job') };
    const load = { pool, table, file: store(), requestId: 'ab'.repeat(12) };
    const watch = { signal: cancelling.signal, onProgress: async () => undefined };
    const staged = stageFile({ engine, clock: node.clock, files, limits: defaultJobLimits }, load, watch);
    await expect(staged).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
  });

  it('the job tells how much of it has been read', async () => {
    const pool = await createPool();
    const table = { environmentId: pool.environmentId, jobId: newId('job') };
    const load = { pool, table, file: store(), requestId: 'ab'.repeat(12) };
    const known = new AbortController();
    const watch = {
      signal: known.signal,
      onProgress: async (share: number) => {
        if (share > 0) known.abort();
      },
    };
    const services = { engine: slowly(node.engine), clock: node.clock, files, limits: defaultJobLimits };
    await expect(stageFile(services, load, watch)).rejects.toMatchObject({ code: 'QUERY_CANCELLED' });
  });
});
