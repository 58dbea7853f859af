/** Files that are written in the background, and the links to them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { sql } from '../support/engines.js';
import { askDuckDb, exported } from '../support/exports.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import { createS3Source } from '../support/s3-source.js';
import { basic, type Service, token } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { connectEngine } from '../support/stored.js';
import { createWebhook, post } from '../support/webhook.js';

let service: Service;
let s3: S3Server;

const rows = 300_000;

interface ShownJob {
  readonly id: string;
  readonly status: string;
  readonly format: string;
  readonly fileName: string;
  readonly sizeInBytes: string;
  readonly createdBy: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly succeededAt: string | null;
  readonly failedAt: string | null;
  readonly expiresAt: string | null;
  readonly s3: { readonly dataSource: string; readonly key: string } | null;
  readonly link: { readonly url: string; readonly expiresAt: string } | null;
}

const fields = `id status format fileName sizeInBytes createdBy error { code message } succeededAt failedAt expiresAt
  s3 { dataSource key } link { url expiresAt }`;

const create = (input: object, as = service.authorization) =>
  service.graphql(
    `mutation ($input: CreateExportJobInput!) { createExportJob(input: $input) { job { ${fields} } } }`,
    { input },
    as,
  );

async function created(input: object, as = service.authorization): Promise<ShownJob> {
  const { data, errors } = await create(input, as);
  expect(errors).toBeUndefined();
  return data.createExportJob.job as ShownJob;
}

async function shown(id: string, as = service.authorization): Promise<ShownJob> {
  const { data, errors } = await service.graphql(
    `query ($id: ID!) { exportJob(id: $id) { ${fields} } }`,
    { id },
    as,
  );
  if (errors) throw new Error(errors.map(({ message }) => message).join());
  return data.exportJob as ShownJob;
}

async function ended(id: string, as = service.authorization): Promise<ShownJob> {
  let job: ShownJob | undefined;
  await expect
    .poll(async () => {
      job = await shown(id, as);
      return job.status;
    })
    .toMatch(/SUCCEEDED|FAILED/);
  return job as ShownJob;
}

const filesOf = () => readdirSync(join(service.directory, 'exports'));

beforeAll(async () => {
  [s3, service] = await Promise.all([startS3Server(), openService()]);
  const { table } = await createWebhook(
    service,
    [
      { name: 'n', type: 'INT64', nullable: false },
      { name: 'text', type: 'STRING', nullable: false },
    ],
    {},
    { uniqueName: 'größen' },
  );
  const engine = connectEngine(service.directory);
  await engine.command(
    sql(
      `INSERT INTO ${table} (_service_received_at, _weir_request, n, text)
        SELECT now64(3), generateUUIDv4(), number, concat('ü', toString(number)) FROM numbers(${rows})`,
    ),
  );
  await engine.close();
});
afterAll(async () => {
  await s3.close();
});

describe('a file in the data directory', () => {
  it('is written, and the link downloads it with its name, its type, and in ranges', async () => {
    const job = await created({ export: { dataPool: 'größen', format: 'PARQUET' } });
    expect(job).toMatchObject({ format: 'PARQUET', fileName: 'größen.parquet', link: null });
    const done = await ended(job.id);
    expect(done).toMatchObject({ status: 'SUCCEEDED', error: null, s3: null });
    const { url = '', expiresAt = '' } = done.link ?? {};
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect(Date.parse(done.expiresAt ?? '') - Date.parse(done.succeededAt ?? '')).toBeCloseTo(86_400_000, -4);

    // The link needs no token.
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''gr%C3%B6%C3%9Fen.parquet",
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const file = Buffer.from(await response.arrayBuffer());
    expect(String(file.length)).toBe(done.sizeInBytes);
    expect(await askDuckDb(file, 'parquet', 'SELECT count(*), sum(n)::BIGINT, max(text) FROM file')).toEqual([
      [BigInt(rows), BigInt((rows * (rows - 1)) / 2), 'ü99999'],
    ]);

    const part = await fetch(url, { headers: { range: 'bytes=100-' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100))).toBe(true);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(done.sizeInBytes);
  });

  it.each([
    ['a statement', { sql: 'SELECT n, text FROM größen ORDER BY n LIMIT 1000' }],
    [
      'a grid',
      {
        dataGrid: {
          dataPool: { name: 'größen' },
          columns: ['n', 'text'],
          orderByColumn: 1,
          sort: 'ASC',
          filterSql: 'n < 1000',
          timeRange: { start: '1970-01-01T00:00:00.123Z', stop: '2100-01-01T00:00:00Z' },
          timeZone: 'Europe/Zurich',
        },
      },
    ],
    [
      'a report',
      {
        metricReport: {
          dimensions: [{ columnName: 'n' }],
          metrics: [{ metric: { count: { dataPool: { name: 'größen' } } }, filterSql: 'n < 100' }],
          timeRange: { relative: 'LAST_N_DAYS', n: 2 },
          filters: [{ column: 'n', operator: 'LESS_THAN', value: '100' }],
        },
      },
    ],
  ])('of %s equals what the same export streams', async (_what, source) => {
    const { id } = await created({ export: { ...source, format: 'CSV', safeForSpreadsheets: true } });
    const { status, error, link } = await ended(id);
    expect({ status, error }).toEqual({ status: 'SUCCEEDED', error: null });
    const file = await (await fetch(link?.url ?? '')).text();
    const streamed = await exported(service, { ...source, format: 'csv', safeForSpreadsheets: true });
    expect(file).toBe(streamed.toString());
    expect(file.split('\n').length).toBeGreaterThan(100);
  });

  it('fails with the reason of the query, and leaves no file', async () => {
    const { id } = await created({
      export: { sql: 'SELECT 1 / (n - 1000) AS x FROM größen ORDER BY n', format: 'CSV' },
    });
    const { status, error, failedAt, link } = await ended(id);
    expect({ status, code: error?.code, link }).toEqual({
      status: 'FAILED',
      code: 'QUERY_FAILED',
      link: null,
    });
    expect(error?.message).toMatch(/division by zero/i);
    expect(failedAt).not.toBeNull();
    expect(filesOf()).not.toContain(id);
  });

  it.each([
    ['wrong SQL', { sql: 'SELECT nothing FROM größen', format: 'CSV' }, /nothing/],
    ['an unknown Data Pool', { dataPool: 'unknown', format: 'CSV' }, /unknown/],
    ['two sources', { dataPool: 'größen', sql: 'SELECT 1', format: 'CSV' }, /exactly one/i],
  ])('is refused for %s before a job is created', async (_what, given, message) => {
    const { errors } = await create({ export: given });
    expect(errors?.[0]?.message).toMatch(message);
  });

  it('is deleted with its job, also while it is written', async () => {
    const { id } = await created({ export: { dataPool: 'größen', format: 'NDJSON' } });
    const { link } = await ended(id);
    expect(filesOf()).toContain(id);
    const remove = (job: string) =>
      service.graphql('mutation ($id: ID!) { deleteExportJob(id: $id) }', { id: job });
    expect((await remove(id)).data.deleteExportJob).toBe(id);
    expect(filesOf()).not.toContain(id);
    expect((await fetch(link?.url ?? '')).status).toBe(404);
    await expect(shown(id)).rejects.toThrow('not found');

    const slow = await created({
      export: { sql: 'SELECT sleepless.n FROM größen AS sleepless CROSS JOIN größen AS b', format: 'CSV' },
    });
    await expect.poll(async () => Number((await shown(slow.id)).sizeInBytes)).toBeGreaterThan(0);
    await remove(slow.id);
    expect(filesOf()).not.toContain(slow.id);
    const { data } = await service.graphql('{ queries(first: 1) { nodes { status } } }');
    expect(data.queries.nodes[0]).toMatchObject({ status: 'ERROR' });
  });

  it('is not reached by a link that was changed, has expired, or is not complete', async () => {
    const { id } = await created({ export: { sql: 'SELECT 1 AS one', format: 'CSV' } });
    const url = new URL((await ended(id)).link?.url ?? '');
    const changed = async (change: (parameters: URLSearchParams) => void) => {
      const other = new URL(url);
      change(other.searchParams);
      const response = await fetch(other);
      return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
    };
    expect(await changed((parameters) => parameters.set('expires', '99999999999'))).toEqual([
      403,
      'The link is not valid: its signature is wrong',
    ]);
    expect(await changed((parameters) => parameters.set('signature', 'a'))).toEqual([
      403,
      'The link is not valid: its signature is wrong',
    ]);
    expect(await changed((parameters) => parameters.delete('signature'))).toEqual([
      400,
      expect.stringContaining('not complete'),
    ]);
    const other = await created({ export: { sql: 'SELECT 2 AS two', format: 'CSV' } });
    await ended(other.id);
    expect((await fetch(url.href.replace(id, other.id))).status).toBe(403);
    expect((await fetch(url.href.replace(id, '..%2Fcatalog.sqlite'))).status).toBe(403);
  });
});

describe('rights', () => {
  let guardedId: string;
  let policyId: string;
  let reader: { readonly id: string; readonly clientId: string; readonly secret: string };
  const tenant = async (name: string, scope = 'data_pool:query') => {
    const { body } = await token(service, {
      client_id: reader.clientId,
      client_secret: reader.secret,
      scope,
      policy_values: JSON.stringify({ tenant: name }),
    });
    return `Bearer ${String(body['access_token'])}`;
  };

  beforeAll(async () => {
    const guarded = await createWebhook(
      service,
      [
        { name: 'tenant', type: 'STRING' },
        { name: 'amount', type: 'INT64' },
      ],
      { accessControlEnabled: true },
      { uniqueName: 'guarded' },
    );
    guardedId = guarded.dataPoolId;
    await post(service, guarded.path, [
      { tenant: 'a', amount: 1 },
      { tenant: 'b', amount: 2 },
    ]);
    const { createApplication } = await service.request<{
      createApplication: { application: { id: string; clientId: string; secret: string } };
    }>(
      `mutation ($input: createApplicationInput!) { createApplication(input: $input) {
        ... on ApplicationResponse { application { id clientId secret } } } }`,
      { input: { uniqueName: 'export-reader', scopes: ['DATA_POOL_QUERY', 'METRIC_QUERY'] } },
    );
    reader = createApplication.application;
    const { createDataPoolAccessPolicy } = await service.request<{
      createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
    }>(
      `mutation ($input: CreateDataPoolAccessPolicyInput!) {
        createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a policy's own notation
      { input: { dataPool: guarded.dataPoolId, columns: ['*'], filterSql: 'tenant = ${{ tenant }}' } },
    );
    policyId = createDataPoolAccessPolicy.dataPoolAccessPolicy.id;
    await service.request(
      `mutation ($policy: ID!, $application: ID!) {
        assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
      {
        policy: policyId,
        application: createApplication.application.id,
      },
    );
  });

  test('a tenant gets its own rows, and no other tenant sees the job or its link', async () => {
    const [a, b] = [await tenant('a'), await tenant('b')];
    const { id } = await created({ export: { sql: 'SELECT amount FROM guarded', format: 'CSV' } }, a);
    const { link } = await ended(id, a);
    expect(await (await fetch(link?.url ?? '')).text()).toBe('"amount"\n1\n');
    await expect(shown(id, b)).rejects.toThrow('not found');
    const list = async (as: string) =>
      (
        await service.graphql('{ exportJobs { nodes { id link { url } } } }', {}, as)
      ).data.exportJobs.nodes.map((job: ShownJob) => [job.id, job.link !== null]);
    expect(await list(b)).toEqual([]);
    expect(await list(a)).toEqual([[id, true]]);
    const removed = await service.graphql('mutation ($id: ID!) { deleteExportJob(id: $id) }', { id }, b);
    expect(removed.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    // An administrator sees that there is a job, but cannot read what its policies may hide from it.
    expect((await list(service.authorization)).find(([job]: [string]) => job === id)).toEqual([id, false]);
  });

  test('a token that could not have exported the file gets no link to it', async () => {
    const own = await tenant('a');
    const { id } = await created({ export: { sql: 'SELECT amount FROM guarded', format: 'CSV' } }, own);
    expect((await ended(id, own)).link).not.toBeNull();
    expect((await shown(id, await tenant('a', 'metric:query'))).link).toBeNull();
  });

  test('there are no new links to a file after its policy was unassigned', async () => {
    const own = await tenant('a');
    const { id } = await created({ export: { sql: 'SELECT amount FROM guarded', format: 'CSV' } }, own);
    expect((await ended(id, own)).link).not.toBeNull();
    const both = { policy: policyId, application: reader.id };
    const change = (field: string) =>
      service.request(
        `mutation ($policy: ID!, $application: ID!) { ${field}(dataPoolAccessPolicy: $policy, application: $application) }`,
        both,
      );
    await change('unAssignDataPoolAccessPolicyFromApplication');
    expect((await shown(id, own)).link).toBeNull();
    await change('assignDataPoolAccessPolicyToApplication');
    expect((await shown(id, own)).link).not.toBeNull();
  });

  test('nor after one of its policies was unassigned or narrowed, which still leaves something to read', async () => {
    const own = await tenant('a');
    const { createDataPoolAccessPolicy } = await service.request<{
      createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
    }>(
      `mutation ($input: CreateDataPoolAccessPolicyInput!) {
        createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
      { input: { dataPool: guardedId, uniqueName: 'all rows', columns: ['*'] } },
    );
    const wide = { policy: createDataPoolAccessPolicy.dataPoolAccessPolicy.id, application: reader.id };
    const change = (field: string) =>
      service.request(
        `mutation ($policy: ID!, $application: ID!) { ${field}(dataPoolAccessPolicy: $policy, application: $application) }`,
        wide,
      );
    await change('assignDataPoolAccessPolicyToApplication');
    const { id } = await created({ export: { sql: 'SELECT amount FROM guarded', format: 'CSV' } }, own);
    expect((await ended(id, own)).link).not.toBeNull();
    await change('unAssignDataPoolAccessPolicyFromApplication');
    expect((await shown(id, own)).link).toBeNull();
    await change('assignDataPoolAccessPolicyToApplication');
    expect((await shown(id, own)).link).not.toBeNull();
    await service.request(
      `mutation ($input: ModifyDataPoolAccessPolicyInput!) {
        modifyDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
      { input: { id: wide.policy, filterSql: 'amount > 1' } },
    );
    expect((await shown(id, own)).link).toBeNull();
    await change('unAssignDataPoolAccessPolicyFromApplication');
  });

  test('a tenant with endless jobs keeps nobody else waiting', async () => {
    const greedy = await tenant('a');
    const endless: string[] = [];
    for (const n of [1, 2, 3]) {
      const sql = `SELECT count(*) + ${n} FROM größen AS a CROSS JOIN größen AS b WHERE a.n + b.n > ${n}`;
      endless.push((await created({ export: { sql, format: 'CSV' } }, greedy)).id);
    }
    const statuses = () => Promise.all(endless.map(async (id) => (await shown(id, greedy)).status));
    await expect.poll(statuses).toEqual(['IN_PROGRESS', 'CREATED', 'CREATED']);
    const { id } = await created({ export: { sql: 'SELECT 1 AS one', format: 'CSV' } });
    expect((await ended(id)).status).toBe('SUCCEEDED');
    expect(await statuses()).toEqual(['IN_PROGRESS', 'CREATED', 'CREATED']);
    for (const job of endless)
      await service.request('mutation ($id: ID!) { deleteExportJob(id: $id) }', { id: job }, greedy);
  });

  test('the scope of the query is needed, and admin to write to S3', async () => {
    const metricsOnly = await tenant('a', 'metric:query');
    const { errors } = await create({ export: { dataPool: 'guarded', format: 'CSV' } }, metricsOnly);
    expect(errors?.[0]?.message).toMatch(/needs one of the scopes data_pool:query, admin/);
    const toS3 = await create(
      { export: { dataPool: 'guarded', format: 'CSV' }, s3: { dataSource: 'DSO1', key: 'x' } },
      await tenant('a'),
    );
    expect(toS3.errors?.[0]?.message).toBe('createExportJob with s3 needs the scope admin');
  });

  test('an Application that is deleted takes its jobs and files along', async () => {
    const { createApplication } = await service.request<{
      createApplication: { application: { id: string; clientId: string; secret: string } };
    }>(
      `mutation ($input: createApplicationInput!) { createApplication(input: $input) {
        ... on ApplicationResponse { application { id clientId secret } } } }`,
      { input: { uniqueName: 'short-lived', scopes: ['DATA_POOL_QUERY'] } },
    );
    const { clientId, secret, id: application } = createApplication.application;
    const as = basic(clientId, secret);
    const { id } = await created({ export: { sql: 'SELECT 1 AS one', format: 'CSV' } }, as);
    const { link } = await ended(id, as);
    await service.request('mutation ($id: ID!) { deleteApplication(id: $id) }', { id: application });
    expect((await fetch(link?.url ?? '')).status).toBe(404);
    await expect(shown(id)).rejects.toThrow('not found');
  });
});

describe('to S3', () => {
  const key = 'exports/größen 2026+1.csv';
  const table = { name: 't', path: 'in/*.csv', format: 'CSV', columns: [{ name: 'n', type: 'INT64' }] };

  it('writes an object in parts, and keeps no file', async () => {
    const dataSource = await createS3Source(service, s3, 'bucket', [table]);
    const wide = 'SELECT n, repeat(text, 20) AS text FROM größen ORDER BY n';
    const { id } = await created({ export: { sql: wide, format: 'CSV' }, s3: { dataSource, key } });
    const job = await ended(id);
    expect(job).toMatchObject({ status: 'SUCCEEDED', error: null, link: null, s3: { dataSource, key } });
    // More than one part of 16 MiB.
    expect(Number(job.sizeInBytes)).toBeGreaterThan(2 * 16 * 1024 * 1024);
    const client = new AwsClient({
      accessKeyId: s3.accessKeyId,
      secretAccessKey: s3.secretAccessKey,
      service: 's3',
      region: 'us-east-1',
    });
    const path = key.split('/').map(encodeURIComponent).join('/');
    const object = await client.fetch(`${s3.endpoint}/${s3.bucket}/${path}`);
    expect(object.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const file = Buffer.from(await object.arrayBuffer());
    expect(String(file.length)).toBe(job.sizeInBytes);
    expect(file.equals(await exported(service, { sql: wide, format: 'csv' }))).toBe(true);
    expect(filesOf()).not.toContain(id);
  });

  it('writes an empty result, and replaces an object', async () => {
    const dataSource = await createS3Source(service, s3, 'bucket2', [table]);
    await s3.put('again.ndjson', 'old');
    const { id } = await created({
      export: { sql: 'SELECT n FROM größen WHERE n < 0', format: 'NDJSON' },
      s3: { dataSource, key: 'again.ndjson' },
    });
    expect(await ended(id)).toMatchObject({ status: 'SUCCEEDED', sizeInBytes: '0' });
  });

  it('says what is wrong with the credentials, the key or the Data Source', async () => {
    const wrong = await createS3Source(service, { ...s3, secretAccessKey: 'wrong' }, 'wrong', [table]);
    const { id } = await created({
      export: { sql: 'SELECT 1 AS one', format: 'CSV' },
      s3: { dataSource: wrong, key: 'x.csv' },
    });
    const { status, error } = await ended(id);
    expect({ status, code: error?.code }).toEqual({ status: 'FAILED', code: 'SOURCE_FAILED' });
    expect(error?.message).toMatch(/secret access key is wrong/);
    const refused = async (input: object) =>
      (await create({ export: { sql: 'SELECT 1 AS one', format: 'CSV' }, s3: input })).errors?.[0]?.message;
    expect(await refused({ dataSource: wrong, key: '../x' })).toMatch(/^s3.key: /);
    expect(await refused({ dataSource: wrong, key: '' })).toMatch(/^s3.key: /);
    expect(await refused({ dataSource: 'DSO1', key: 'x' })).toMatch(/not found/);
    const { dataSources } = await service.request<{
      dataSources: { nodes: { id: string; dataSourceType: string }[] };
    }>('{ dataSources(last: 1) { nodes { id dataSourceType: type } } }');
    expect(await refused({ dataSource: dataSources.nodes[0]?.id, key: 'x' })).toMatch(
      /is not an S3 Data Source/,
    );
  });
});
