/** The service on a ClickHouse that somebody else runs, reached by its URL. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClickHouseHttp, serveHttp } from '../support/clickhouse-http.js';
import { type EmbeddedEngine, openEmbedded, sql } from '../support/engines.js';
import { exported, refusal } from '../support/exports.js';
import { type OwnService, startService } from '../support/service.js';
import { createWebhook, post } from '../support/webhook.js';

/** A query waits as long for a server that is away. */
const queryMsMax = 4_000;

let clickhouse: EmbeddedEngine;
let http: ClickHouseHttp;
let service: OwnService;

beforeAll(async () => {
  clickhouse = await openEmbedded();
  http = await serveHttp(clickhouse.host);
  service = await startService({
    env: { WEIR_CLICKHOUSE_URL: http.url.href, WEIR_QUERY_TIMEOUT_MS: String(queryMsMax) },
  });
});
afterAll(async () => {
  await service.discard();
  await http.close();
  await clickhouse.close();
});

it('stores what it acknowledges, and answers over it in every way', async () => {
  const webhook = await createWebhook(service, [
    { name: 'amount', type: 'DOUBLE' },
    { name: 'país', type: 'STRING' },
  ]);
  const events = [1, 2, 3].map((amount) => ({ amount, país: `it's ${amount}% & more` }));
  expect((await post(service, webhook.path, events)).status).toBe(200);
  const dataPool = { id: webhook.dataPoolId };
  const { sqlV1, dataGrid, counter } = await service.request<{
    sqlV1: { rows: string[][] };
    dataGrid: { rows: string[][] };
    counter: { value: string };
  }>(
    `query ($sql: SqlV1Input!, $grid: DataGridInput!, $counter: CounterInput!) {
      sqlV1(input: $sql) { rows } dataGrid(input: $grid) { rows } counter(input: $counter) { value } }`,
    {
      sql: {
        query: `SELECT "país" FROM "${webhook.dataPoolId}" WHERE "país" = 'it''s 2% & more'`,
        dialect: 'POSTGRESQL',
      },
      grid: { dataPool, columns: ['amount'], orderByColumn: 1, sort: 'DESC', first: 2 },
      counter: { metric: { sum: { dataPool, measure: { columnName: 'amount' } } } },
    },
  );
  expect(sqlV1.rows).toEqual([["it's 2% & more"]]);
  expect(dataGrid.rows).toEqual([['3'], ['2']]);
  expect(counter.value).toBe('6');
});

it('exports, and says why it cannot load files', async () => {
  const { path, dataPoolId } = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
  expect((await post(service, path, [{ n: 1 }, { n: 2 }])).status).toBe(200);
  const file = await exported(service, { sql: `SELECT n FROM "${dataPoolId}" ORDER BY n`, format: 'csv' });
  expect(file.toString()).toBe('"n"\n1\n2\n');

  const load = await fetch(`${service.url}/v1/load/${dataPoolId}`, {
    method: 'POST',
    headers: { authorization: service.authorization, 'content-type': 'text/csv' },
    body: 'n\n3\n',
  });
  const message = 'Files can be loaded only with the embedded engine, without WEIR_CLICKHOUSE_URL';
  expect(await refusal(load)).toMatchObject({ status: 400, message });
  const connectionSettings = {
    awsAccessKeyId: 'id',
    awsSecretAccessKey: 'secret',
    bucket: 'history',
    tables: [{ name: 't', path: 't/*.csv', format: 'CSV', columns: [{ name: 'n', type: 'INT64' }] }],
  };
  const { createS3DataSource } = await service.request<{
    createS3DataSource: { dataSource: { id: string } };
  }>(
    'mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id } } }',
    { input: { uniqueName: 'bucket', connectionSettings } },
  );
  const { errors } = await service.graphql(
    'mutation ($input: CreateDataPoolInputV2!) { createDataPoolV2(input: $input) { dataPool { id } } }',
    { input: { uniqueName: 'history', dataSource: createS3DataSource.dataSource.id, table: 't' } },
  );
  expect(errors?.[0]).toMatchObject({ message, extensions: { code: 'BAD_REQUEST' } });
});

it('does not find a Data Pool that another node has deleted, though this one still knows it', async () => {
  const { path, dataPoolId } = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
  expect((await post(service, path, [{ n: 1 }])).status).toBe(200);
  const { environment } = await service.request<{ environment: { id: string } }>('{ environment { id } }');
  await clickhouse.engine.command(sql(`DROP TABLE \`${environment.id}\`.\`${dataPoolId}\` SYNC`));
  const dataPool = { id: dataPoolId };
  for (const [document, variables] of [
    [
      'query ($input: CounterInput!) { counter(input: $input) { value } }',
      { metric: { count: { dataPool } } },
    ],
    [
      'query ($input: DataGridInput!) { dataGrid(input: $input) { rows } }',
      { dataPool, columns: ['n'], first: 2 },
    ],
    [
      'query ($input: SqlV1Input!) { sqlV1(input: $input) { rows } }',
      { query: `SELECT n FROM ${dataPoolId}` },
    ],
  ] as const)
    await expect(service.request(document, { input: variables })).rejects.toThrow(
      new RegExp(`Data Pool ${dataPoolId} not found.*NOT_FOUND`),
    );
});

it('says UNAVAILABLE while it is away, and what the engine refuses in its own words', async () => {
  const ask = (query: string) =>
    service.request('query ($input: SqlV1Input!) { sqlV1(input: $input) { rows } }', { input: { query } });
  await expect(ask('SELECT 1 / (n - 1) FROM generate_series(1, 1) AS n')).rejects.toThrow(
    /Division by zero.*QUERY_FAILED/,
  );
  await http.close();
  await expect(ask('SELECT 1')).rejects.toThrow(/UNAVAILABLE/);
});
