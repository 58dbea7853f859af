/** Data Pools that are filled from files in a bucket: each file once, whatever its name, and replaced when it changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { extent, sample } from '../support/extent.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import { createS3Source, createSyncedPool, sqlRows, synced, syncNow, syncsOf } from '../support/s3-source.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let s3: S3Server;
let service: Service;

beforeAll(async () => {
  [s3, service] = await Promise.all([startS3Server(), openService()]);
});
afterAll(async () => {
  await s3.close();
});

const columns = [
  { name: 'id', type: 'INT64', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'country', type: 'STRING' },
  { name: 'price', type: 'DOUBLE' },
];

const csv = (first: number, count: number) =>
  [
    'id,at,country,price',
    ...Array.from({ length: count }, (_, index) => `${first + index},2026-01-02T03:04:05Z,CH,1.5`),
    '',
  ].join('\n');

async function createPool(name: string, path: string, format = 'CSV', more: object = {}): Promise<string> {
  const dataSource = await createS3Source(service, s3, name, [{ name: 'orders', path, format, columns }]);
  return await createSyncedPool(service, {
    uniqueName: name,
    dataSource,
    table: 'orders',
    timestamp: { columnName: 'at' },
    ...more,
  });
}

const total = (pool: string) => sqlRows(service, `SELECT count(*), count(DISTINCT id), sum(id) FROM ${pool}`);

describe('formats', () => {
  const rows = [
    { id: 1, at: '2026-01-01 00:00:00', country: 'CH', price: 1.5 },
    { id: 2, at: '2026-02-01 12:30:00', country: 'Österreich 😀', price: null },
    { id: 9007199254740993n, at: '2026-03-01 00:00:00', country: null, price: -0.25 },
  ];
  const expected = [
    ['1', '2026-01-01 00:00:00', 'CH', '1.5'],
    ['2', '2026-02-01 12:30:00', 'Österreich 😀', null],
    ['9007199254740993', '2026-03-01 00:00:00', null, '-0.25'],
  ];
  const jsonOf = (row: (typeof rows)[number]) =>
    `{"id":${row.id},"at":"${row.at}","country":${JSON.stringify(row.country)},"price":${row.price}}`;
  const byHand: Record<string, () => string> = {
    CSV: () =>
      `id,at,country,price\n${rows.map(({ id, at, country, price }) => `${id},${at},${country ?? ''},${price ?? ''}`).join('\n')}\n`,
    NDJSON: () => rows.map(jsonOf).join('\n'),
    JSON: () => `[${rows.map(jsonOf).join(',')}]`,
  };
  const directory = temporaryDirectory();
  let zstd: Zstd;

  beforeAll(async () => {
    zstd = await Zstd.load();
    const connection = await (await DuckDBInstance.create()).connect();
    const select = `SELECT * FROM (VALUES ${rows
      .map(
        ({ id, at, country, price }) =>
          `(${id}::BIGINT, TIMESTAMP '${at}', ${country === null ? 'NULL' : `'${country}'`}, ${price}::DOUBLE)`,
      )
      .join(', ')}) t(id, "at", country, price)`;
    for (const format of ['parquet', 'csv', 'json'])
      await connection.run(`COPY (${select}) TO '${join(directory, format)}' (FORMAT ${format})`);
  });

  const contents: [name: string, format: string, content: () => Buffer][] = [
    ['hand.json', 'JSON', () => Buffer.from(byHand['JSON']?.() ?? '')],
    ['duck.csv', 'CSV', () => readFileSync(join(directory, 'csv'))],
    ['duck.ndjson', 'NDJSON', () => readFileSync(join(directory, 'json'))],
    ['duck.parquet', 'PARQUET', () => readFileSync(join(directory, 'parquet'))],
  ];
  /** Formats that DuckDB writes, too. */
  const again: typeof contents = [
    ['hand.csv', 'CSV', () => Buffer.from(byHand['CSV']?.() ?? '')],
    ['hand.ndjson', 'NDJSON', () => Buffer.from(byHand['NDJSON']?.() ?? '')],
  ];

  it.each([...contents, ...sample(again, 0)])(
    'loads %s, plain and compressed',
    async (name, format, content) => {
      const pool = name.replace('.', '_');
      await s3.put(`formats/${name}`, content());
      await s3.put(`formats/${name}.gz`, gzipSync(content()));
      await s3.put(`formats/${name}.zst`, zstd.compress(content()));
      const id = await createPool(pool, `formats/${name}*`, format);
      expect(await synced(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '3', records: '9' });
      const all = await sqlRows(service, `SELECT id, at, country, price FROM ${pool} ORDER BY id`);
      expect(all).toEqual(expected.flatMap((row) => [row, row, row]));
    },
  );
});

describe('files', () => {
  it('loads new files whatever their names, each once', async () => {
    await s3.put('new/m.csv', csv(1, 10));
    const id = await createPool('new_files', 'new/**');
    expect(await synced(service, id)).toMatchObject({ files: '1', records: '10', bytes: expect.any(String) });
    await s3.put('new/a.csv', csv(11, 10));
    await s3.put('new/2026/z.csv', csv(21, 10));
    expect(await syncNow(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '2', records: '20' });
    expect(await syncNow(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '0', records: '0' });
    expect(await total('new_files')).toEqual([['30', '30', '465']]);
  });

  it('replaces the records of an overwritten file, and keeps those of a deleted one', async () => {
    await s3.put('over/a.csv', csv(1, 5));
    await s3.put('over/b.csv', csv(101, 5));
    const id = await createPool('overwritten', 'over/*.csv');
    await synced(service, id);
    await s3.put('over/a.csv', csv(11, 7));
    await s3.remove('over/b.csv');
    const sync = await syncNow(service, id);
    expect(sync).toMatchObject({ status: 'SUCCEEDED', files: '1', records: '7' });
    expect(sync.syncedFiles.nodes).toEqual([
      { path: 'over/a.csv', status: 'LOADED', records: '7', bytes: expect.any(String), error: null },
    ]);
    expect(await sqlRows(service, 'SELECT id FROM overwritten ORDER BY id')).toEqual(
      [11, 12, 13, 14, 15, 16, 17, 101, 102, 103, 104, 105].map((n) => [String(n)]),
    );
    await s3.put('over/a.csv', csv(1, 5));
    expect(await syncNow(service, id)).toMatchObject({ files: '1', records: '5' });
    expect(await total('overwritten')).toEqual([['10', '10', '530']]);
  });

  it('a bad file fails alone, with its line, and is loaded when it has changed', async () => {
    await s3.put('bad/1.csv', csv(1, 10));
    await s3.put('bad/2.csv', `${csv(11, 3)}oops,2026-01-01,CH,1\n`);
    await s3.put('bad/3.csv', csv(21, 10));
    const id = await createPool('bad_file', 'bad/*.csv');
    const first = await synced(service, id);
    expect(first).toMatchObject({ status: 'FAILED', files: '2', failedFiles: '1', records: '20' });
    expect(first.error?.message).toMatch(
      /^1 of 3 files could not be loaded, first "bad\/2\.csv": Row 4, column "id": /,
    );
    const failed = first.syncedFiles.nodes.find(({ status }) => status === 'FAILED');
    expect(failed).toMatchObject({ path: 'bad/2.csv', records: null });
    expect(await total('bad_file')).toEqual([['20', '20', '310']]);
    // Not again before it changes.
    expect(await syncNow(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '0', failedFiles: '0' });
    await s3.put('bad/2.csv', csv(11, 10));
    expect(await syncNow(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '1', records: '10' });
    expect(await total('bad_file')).toEqual([['30', '30', '465']]);
  });

  it('a resync loads all files again, and nothing is there twice', async () => {
    await s3.put('re/1.csv', csv(1, 10));
    await s3.put('re/2.csv', csv(11, 10));
    const id = await createPool('resynced', 're/*.csv');
    await synced(service, id);
    expect(await syncNow(service, id, 'resyncDataPool')).toMatchObject({ files: '2', records: '20' });
    expect(await total('resynced')).toEqual([['20', '20', '210']]);
    expect(await syncNow(service, id)).toMatchObject({ files: '0' });
  });

  it('an empty file, and objects that are folders, have no records', async () => {
    await s3.put('empty/', '');
    await s3.put('empty/0.csv', '');
    await s3.put('empty/1.csv', 'id,at,country,price\n');
    await s3.put('empty/2.csv', csv(1, 1));
    const id = await createPool('empty_files', 'empty/**');
    expect(await synced(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '3', records: '1' });
  });

  it('with a unique ID, a record of a newer file replaces the earlier one', async () => {
    await s3.put('unique/1.csv', csv(1, 10));
    const id = await createPool('unique_ids', 'unique/*.csv', 'CSV', { uniqueId: { columnName: 'id' } });
    await synced(service, id);
    await s3.put('unique/2.csv', csv(6, 10).replaceAll('CH', 'AT'));
    await syncNow(service, id);
    expect(
      await sqlRows(service, 'SELECT country, count(*) FROM unique_ids GROUP BY country ORDER BY 1'),
    ).toEqual([
      ['AT', '10'],
      ['CH', '5'],
    ]);
  });

  it('columns are inferred from the first file if the table has none', async () => {
    await s3.put(
      'inferred/1.ndjson',
      '{"n": 1, "at": "2026-01-02 03:04:05", "name": "a", "ok": true, "x": 0.5}\n',
    );
    const dataSource = await createS3Source(service, s3, 'inferred', [
      { name: 't', path: 'inferred/*', format: 'NDJSON' },
    ]);
    const input = { uniqueName: 'inferred', dataSource, table: 't', timestamp: { columnName: 'at' } };
    const id = await createSyncedPool(service, input);
    await synced(service, id);
    const { dataPool } = await service.request<{ dataPool: { columns: { nodes: object[] } } }>(
      `query ($id: ID!) { dataPool(id: $id) { columns(first: 20) { nodes { columnName type isNullable } } } }`,
      { id },
    );
    expect(dataPool.columns.nodes).toEqual(
      expect.arrayContaining([
        { columnName: 'n', type: 'INT64', isNullable: true },
        { columnName: 'at', type: 'TIMESTAMP', isNullable: false },
        { columnName: 'name', type: 'STRING', isNullable: true },
        { columnName: 'ok', type: 'BOOLEAN', isNullable: true },
        { columnName: 'x', type: 'DOUBLE', isNullable: true },
      ]),
    );
    expect(await sqlRows(service, 'SELECT n, at, name, ok, x FROM inferred')).toEqual([
      ['1', '2026-01-02 03:04:05', 'a', 'true', '0.5'],
    ]);
  });
});

describe('syncing', () => {
  const syncingOf = async (id: string) => {
    const { dataPool } = await service.request<{ dataPool: { syncing: Record<string, unknown> } }>(
      `query ($id: ID!) { dataPool(id: $id) { syncing { table interval status lastSyncedAt } } }`,
      { id },
    );
    return dataPool.syncing;
  };

  it('is disabled and enabled again, which looks for files at once', async () => {
    await s3.put('enabled/1.csv', csv(1, 1));
    const id = await createPool('enabled', 'enabled/*', 'CSV', { syncing: { interval: 'EVERY_24_HOURS' } });
    await synced(service, id);
    expect(await syncingOf(id)).toEqual({
      table: 'orders',
      interval: 'EVERY_24_HOURS',
      status: 'ENABLED',
      lastSyncedAt: expect.stringMatching(/Z$/),
    });
    await service.request(`mutation ($id: ID!) { disableSyncing(id: $id) { id } }`, { id });
    expect(await syncingOf(id)).toMatchObject({ status: 'DISABLED' });
    await s3.put('enabled/2.csv', csv(2, 1));
    await service.request(`mutation ($id: ID!) { enableSyncing(id: $id) { id } }`, { id });
    await expect.poll(() => total('enabled')).toEqual([['2', '2', '3']]);
  });

  it('fails with a reason if the bucket cannot be read any more, and goes on when it can', async () => {
    await s3.put('broken/1.csv', csv(1, 1));
    const id = await createPool('broken', 'broken/*');
    await synced(service, id);
    const modify = (connectionSettings: object) =>
      service.request<{ modifyS3DataSource: { dataSource: object } }>(
        `mutation ($input: ModifyS3DataSourceInput!) { modifyS3DataSource(input: $input) {
          dataSource { status error { message } } } }`,
        { input: { idOrUniqueName: { uniqueName: 'broken' }, connectionSettings } },
      );
    expect(await modify({ awsSecretAccessKey: 'wrong-secret' })).toMatchObject({
      modifyS3DataSource: { dataSource: { status: 'BROKEN' } },
    });
    await s3.put('broken/2.csv', csv(2, 1));
    const sync = await syncNow(service, id);
    expect(sync).toMatchObject({ status: 'FAILED', files: '0' });
    expect(sync.error?.message).toContain('The secret access key is wrong');
    expect(await modify({ awsSecretAccessKey: s3.secretAccessKey })).toMatchObject({
      modifyS3DataSource: { dataSource: { status: 'CONNECTED', error: null } },
    });
    expect(await syncNow(service, id)).toMatchObject({ status: 'SUCCEEDED', files: '1' });
  });

  it('is cancelled between two files, and the next sync loads the rest', async () => {
    const files = extent(10, 20);
    const keys = Array.from({ length: files }, (_, index) => `cancelled/${index}.csv`);
    await s3.putAll(new Map(keys.map((key, index) => [key, csv(index * 10 + 1, 10)])));
    const id = await createPool('cancelled', 'cancelled/*');
    const filesLoaded = async () => Number((await syncsOf(service, id))[0]?.files ?? 0);
    await expect.poll(filesLoaded, { interval: 10 }).toBeGreaterThan(0);
    const [running] = await syncsOf(service, id);
    await service.request(`mutation ($id: ID!) { cancelJob(id: $id) { id } }`, { id: running?.id });
    const cancelled = await synced(service, id);
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      error: { message: expect.stringContaining('cancelled') },
    });
    expect(Number(cancelled.files)).toBeLessThan(files);
    expect(await syncNow(service, id)).toMatchObject({ status: 'SUCCEEDED' });
    const rows = 10 * files;
    expect(await total('cancelled')).toEqual([[String(rows), String(rows), String((rows * (rows + 1)) / 2)]]);
  });

  it('refuses Data Pools that are not filled from files', async () => {
    const { errors } = await service.graphql(
      `mutation { createWebhookDataSource(input: { uniqueName: "hook", connectionSettings: {} }) { dataSource { id } } }`,
    );
    expect(errors).toBeUndefined();
    const { data } = await service.graphql(
      `{ dataPoolByName(uniqueName: "hook") { id syncing { interval } } }`,
    );
    expect(data.dataPoolByName.syncing).toBeNull();
    const answer = await service.graphql(`mutation ($id: ID!) { syncDataPool(id: $id) { id } }`, {
      id: data.dataPoolByName.id,
    });
    expect(answer.errors?.[0]?.message).toBe(
      'Data Pool "hook" is not filled from files, so there is nothing to sync',
    );
  });
});

it('a Data Source is deleted with all its Data Pools', async () => {
  await s3.put('gone/1.csv', csv(1, 1));
  const table = (name: string) => ({ name, path: 'gone/*', format: 'CSV', columns });
  const dataSource = await createS3Source(service, s3, 'gone', [table('one'), table('two')]);
  const pools = [];
  for (const name of ['one', 'two']) {
    const id = await createSyncedPool(service, { uniqueName: `gone_${name}`, dataSource, table: name });
    await synced(service, id);
    pools.push(id);
  }
  await service.request(`mutation ($id: ID!) { deleteDataSource(id: $id) }`, { id: dataSource });
  for (const id of pools) {
    const { errors } = await service.graphql(`query ($id: ID!) { dataPool(id: $id) { id } }`, { id });
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  }
});
