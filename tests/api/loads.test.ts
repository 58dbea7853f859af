/** Files sent to the service as it runs, and what is in the Data Pool afterwards. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import { type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { strangerTo } from '../support/stranger.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

const columns = [
  { name: 'n', type: 'INT64', nullable: false },
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'name', type: 'STRING' },
];

let service: Service;
let authorization: string;
let othersFiles: ReadonlySet<string>;
beforeAll(async () => {
  service = await openService();
  othersFiles = new Set(allFiles());
  authorization = `Bearer ${(await token(service, { scope: 'data_pool:load' })).body['access_token']}`;
});

const createPool = (uniqueName?: string) =>
  createWebhook(service, columns, { timestamp: 'at' }, uniqueName === undefined ? {} : { uniqueName });

const csvRow = (n: number) => `${n},2026-01-01T00:00:00Z,name ${n}\n`;
const csvOf = (rows: number) => `n,at,name\n${Array.from({ length: rows }, (_, n) => csvRow(n)).join('')}`;

async function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization, ...headers },
    ...(body !== undefined && { body: body as string }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes.
    body: (text === '' ? undefined : JSON.parse(text)) as any,
  };
}

const load = (
  pool: string,
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'text/csv' },
) => send('POST', `/v1/load/${pool}`, headers, body);

const countOf = async ({ table }: Webhook) =>
  (await stored(service, `SELECT count(), uniqExact(n), sum(n) FROM ${table}`))[0];

const sumTo = (rows: number) => [String(rows), String(rows), String((rows * (rows - 1)) / 2)];

const allFiles = () => ['files', 'uploads'].flatMap((folder) => readdirSync(join(service.directory, folder)));

/** The service is shared: other files' uploads may wait to be continued. */
const storedFiles = () => allFiles().filter((name) => !othersFiles.has(name));

describe('POST /v1/load', () => {
  it('loads a file by the name or the ID of the Data Pool, and keeps nothing of it', async () => {
    const pool = await createPool('orders');
    const first = await load('orders', `${csvOf(3)}`);
    expect(first).toMatchObject({ status: 200, body: { rows: 3, ignoredColumns: [] } });
    const line = (n: number) => `{"n":${n},"at":"2026-01-01T00:00:00Z","name":"ü","more":1}\n`;
    const lines = [3, 4].map(line).join('');
    const second = await send(
      'POST',
      `/v1/load/${pool.dataPoolId}?name=more.ndjson.gz`,
      { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
      gzipSync(lines),
    );
    expect(second).toMatchObject({ status: 200, body: { rows: 2 } });
    expect(await countOf(pool)).toEqual(sumTo(5));
    expect(storedFiles()).toEqual([]);
    const { data } = await service.graphql(
      '{ dataPoolByName(uniqueName: "orders") { recordCount jobs { nodes { id status ... on LoadJob { fileName format fileSizeInBytes affectedRecords } } } } }',
    );
    expect(data.dataPoolByName.recordCount).toBe('5');
    expect(data.dataPoolByName.jobs.nodes).toContainEqual({
      id: second.body.job,
      status: 'SUCCEEDED',
      fileName: 'more.ndjson.gz',
      format: 'NDJSON',
      fileSizeInBytes: String(gzipSync(lines).length),
      affectedRecords: '2',
    });
  });

  it("loads DuckDB's Parquet, and its text compressed with zstd", async () => {
    const directory = temporaryDirectory();
    const db = await (await DuckDBInstance.create()).connect();
    await db.run(
      "CREATE TABLE t AS SELECT i AS n, TIMESTAMP '2026-01-01' + INTERVAL (i) MINUTE AS at, 'name ' || i AS name FROM range(50000) r(i)",
    );
    const files = [
      ['t.parquet', 'FORMAT parquet', { 'content-type': 'application/vnd.apache.parquet' }],
      [
        't.csv.zst',
        'FORMAT csv, HEADER, COMPRESSION zstd',
        { 'content-type': 'text/csv', 'content-encoding': 'zstd' },
      ],
    ] as const;
    for (const [name, options, headers] of files) {
      const path = join(directory, name);
      await db.run(`COPY t TO '${path}' (${options})`);
      const pool = await createPool();
      expect(await load(pool.dataPoolId, readFileSync(path), headers)).toMatchObject({
        status: 200,
        body: { rows: 50_000 },
      });
      expect(await countOf(pool), name).toEqual(sumTo(50_000));
    }
  });

  it('says which row is wrong, and loads nothing', async () => {
    const pool = await createPool();
    const { status, body } = await load(pool.dataPoolId, `${csvOf(1000)}x,2026-01-01,\n`);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: { code: 'BAD_REQUEST', message: expect.stringMatching(/^Row 1001, column "n": /) },
      job: expect.stringMatching(/^JOB/),
    });
    expect(await countOf(pool)).toEqual(['0', '0', '0']);
    expect(storedFiles()).toEqual([]);
  });

  it('needs the scope data_pool:load or admin, in the same Environment', async () => {
    const pool = await createPool();
    const as = async (scope: string) => `Bearer ${(await token(service, { scope })).body['access_token']}`;
    const csv = { 'content-type': 'text/csv' };
    const asScope = async (scope: string) =>
      (await load(pool.dataPoolId, csvOf(1), { ...csv, authorization: await as(scope) })).status;
    expect(await asScope('admin')).toBe(200);
    for (const scope of ['data_pool:query', 'metric:query', 'metric:stats', 'application:admin'])
      expect(await asScope(scope), scope).toBe(403);
    expect((await load(pool.dataPoolId, csvOf(1), { ...csv, authorization: '' })).status).toBe(401);
    const stranger = await strangerTo(service);
    expect((await load(pool.dataPoolId, csvOf(1), { ...csv, authorization: stranger })).status).toBe(404);
  });

  it('an idempotency key is of one Application, and of one file', async () => {
    const pool = await createPool();
    const keyed = { 'content-type': 'text/csv', 'idempotency-key': 'april' };
    expect((await load(pool.dataPoolId, csvOf(2), keyed)).status).toBe(200);
    expect(await load(pool.dataPoolId, csvOf(3), keyed)).toMatchObject({
      status: 409,
      body: { error: { message: 'This idempotency key was already used with a different size of file' } },
    });
    expect(await load(pool.dataPoolId, csvOf(2).replace('\n1,', '\n7,'), keyed)).toMatchObject({
      status: 409,
      body: { error: { message: 'This idempotency key was already used with a different file' } },
    });
    expect(await load(pool.dataPoolId, csvOf(2), keyed)).toMatchObject({ status: 200, body: { rows: 2 } });
    const { createApplication } = await service.request<{
      createApplication: { application: { clientId: string; secret: string } };
    }>(
      `mutation { createApplication(input: { uniqueName: "other-loader", scopes: [DATA_POOL_LOAD] }) {
        ... on ApplicationResponse { application { clientId secret } } } }`,
    );
    const { clientId, secret } = createApplication.application;
    const { body } = await token(service, { client_id: clientId, client_secret: secret });
    const other = { ...keyed, authorization: `Bearer ${body['access_token']}` };
    const rows = csvOf(4).split('\n').slice(3).join('\n');
    expect(await load(pool.dataPoolId, `n,at,name\n${rows}`, other)).toMatchObject({
      status: 200,
      body: { rows: 2 },
    });
    expect(await countOf(pool)).toEqual(sumTo(4));
  });

  it('an upload is of the policy values of the token that began it', async () => {
    const pool = await createPool();
    const csv = { 'content-type': 'text/csv' };
    const as = async (policyValues: object) => {
      const form = { scope: 'data_pool:load', policy_values: JSON.stringify(policyValues) };
      return { authorization: `Bearer ${(await token(service, form)).body['access_token']}` };
    };
    const [one, other] = [await as({ tenant: 'a', level: 1 }), await as({ tenant: 'b', level: 1 })];
    const same = await as({ level: 1, tenant: 'a' });
    const strangers = { 'another tenant': other, 'no tenant': { authorization } };
    const keyed = { ...csv, 'idempotency-key': 'same-key', 'upload-complete': '?0' };
    const begin = (by: object) => load(pool.dataPoolId, 'n,at,name\n', { ...keyed, ...by });
    const location = (await begin(one)).headers.get('location') ?? '';
    expect((await begin(same)).headers.get('location')).toBe(location);
    const last = {
      'content-type': 'application/partial-upload',
      'upload-offset': '10',
      'upload-complete': '?1',
    };
    for (const [who, by] of Object.entries(strangers)) {
      for (const method of ['HEAD', 'GET', 'DELETE'])
        expect((await send(method, location, by)).status, `${method} by ${who}`).toBe(404);
      expect((await send('PATCH', location, { ...last, ...by }, csvRow(7))).status, who).toBe(404);
      // The same key begins an upload of its own.
      const own = (await begin(by)).headers.get('location') ?? '';
      expect(own).not.toBe(location);
      expect((await send('DELETE', own, by)).status).toBe(204);
    }
    expect(await send('PATCH', location, { ...last, ...same }, csvRow(0))).toMatchObject({
      status: 200,
      body: { rows: 1 },
    });
    expect(await countOf(pool)).toEqual(sumTo(1));
  });

  it('does not tell how many records a Data Pool has', async () => {
    const pool = await createPool();
    expect((await load(pool.dataPoolId, csvOf(7))).status).toBe(200);
    const withId = `_weir_request,${csvOf(1).replace('\n', '\n00000000-0000-4000-8000-000000000001,')}`;
    const { status, body } = await load(pool.dataPoolId, withId);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('is not empty')]);
    expect(body.error.message).not.toMatch(/7 records/);
  });

  it('loads the file of a client that does not wait, or is gone', async () => {
    const pool = await createPool();
    const accepted = await send(
      'POST',
      `/v1/load/${pool.dataPoolId}?wait=false`,
      { 'content-type': 'text/csv' },
      csvOf(10),
    );
    expect(accepted).toMatchObject({ status: 202, body: { job: expect.stringMatching(/^JOB/) } });
    await expect.poll(() => countOf(pool)).toEqual(sumTo(10));
    const text = csvOf(200_000);
    const other = await createPool();
    const gone = request(`${service.url}/v1/load/${other.dataPoolId}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv', 'content-length': Buffer.byteLength(text) },
    });
    gone.on('error', () => undefined);
    gone.end(text);
    await once(gone, 'finish');
    const jobs = async () =>
      (await service.graphql(`{ dataPool(id: "${other.dataPoolId}") { jobs { nodes { id } } } }`)).data
        .dataPool.jobs.nodes.length;
    await expect.poll(jobs).toBe(1);
    gone.destroy();
    await expect.poll(() => countOf(other)).toEqual(sumTo(200_000));
  });
});

describe('POST /v1/load/<Data Pool>/preview', () => {
  it('shows the columns with inferred types, and the first rows', async () => {
    const pool = await createPool();
    const preview = (body: string) =>
      send('POST', `/v1/load/${pool.dataPoolId}/preview`, { 'content-type': 'text/csv' }, body);
    const { status, body } = await preview(csvOf(100));
    expect(status).toBe(200);
    expect(body.columns).toEqual([
      { name: 'n', type: 'INT64', nullable: true },
      { name: 'at', type: 'TIMESTAMP', nullable: true },
      { name: 'name', type: 'STRING', nullable: true },
    ]);
    expect(body.rows).toHaveLength(20);
    expect(body.rows[1]).toEqual(['1', expect.stringMatching(/^2026-01-01 00:00:00/), 'name 1']);
    const money = await preview('price,unit_price,ratio,total_points\n184.20,0.0125,0.5,10\n10,,1.25,20\n');
    expect(money.body.columns).toEqual([
      { name: 'price', type: 'DECIMAL', precision: 18, scale: 2, nullable: true },
      { name: 'unit_price', type: 'DECIMAL', precision: 18, scale: 4, nullable: true },
      { name: 'ratio', type: 'DOUBLE', nullable: true },
      { name: 'total_points', type: 'INT64', nullable: true },
    ]);
    expect((await preview('x'.repeat(3_000_000))).status).toBe(413);
    expect(storedFiles().filter((name) => name.startsWith('preview'))).toEqual([]);
  });
});
