/** A bucket of many files: a sync that finds nothing new only lists them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSyncedPool, synced, syncNow } from '../support/s3-source.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

const files = 10_000;
const keysPerPage = 1_000;

/** An endpoint that lists objects as fast as it can, and has no other operation. */
let listed = 0;
const requests: string[] = [];
const endpoint = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://endpoint');
  requests.push(searchParams.has('list-type') ? 'list' : pathname);
  if (!searchParams.has('list-type')) return response.writeHead(404).end();
  const from = Number(searchParams.get('continuation-token') ?? 0);
  const until = Math.min(from + keysPerPage, listed);
  const objects = Array.from(
    { length: Math.max(0, until - from) },
    (_, index) =>
      `<Contents><Key>day/${from + index}.csv</Key><ETag>"e${from + index}"</ETag><Size>100</Size></Contents>`,
  );
  const next =
    until < listed
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${until}</NextContinuationToken>`
      : '';
  return response.end(`<?xml version="1.0"?><ListBucketResult>${next}${objects.join('')}</ListBucketResult>`);
});

let service: Service;
let dataPoolId = '';

beforeAll(async () => {
  await new Promise<void>((listening) => endpoint.listen(0, '127.0.0.1', listening));
  service = await openService();
  const columns = [{ name: 'n', type: 'INT64', nullable: false }];
  const { createS3DataSource } = await service.request<{
    createS3DataSource: { dataSource: { id: string } };
  }>(
    'mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id } } }',
    {
      input: {
        uniqueName: 'large',
        connectionSettings: {
          awsAccessKeyId: 'id',
          awsSecretAccessKey: 'secret',
          bucket: 'large',
          endpoint: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`,
          tables: [{ name: 't', path: 'day/*.csv', format: 'CSV', columns }],
        },
      },
    },
  );
  dataPoolId = await createSyncedPool(service, {
    uniqueName: 'large',
    dataSource: createS3DataSource.dataSource.id,
    table: 't',
    syncing: { interval: 'EVERY_24_HOURS' },
  });
  await synced(service, dataPoolId);
  noteAsLoaded();
  listed = files;
});
afterAll(() => {
  endpoint.close();
});

/** As if an earlier sync had loaded all of them, which would take long. */
function noteAsLoaded(): void {
  const catalog = new Libsql(join(service.directory, 'catalog.sqlite'));
  catalog.pragma('busy_timeout = 5000');
  catalog
    .prepare(
      `INSERT INTO synced_file
        (id, data_pool_id, sync_id, request_id, path, etag, size_bytes, status, record_count, ended_at)
      WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < ${files - 1})
      SELECT 'SYF' || n, ?, 'earlier', 'request' || n, 'day/' || n || '.csv', 'e' || n, 100, 'LOADED', 1, 0 FROM n`,
    )
    .run([dataPoolId]);
  catalog.close();
}

it(`finds nothing new in ${files} files by listing each page of them once`, async () => {
  requests.length = 0;
  const sync = await syncNow(service, dataPoolId);
  expect(sync).toMatchObject({ status: 'SUCCEEDED', files: '0', failedFiles: '0' });
  expect(requests).toEqual(Array.from({ length: files / keysPerPage }, () => 'list'));

  // One more is found among them; it cannot be downloaded, so nothing is loaded.
  listed = files + 1;
  const { error, files: loaded } = await syncNow(service, dataPoolId);
  expect(error?.message ?? '').not.toContain('too many');
  expect(loaded).toBe('0');
});
