/** A Data Pool that is exported from one service and imported into another is the same there. */
import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataPool, createWeirClient, readDataPoolDefinition } from '@weir/client';
import { beforeAll, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/engines.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';

let from: Service;
let to: Service;

beforeAll(async () => {
  [from, to] = await Promise.all([openService(), openService()]);
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = (service: Service, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/data-pool.ts', ...args], {
    cwd: root,
    env: {
      ...process.env,
      WEIR_URL: service.url,
      WEIR_CLIENT_ID: service.clientId,
      WEIR_CLIENT_SECRET: service.clientSecret,
    },
  });
const clientOf = ({ url, clientId, clientSecret }: Service) =>
  createWeirClient({ url, credentials: { clientId, clientSecret } });

const columns = [
  { name: 'at', type: 'TIMESTAMP', nullable: false },
  { name: 'order id', type: 'STRING', nullable: false, jsonProperty: 'order.id' },
  { name: 'price', type: 'DOUBLE', nullable: true },
  { name: 'total', type: 'DECIMAL', precision: 12, scale: 3, nullable: true },
  { name: 'count', type: 'INT8', nullable: true },
  { name: 'paid', type: 'BOOLEAN', nullable: true },
  { name: 'day', type: 'DATE', nullable: true },
  { name: 'tags', type: 'JSON', nullable: true },
];

async function send(webhook: Webhook): Promise<void> {
  const events = Array.from({ length: 500 }, (_, n) => ({
    at: new Date(Date.UTC(1990 + (n % 40), n % 12, 1, 0, 0, 0, n)).toISOString(),
    order: { id: `order ${n} ü😀\n"` },
    price: n % 3 === 0 ? null : n / 7,
    total: n % 3 === 0 ? null : (n / 8).toFixed(3),
    count: (n % 200) - 100 > 127 ? null : (n % 200) - 100,
    paid: n % 5 === 0 ? null : n % 2 === 0,
    day: n % 7 === 0 ? null : '1950-02-28',
    tags: n % 4 === 0 ? null : { list: [n, null, { deep: 'ü' }], big: 1e300 },
    other: 'kept in the payload',
  }));
  const answer = await fetch(from.url + webhook.path, {
    method: 'POST',
    body: JSON.stringify(events),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
}

it('its records with their IDs and payloads, its columns, its settings and its Metrics', async () => {
  const settings = {
    timestamp: 'at',
    uniqueId: 'order id',
    tableSettings: { engine: { replacingMergeTree: {} }, orderBy: ['order id'], partitionBy: ['toYear(at)'] },
  };
  const webhook = await createWebhook(from, columns, settings, { uniqueName: 'orders' });
  await send(webhook);
  const inputs: [string, object][] = [
    ['CountMetric', { filterSql: 'paid', dimensions: [{ columnName: 'order id' }] }],
    [
      'SumMetric',
      {
        measure: { columnName: 'price' },
        timestamp: { columnName: '_service_received_at' },
        format: { style: 'CURRENCY', currency: 'CHF', decimals: 0 },
      },
    ],
    ['CountDistinctMetric', { dimension: { columnName: 'order id' }, description: 'How many orders' }],
    [
      'AverageMetric',
      {
        measure: { columnName: 'price' },
        filters: [
          {
            column: 'count',
            operator: 'GREATER_THAN',
            value: '0',
            or: [{ column: 'paid', operator: 'IS_NULL' }],
          },
        ],
      },
    ],
    ['CustomMetric', { expression: 'SUM(price) / COUNT(*)' }],
  ];
  for (const [kind, input] of inputs) {
    await from.request(
      `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { metric { id } } }`,
      {
        input: { dataPool: webhook.dataPoolId, uniqueName: `${kind} of orders`, ...input },
      },
    );
  }
  await from.request(
    `mutation { modifyDataPool(input: { idOrUniqueName: { uniqueName: "orders" } dataRetentionInDays: 30000 }) { __typename } }`,
  );

  const directory = join(temporaryDirectory(), 'orders');
  await script(from, 'export', 'orders', directory);
  const { stdout } = await script(to, 'import', directory);
  expect(stdout).toContain('Data Pool "orders" has 500 records and 5 Metrics');

  const definition = await readDataPoolDefinition(clientOf(from), 'orders');
  expect(await readDataPoolDefinition(clientOf(to), 'orders')).toEqual(definition);
  expect(definition.metrics).toHaveLength(5);
  expect(definition.metrics[1]?.input['format']).toMatchObject({ style: 'CURRENCY', currency: 'CHF' });
  const tableOf = async (service: Service) => {
    const { dataPoolByName } = await service.request<{
      dataPoolByName: { id: string; environment: { id: string } };
    }>(`{ dataPoolByName(uniqueName: "orders") { id environment { id } } }`);
    return `\`${dataPoolByName.environment.id}\`.\`${dataPoolByName.id}\``;
  };
  const recordsOf = async (service: Service) =>
    await stored(service, `SELECT * FROM ${await tableOf(service)} FINAL ORDER BY \`order id\``);
  const records = await recordsOf(from);
  expect(records).toHaveLength(500);
  expect(await recordsOf(to)).toEqual(records);
  for (const { input } of definition.metrics) {
    const counter = async (service: Service) =>
      await service.request(`query ($input: CounterInput!) { counter(input: $input) { value } }`, {
        input: {
          metric: { name: input['uniqueName'] },
          timeRange: { start: '1980-01-01T00:00:00Z', stop: '2100-01-01T00:00:00Z' },
        },
      });
    expect(await counter(to), String(input['uniqueName'])).toEqual(await counter(from));
  }
}, 120_000);

it('a file with the IDs of records is not loaded among other records', async () => {
  const directory = join(temporaryDirectory(), 'orders');
  await script(to, 'export', 'orders', directory);
  const records = await openAsBlob(join(directory, 'records.parquet'));
  const loading = clientOf(to).loadFile('orders', records, { name: 'records.parquet' });
  await expect(loading).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('only into an empty Data Pool, and "orders" is not empty'),
  });
});

it('a definition whose name is taken creates nothing', async () => {
  const client = clientOf(to);
  const definition = await readDataPoolDefinition(client, 'orders');
  await expect(createDataPool(client, definition)).rejects.toMatchObject({ code: 'CONFLICT' });
});
