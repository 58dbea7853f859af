/** S3 Data Sources: what they are tested for, and what they refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import { connectionTo, createS3Source, type GivenTable } from '../support/s3-source.js';
import type { Service } from '../support/service.js';
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

const create = (connectionSettings: object) =>
  service.graphql(
    `mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id type status
      error { message } checks { name status error { message } checkedAt } connectionSettings {
        ... on S3ConnectionSettings { awsAccessKeyId bucket endpoint region
          tables { name path format columns { name type nullable } } } } } } }`,
    { input: { connectionSettings } },
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
