/** S3 Data Sources: what they are tested for, what they refuse, and that their secret stays one. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import {
  allowsPrivateEndpoints,
  connectionTo,
  createS3Source,
  createSyncedPool,
  type GivenTable,
  synced,
  syncNow,
} from '../support/s3-source.js';
import { type Service, startService } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let s3: S3Server;
let service: Service;

const columns = [{ name: 'n', type: 'INT64' }];
const tables: GivenTable[] = [
  { name: 'orders', path: 'orders/*.csv', format: 'CSV', columns },
  { name: 'missing', path: 'missing/*.csv', format: 'CSV' },
];

beforeAll(async () => {
  [s3, service] = await Promise.all([startS3Server(), openService()]);
  await s3.put('orders/1.csv', 'n,when,name\n1,2026-01-01 00:00:00,a\n');
});
afterAll(() => s3.close());

const create = (connectionSettings: object, on = service, uniqueName?: string) =>
  on.graphql(
    `mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id type status
      error { message } checks { name status error { message } checkedAt } connectionSettings {
        ... on S3ConnectionSettings { awsAccessKeyId bucket endpoint region
          tables { name path format columns { name type nullable } } } } } } }`,
    { input: { uniqueName, connectionSettings } },
  );

const problem = async (changes: object) =>
  (await create({ ...connectionTo(s3, tables), ...changes })).errors?.[0]?.message;

describe('a new Data Source', () => {
  it('is tested, and shows its settings without the secret', async () => {
    const { data } = await create(connectionTo(s3, tables.slice(0, 1)));
    expect(data.createS3DataSource.dataSource).toMatchObject({
      type: 'S3',
      status: 'CONNECTED',
      error: null,
      checks: [
        { name: 'ENDPOINT', status: 'SUCCEEDED', error: null, checkedAt: expect.stringMatching(/Z$/) },
        { name: 'CREDENTIALS', status: 'SUCCEEDED' },
        { name: 'BUCKET', status: 'SUCCEEDED' },
        { name: 'TABLE orders', status: 'SUCCEEDED' },
      ],
      connectionSettings: {
        awsAccessKeyId: 'S3RVER',
        bucket: 'history',
        endpoint: s3.endpoint,
        region: 'us-east-1',
        tables: [
          {
            name: 'orders',
            path: 'orders/*.csv',
            format: 'CSV',
            columns: [{ name: 'n', type: 'INT64', nullable: true }],
          },
        ],
      },
    });
  });

  it.each([
    ['ENDPOINT', { endpoint: 'http://127.0.0.1:9' }, 'it refuses connections'],
    ['CREDENTIALS', { awsSecretAccessKey: 'another' }, 'The secret access key is wrong'],
    ['BUCKET', { bucket: 'nowhere' }, 'The bucket does not exist'],
  ])('is BROKEN if the check %s fails, and later checks are not made', async (name, changes, message) => {
    const { data } = await create({ ...connectionTo(s3, tables), ...changes });
    const { status, error, checks } = data.createS3DataSource.dataSource;
    expect(status).toBe('BROKEN');
    expect(error.message).toContain(message);
    const at = checks.findIndex((check: { status: string }) => check.status === 'FAILED');
    expect(checks[at]).toMatchObject({ name, error: { message: error.message } });
    for (const check of checks.slice(at + 1))
      expect(check).toMatchObject({ status: 'NOT_STARTED', error: null });
  });

  it('is BROKEN if there are no files, and tested again on demand', async () => {
    const { data } = await create(connectionTo(s3, [{ name: 'late', path: 'late/*', format: 'NDJSON' }]));
    const { id, error } = data.createS3DataSource.dataSource;
    expect(error.message).toBe('No object matches "late/*"');
    await s3.put('late/1', '{"a":1}');
    const tested = await service.request(
      `mutation ($id: ID!) { testDataSource(id: $id) { dataSource { status checks { name status } } } }`,
      { id },
    );
    expect(tested).toMatchObject({ testDataSource: { dataSource: { status: 'CONNECTED' } } });
  });

  it('refuses settings that cannot be right', async () => {
    const table = { name: 't', path: 'a', format: 'CSV' };
    expect(await problem({ endpoint: 'ftp://example.com' })).toContain('is not a URL such as');
    expect(await problem({ endpoint: 'https://u:p@example.com' })).toContain('must not contain credentials');
    expect(await problem({ endpoint: 'https://example.com/bucket' })).toContain('must have only a scheme');
    expect(await problem({ bucket: '../x' })).toContain('connectionSettings.bucket');
    expect(await problem({ region: 'us.evil.example/' })).toContain('connectionSettings.region');
    expect(await problem({ awsSecretAccessKey: '' })).toContain('awsSecretAccessKey: must be 1 to 256');
    expect(await problem({ tables: [table, table] })).toContain('two tables called "t"');
    expect(await problem({ tables: [{ ...table, path: '/a' }] })).toContain(
      'tables[0].path: begins with a slash',
    );
    expect(
      await problem({ tables: [{ ...table, columns: [{ name: '_service_x', type: 'STRING' }] }] }),
    ).toContain('connectionSettings.tables[0].columns[0]');
  });
});

it('infers the columns of tables from their first files', async () => {
  const id = await createS3Source(service, s3, 'introspected', tables);
  const { introspectTables } = await service.request<{ introspectTables: { tables: object[] } }>(
    `mutation ($id: ID!) { introspectTables(id: $id) { dataSource { id } tables { name columns { name type nullable }
      error { message } } } }`,
    { id },
  );
  expect(introspectTables.tables).toEqual([
    {
      name: 'orders',
      columns: [
        { name: 'n', type: 'INT64', nullable: true },
        { name: 'when', type: 'TIMESTAMP', nullable: true },
        { name: 'name', type: 'STRING', nullable: true },
      ],
      error: null,
    },
    { name: 'missing', columns: [], error: { message: expect.stringContaining('no object matches') } },
  ]);
});

it('refuses Data Pools on tables and Data Sources that do not have them', async () => {
  const dataSource = await createS3Source(service, s3, 'pools', tables);
  const refused = async (input: object) =>
    (
      await service.graphql(
        `mutation ($input: CreateDataPoolInputV2!) { createDataPoolV2(input: $input) { dataPool { id } } }`,
        { input: { uniqueName: 'refused', dataSource, table: 'orders', ...input } },
      )
    ).errors?.[0]?.message;
  expect(await refused({ table: 'nothing' })).toBe(
    'table: Data Source "pools" has no table "nothing"; it has "orders", "missing"',
  );
  expect(await refused({ table: 'missing' })).toContain('cannot be inferred, because no object matches');
  expect(await refused({ timestamp: { columnName: 'n' } })).toContain('timestamp: "n" is nullable');
  const { data } = await service.graphql('{ dataSourceByName(uniqueName: "events") { id } }');
  expect(await refused({ dataSource: data.dataSourceByName.id })).toContain('is a WEBHOOK');
});

it('private endpoints are refused by default, in every form', async () => {
  const guarded = await startService();
  try {
    const { port } = new URL(s3.endpoint);
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '[::1]', '169.254.169.254']) {
      const endpoint = `http://${host}:${port}`;
      const { data } = await create({ ...connectionTo(s3, tables), endpoint }, guarded);
      const { status, error } = data.createS3DataSource.dataSource;
      expect(status).toBe('BROKEN');
      expect(error.message).toContain('WEIR_ALLOW_PRIVATE_ENDPOINTS');
    }
  } finally {
    await guarded.discard();
  }
});

function* filesUnder(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile() && statSync(path).size > 0) yield path;
  }
}

it('the secret is in no answer, no log and no file, and works after a restart', async () => {
  const secret = 'S3RVER-secret-that-must-not-appear';
  const own = await startService({ env: { ...allowsPrivateEndpoints, WEIR_LOG_LEVEL: 'trace' } });
  const wrong = { ...connectionTo(s3, tables), awsSecretAccessKey: secret };
  const answers = [await create(wrong, own, 'secretive')];
  const id = answers[0]?.data.createS3DataSource.dataSource.id;
  answers.push(
    await own.graphql(
      `mutation ($id: ID!) { testDataSource(id: $id) { dataSource { status error { message } checks { error { message } } } }
        introspectTables(id: $id) { tables { error { message } } } }`,
      { id },
    ),
    await own.graphql(
      `mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id } } }`,
      { input: { connectionSettings: { ...wrong, bucket: '!' } } },
    ),
  );
  const dataSource = await createS3Source(own, s3, 'right', tables);
  const input = { uniqueName: 'right', dataSource, table: 'orders' };
  const pool = await createSyncedPool(own, input);
  await synced(own, pool);
  await own.stop();
  expect(JSON.stringify(answers)).not.toContain(secret);
  expect(JSON.stringify(own.log)).not.toContain(secret);
  for (const file of filesUnder(own.directory)) expect(readFileSync(file).includes(secret), file).toBe(false);
  const again = await startService({ directory: own.directory, env: allowsPrivateEndpoints });
  await s3.put('orders/2.csv', 'n\n2\n');
  expect(await syncNow(again, pool)).toMatchObject({ status: 'SUCCEEDED', files: '1', records: '1' });
  // Downloads are gone once they are loaded.
  expect(readdirSync(join(again.directory, 'files'))).toEqual([]);
  await again.discard();
});
