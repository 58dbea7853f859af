/** Syncs as jobs: how long a look at many files takes, and what the ledger makes of work that was left unfinished. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileStore } from '../../server/src/base/file-store.js';
import { SealedTexts } from '../../server/src/base/sealed-texts.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { newS3DataPool, newS3Source } from '../../server/src/provision/s3-source.js';
import { S3Client } from '../../server/src/s3/s3-client.js';
import { SourceBuckets } from '../../server/src/s3/source-buckets.js';
import { temporaryDirectory } from '../support/engines.js';
import { type JobNode, recordsOf, startJobs } from '../support/jobs.js';
import { openQueryNode, type QueryNode } from '../support/query-node.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';

let node: QueryNode;
let running: JobNode;
let s3: S3Server;
const sealedTexts = new SealedTexts('a key that only this test knows');
const files = new FileStore(join(temporaryDirectory(), 'files'));
const client = new S3Client({ allowPrivateEndpoints: true });

beforeAll(async () => {
  [node, s3] = await Promise.all([openQueryNode({ checksTables: false }), startS3Server()]);
  running = startJobs(node, { files, buckets: new SourceBuckets({ client, sealedTexts, files }) });
  await running.runner.start();
});
afterAll(async () => {
  await running.runner.stop();
  await client.close();
  await node.close();
  await s3.close();
});

const columns = [{ name: 'n', type: 'INT64', nullable: false }] as const;

async function createPool(uniqueName: string, path: string, endpoint = s3.endpoint): Promise<DataPool> {
  const { environmentId } = node.caller.principal;
  const table = { name: 't', path, format: 'CSV', columns } as const;
  const connection = { ...s3, endpoint, tables: [table] };
  const source = newS3Source({ uniqueName, connection }, sealedTexts);
  const { id: dataSourceId } = await node.provision.createDataSource(environmentId, source, 'test');
  const pool = await node.catalog.syncings.createDataPool(
    { environmentId, dataSourceId },
    newS3DataPool({ uniqueName }, columns),
    { table: 't', interval: 'EVERY_24_HOURS' },
    'test',
  );
  return await node.provision.setUp(pool);
}

const sync = async (pool: DataPool) =>
  await running.ended(await running.s3Sources.sync(node.caller.principal, pool.id, { isResync: false }));

/** Lists objects as S3 does. The S3 server of the other tests takes seconds itself for this many. */
async function startList(keys: readonly string[]): Promise<{ url: string; close: () => void }> {
  const pageOf = (from: number) => `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>history</Name><EncodingType>url</EncodingType>
<IsTruncated>${from + 1_000 < keys.length}</IsTruncated><NextContinuationToken>${from + 1_000}</NextContinuationToken>${keys
    .slice(from, from + 1_000)
    .map(
      (key, index) =>
        `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>2026-11-17T10:52:35.000Z</LastModified><ETag>&quot;${etagOf(from + index)}&quot;</ETag><Size>4</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    .join('')}</ListBucketResult>`;
  const server = createServer((request, response) => {
    const from = new URL(request.url ?? '', 'http://localhost').searchParams.get('continuation-token');
    response.end(pageOf(Number(from ?? 0)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const etagOf = (index: number) => index.toString(16).padStart(32, '0');

it('10,000 files of which none is new: at most 2 s', async () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `many/${String(index).padStart(6, '0')}.csv`);
  const list = await startList(keys);
  const pool = await createPool('many', 'many/*.csv', list.url);
  const { syncedFiles } = node.catalog;
  for (const [index, path] of keys.entries()) {
    const requestId = index.toString(16).padStart(24, '0');
    const file = { dataPoolId: pool.id, syncId: 'JOB0', requestId, path, etag: etagOf(index), sizeBytes: 4 };
    await syncedFiles.publishing(file, 1);
    await syncedFiles.loaded(file);
  }
  const start = performance.now();
  expect(await sync(pool)).toMatchObject({ status: 'SUCCEEDED', tally: { files: 0, affected: 0 } });
  const ms = performance.now() - start;
  expect(ms).toBeLessThan(2_000);
  list.close();
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
