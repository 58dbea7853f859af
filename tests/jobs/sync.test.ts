/** Syncs as jobs: what the ledger makes of work that was left unfinished. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WeirError } from '../../server/src/base/errors.js';
import { FileStore } from '../../server/src/base/file-store.js';
import { SealedTexts } from '../../server/src/base/sealed-texts.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { newS3DataPool, newS3Source } from '../../server/src/provision/s3-source.js';
import { S3Client } from '../../server/src/s3/s3-client.js';
import { SourceBuckets } from '../../server/src/s3/source-buckets.js';
import { sql, temporaryDirectory } from '../support/engines.js';
import { type JobNode, recordsOf, startJobs, withCommands, withDisk } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';

let node: QueryNode;
let running: JobNode;
let s3: S3Server;
let diskIsFull = false;
/** What the engine does instead of making the rows of a file visible, before it refuses that for good. */
let publishing: Attaching | undefined;
type Attaching = (from: string, to: string) => string | undefined;
const sealedTexts = new SealedTexts('a key that only this test knows');
const files = new FileStore(join(temporaryDirectory(), 'files'));
const client = new S3Client({ allowPrivateEndpoints: true });
const buckets = new SourceBuckets({ client: async () => client, sealedTexts, files });

beforeAll(async () => {
  [node, s3] = await Promise.all([openQueryNode({ checksTables: false }), startS3Server()]);
  const disk = withDisk(node.engine, () => diskIsFull);
  const engine = withCommands(
    disk,
    () => publishing !== undefined,
    async (statement, timeoutMs) => {
      const [, to, from] = attachPattern.exec(statement.text) ?? [];
      if (!publishing || !to || !from) return await disk.command(statement, timeoutMs);
      const done = publishing(from, to);
      if (done) await node.engine.command(sql(done));
      throw new WeirError('QUERY_FAILED', 'The engine refuses to attach parts');
    },
  );
  running = startJobs(node, { engine, files, buckets });
  await running.runner.start();
});
afterAll(async () => {
  await running.runner.stop();
  await client.close();
  await node.close();
  await s3.close();
});

const attachPattern = /^ALTER TABLE (\S+) ATTACH PARTITION ALL FROM (\S+)/;
const columns = [{ name: 'n', type: 'INT64', nullable: false }] as const;

async function createPool(
  uniqueName: string,
  path: string,
  { endpoint = s3.endpoint, settings = {} } = {},
): Promise<DataPool> {
  const { environmentId } = node.caller.principal;
  const table = { name: 't', path, format: 'CSV', columns } as const;
  const connection = { ...s3, endpoint, tables: [table] };
  const source = newS3Source({ uniqueName, connection }, sealedTexts);
  const { id: dataSourceId } = await node.provision.createDataSource(environmentId, source, 'test');
  const pool = await node.catalog.syncings.createDataPool(
    { environmentId, dataSourceId },
    newS3DataPool({ uniqueName, ...settings }, columns),
    { table: 't', interval: 'EVERY_24_HOURS' },
    'test',
  );
  return await node.provision.setUp(pool);
}

const sync = async (pool: DataPool) =>
  await running.ended(await running.s3Sources.sync(node.caller.principal, pool.id, { isResync: false }));

it('a file whose rows do not fit on the disk fails the sync, and the next sync loads it', async () => {
  await s3.put('full/1.csv', 'n\n1\n');
  const pool = await createPool('full', 'full/*.csv');
  diskIsFull = true;
  expect(await sync(pool)).toMatchObject({
    status: 'FAILED',
    error: { message: 'The disk does not have enough free space for the rows of the file' },
  });
  diskIsFull = false;
  expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED', tally: { files: 1, failedFiles: 0 } });
});

describe('a file that is not sent as it is listed', () => {
  /** Lists one object, with these ETags one after the other, and sends another content. */
  async function startObject(etags: string[]): Promise<{ url: string; close: () => void }> {
    const server = createServer((request, response) => {
      if (!request.url?.includes('list-type')) return void response.end('n\n1\n2\n3\n');
      const [etag] = etags.length > 1 ? etags.splice(0, 1) : etags;
      response.end(
        `<ListBucketResult><Contents><Key>1.csv</Key><ETag>${etag}</ETag><Size>4</Size></Contents></ListBucketResult>`,
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
  }

  it('fails, so that it is not left out in silence', async () => {
    const object = await startObject(['one']);
    const pool = await createPool('other_content', '*.csv', { endpoint: object.url });
    expect(await sync(pool)).toMatchObject({
      status: 'FAILED',
      error: { message: expect.stringContaining('does not send the object as it lists it') },
      tally: { files: 0, failedFiles: 1 },
    });
    object.close();
  });

  it('is left to the next sync if it is being overwritten', async () => {
    const object = await startObject(['one', 'two']);
    const pool = await createPool('overwritten', '*.csv', { endpoint: object.url });
    expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED', tally: { files: 0, failedFiles: 0 } });
    object.close();
  });
});

describe('work that was left unfinished', () => {
  const leave = async (pool: DataPool, key: string, recordCount: number) => {
    const file = { dataPoolId: pool.id, syncId: 'JOB0', requestId: 'ab'.repeat(12), path: key, sizeBytes: 4 };
    await node.catalog.syncedFiles.publishing({ ...file, etag: 'earlier' }, recordCount);
  };

  it('a file whose records never became visible is loaded', async () => {
    await s3.put('left/1.csv', 'n\n1\n2\n');
    const pool = await createPool('left', 'left/*.csv');
    await leave(pool, 'left/1.csv', 2);
    expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED', tally: { files: 1, affected: 2 } });
    expect(await recordsOf(node, pool, 'n')).toEqual([['1'], ['2']]);
  });

  it('a file of which a part became visible is loaded as a whole, once', async () => {
    await s3.put('part/1.csv', 'n\n1\n2\n3\n');
    const pool = await createPool('part', 'part/*.csv');
    await node.insert(pool, [{ n: 1, _weir_request: 'abababab-abab-abab-abab-abab00000000' }]);
    await leave(pool, 'part/1.csv', 3);
    expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED', tally: { files: 1, affected: 3 } });
    expect(await recordsOf(node, pool, 'n')).toEqual([['1'], ['2'], ['3']]);
  });
});

describe.each([
  ['append-only', {}],
  ['mutable', { uniqueId: 'n' }],
])(
  'a sync into a Data Pool that is %s, which fails for good while the records of a file become visible',
  (kind, settings) => {
    it.each<[string, Attaching, boolean]>([
      ['none of them', () => undefined, false],
      ['one of them', (from, to) => `INSERT INTO ${to} SELECT * FROM ${from} WHERE n = 2`, false],
      ['all of them', (from, to) => `ALTER TABLE ${to} ATTACH PARTITION ALL FROM ${from}`, true],
    ])('shows %s: all or none stay, and the records before them', async (what, attach, areKept) => {
      const path = `refused_${kind}_${what}`.replaceAll(/\W/g, '_');
      await s3.put(`${path}/1.csv`, 'n\n1\n2\n');
      const pool = await createPool(path, `${path}/*.csv`, { settings });
      expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED' });
      await s3.put(`${path}/2.csv`, 'n\n2\n3\n');
      publishing = attach;
      expect(await sync(pool)).toMatchObject({ status: 'FAILED' });
      publishing = undefined;
      // Records that others have replaced are gone, and the file is not there to be loaded again.
      await node.engine.command(sql(`OPTIMIZE TABLE ${pool.environmentId}.${pool.id} FINAL`));
      await s3.remove(`${path}/2.csv`);
      const both = kind === 'mutable' ? [['1'], ['2'], ['3']] : [['1'], ['2'], ['2'], ['3']];
      const expected = areKept ? both : [['1'], ['2']];
      expect(await recordsOf(node, pool, 'n')).toEqual(expected);
      expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED' });
      expect(await recordsOf(node, pool, 'n')).toEqual(expected);
      await s3.put(`${path}/2.csv`, 'n\n2\n3\n');
      expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED' });
      expect(await recordsOf(node, pool, 'n')).toEqual(both);
    });
  },
);

it('a download that a request began before the runner starts is kept', async () => {
  const name = buckets.newName();
  writeFileSync(files.pathOf(name), 'n\n1\n');
  const starting = startJobs(node, { files, buckets });
  await starting.runner.start();
  expect(await files.names()).toEqual([name]);
  await starting.runner.stop();
  await buckets.removeLeft();
  expect(await files.names()).toEqual([]);
});
