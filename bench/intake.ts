import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column } from '../server/src/catalog/column.js';
import { serviceColumns } from '../server/src/catalog/column.js';
import { encodeRows } from '../server/src/ingest/encode-rows.js';
import { EventDecoder } from '../server/src/ingest/event-decoder.js';
import { newRequestId } from '../server/src/ingest/row-id.js';
import { compileRowPlan } from '../server/src/ingest/row-plan.js';
import { createDataPoolTable, createEnvironment } from '../server/src/sql/data-pool-ddl.js';
import { boost, createSum } from './boosters.js';
import { startChild } from './child.js';
import { type ApiClient, openClient } from './client.js';
import type { LoadRequest, LoadResult } from './load-child.js';
import { type Figure, inTurns, megabytes, middle, ms, times } from './measure.js';
import type { RawInsertRequest } from './raw-insert-child.js';
import { clientId, clientSecret, memoryBytes, type Service, startService } from './service.js';

/** The bars of the webhook intake. With BENCH_LONG=1 the memory is watched for five minutes. */
const port = 18_081;
const connections = 16;
const eventsPerBatch = 100;
const batchShareMin = 0.4;
const boostedShareMin = 0.9;
const signedShareMin = 0.9;
const quarantinedShareMin = 0.9;
const singleShareMin = 0.3;
const memoryBytesMax = 1e9;
const memoryGrowthMax = 1.25;
const halfLoadP99MsMax = 100;
/** Long ones: what one turn has inserted is still being merged when the other's begins. */
const batchTurns = { count: 3, seconds: 4 };
/** Short ones: how fast the machine is changes within seconds. */
const singleTurns = { count: 9, seconds: 2 };
const warmUpSeconds = 5;
const halfLoadSeconds = 10;
const memorySeconds = process.env['BENCH_LONG'] ? 300 : 20;
const memorySampleMs = 1_000;

const columns: readonly Column[] = [
  ...serviceColumns,
  { name: 'id', jsonProperty: 'id', type: 'STRING', nullable: false },
  { name: 'created_at', jsonProperty: 'created_at', type: 'TIMESTAMP', nullable: false },
  { name: 'user_id', jsonProperty: 'user.id', type: 'INT64', nullable: true },
  { name: 'amount', jsonProperty: 'amount', type: 'DOUBLE', nullable: true },
  { name: 'paid', jsonProperty: 'paid', type: 'BOOLEAN', nullable: true },
];

/** About 450 bytes. */
function event(index: number): object {
  return {
    id: `evt_${String(index).padStart(16, '0')}`,
    type: index % 3 === 0 ? 'order.created' : 'order.shipped',
    created_at: new Date(1_772_000_000_000 + index * 137).toISOString(),
    user: { id: 9_000_000_000 + index, name: 'Ada Lovelace', email: `ada${index}@example.com` },
    items: [
      { sku: `sku-${index % 997}`, qty: 2, price: 12.5 },
      { sku: 'def-2', qty: 1, price: 99.99 },
    ],
    amount: (index % 10_000) / 100,
    currency: 'EUR',
    paid: index % 2 === 0,
    ip: '203.0.113.9',
    agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)',
    referrer: null,
  };
}

const bodyOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => event(index)));

export async function benchIntake(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const service = await startService(directory, port);
  const load = await startChild<LoadRequest, LoadResult>('./load-child.ts');
  const client = await openClient(service.url);
  const { url: webhookUrl } = await createWebhook(client, 'bench');
  const send: Send = (url, body, seconds, more = {}) =>
    load.ask({ url, body, seconds, connections, ...more });
  try {
    const { figure: single, requestsPerSecond } = await benchSingle(webhookUrl, send);
    return [
      await benchBatches(service, webhookUrl, directory, send),
      await benchBoosted(client, webhookUrl, send),
      await benchQuarantine(client, send),
      single,
      await benchSigned(client, webhookUrl, send),
      await benchHalfLoad(webhookUrl, requestsPerSecond, send),
      ...(await benchMemory(service, webhookUrl, send)),
    ];
  } finally {
    load.close();
    await client.close();
    await service.stop();
    rmSync(directory, { recursive: true });
  }
}

type Send = (
  url: string,
  body: string,
  seconds: number,
  more?: Pick<LoadRequest, 'rate' | 'headers'>,
) => Promise<LoadResult>;

async function benchBatches(service: Service, url: string, directory: string, send: Send): Promise<Figure> {
  const body = bodyOf(eventsPerBatch);
  await send(url, body, warmUpSeconds);
  const before = await groupSizes(service);
  await send(url, body, 2);
  const after = await groupSizes(service);
  const batchesPerGroup = Math.max(
    1,
    Math.round((after.rows - before.rows) / (after.groups - before.groups) / eventsPerBatch),
  );
  const rowsFile = join(directory, 'rows.jsonl');
  writeFileSync(rowsFile, rowsOf(body, batchesPerGroup));
  const raw = await startChild<RawInsertRequest, number>('./raw-insert-child.ts');
  const pool = {
    id: 'DPOBENCH',
    environmentId: 'ENVBENCH',
    columns,
    timestamp: 'created_at',
    dataRetentionInDays: null,
    rowIdInSortKey: true,
    tableSettings: {
      engine: { type: 'MERGE_TREE' },
      orderBy: ['created_at'],
      partitionBy: ['toYYYYMM(created_at)'],
      primaryKey: [],
      ttl: null,
    },
  } as const;
  const statements = [
    createEnvironment(pool.environmentId, undefined),
    ...createDataPoolTable(pool, undefined),
  ];
  const rowsPerGroup = batchesPerGroup * eventsPerBatch;
  const turns = await inTurns(
    batchTurns.count,
    async () => (await send(url, body, batchTurns.seconds)).requestsPerSecond * eventsPerBatch,
    () =>
      raw.ask({
        table: `${pool.environmentId}.${pool.id}`,
        statements: statements.map(({ text }) => text),
        rowsFile,
        rowsPerGroup,
        seconds: batchTurns.seconds,
      }),
  );
  raw.close();
  return shareOf(
    `batches of ${eventsPerBatch} events, ${connections} connections`,
    { unit: 'rows/s', floor: `raw insert in groups of ${rowsPerGroup}`, min: batchShareMin },
    turns,
  );
}

/** What a booster costs: every group of rows is also aggregated. */
async function benchBoosted(client: ApiClient, plainUrl: string, send: Send): Promise<Figure> {
  const body = bodyOf(eventsPerBatch);
  const { url, dataPoolId } = await createWebhook(client, 'boosted');
  await boost(client, await createSum(client, dataPoolId, 'amount'), ['paid']);
  await send(url, body, warmUpSeconds);
  const rowsPerSecond = async (target: string) =>
    (await send(target, body, batchTurns.seconds)).requestsPerSecond * eventsPerBatch;
  const turns = await inTurns(
    batchTurns.count,
    () => rowsPerSecond(url),
    () => rowsPerSecond(plainUrl),
  );
  return shareOf(
    `batches of ${eventsPerBatch} events into a Data Pool with a booster`,
    { unit: 'rows/s', floor: 'without', min: boostedShareMin },
    turns,
  );
}

/** What it costs to keep one event of each batch in quarantine. */
async function benchQuarantine(client: ApiClient, send: Send): Promise<Figure> {
  const good = bodyOf(eventsPerBatch);
  const oneBad = good.replace('"amount":0,', '"amount":"free",');
  if (oneBad === good) throw new Error('No event of the batch is invalid');
  const { url } = await createWebhook(client, 'quarantining', { errorHandling: 'QUARANTINE' });
  const rowsPerSecond = async (body: string) =>
    (await send(url, body, batchTurns.seconds)).requestsPerSecond * eventsPerBatch;
  await send(url, oneBad, warmUpSeconds);
  const turns = await inTurns(
    batchTurns.count,
    () => rowsPerSecond(oneBad),
    () => rowsPerSecond(good),
  );
  return shareOf(
    `batches of ${eventsPerBatch} events, one of them quarantined`,
    { unit: 'events/s', floor: 'all valid', min: quarantinedShareMin },
    turns,
  );
}

async function benchSigned(client: ApiClient, plainUrl: string, send: Send): Promise<Figure> {
  const body = bodyOf(1);
  const secret = 'a-secret-of-the-bench';
  const { url } = await createWebhook(client, 'signed', {
    signature: { scheme: 'GITHUB', secrets: [secret] },
  });
  const headers = {
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  await send(url, body, warmUpSeconds, { headers });
  const turns = await inTurns(
    singleTurns.count,
    async () => (await send(url, body, singleTurns.seconds, { headers })).requestsPerSecond,
    async () => (await send(plainUrl, body, singleTurns.seconds)).requestsPerSecond,
  );
  return shareOf(
    'signed requests of one event',
    { unit: 'requests/s', floor: 'without a signature', min: signedShareMin },
    turns,
  );
}

/** A figure beside its floor, which must not fall below a share of it. */
function shareOf(
  name: string,
  { unit, floor, min }: { readonly unit: string; readonly floor: string; readonly min: number },
  turns: { readonly measured: number; readonly floor: number; readonly ratio: number },
): Figure {
  return {
    name,
    measured: `${turns.measured.toFixed(0)} ${unit} (${times(turns.ratio)})`,
    floor: `${turns.floor.toFixed(0)} ${unit}, ${floor}`,
    bar: `at least ${times(min)}`,
    met: turns.ratio >= min,
  };
}

function rowsOf(body: string, batches: number): Buffer {
  const plan = compileRowPlan(columns);
  const decoder = new EventDecoder();
  const encode = () =>
    encodeRows(decoder.decode(Buffer.from(body), 'json', plan), plan, {
      receivedAtMs: Date.now(),
      requestId: newRequestId(),
      errorsMax: 1,
    }).rows;
  return Buffer.concat(Array.from({ length: batches }, encode));
}

async function benchSingle(url: string, send: Send) {
  const body = bodyOf(1);
  const bare = await startChild('./bare-route-child.ts');
  const bareUrl = `${bare.first}/v1/key`;
  for (const each of [url, bareUrl]) await send(each, body, warmUpSeconds);
  const turns = await inTurns(
    singleTurns.count,
    async () => (await send(url, body, singleTurns.seconds)).requestsPerSecond,
    async () => (await send(bareUrl, body, singleTurns.seconds)).requestsPerSecond,
  );
  bare.close();
  const figure: Figure = shareOf(
    `requests of one event, ${connections} connections`,
    { unit: 'requests/s', floor: 'bare Fastify route', min: singleShareMin },
    turns,
  );
  return { figure, requestsPerSecond: turns.measured };
}

async function benchHalfLoad(url: string, requestsPerSecond: number, send: Send): Promise<Figure> {
  const rate = Math.floor(requestsPerSecond / 2);
  const { p99Ms, failed } = await send(url, bodyOf(1), halfLoadSeconds, { rate });
  return {
    name: `acknowledgement at half load (${rate}/s), p99`,
    measured: `${ms(p99Ms)}, ${failed} failed`,
    floor: '-',
    bar: `below ${ms(halfLoadP99MsMax)}`,
    met: p99Ms < halfLoadP99MsMax && failed === 0,
  };
}

async function benchMemory(service: Service, url: string, send: Send): Promise<Figure[]> {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryBytes(service.process.pid ?? 0)), memorySampleMs);
  await send(url, bodyOf(eventsPerBatch), memorySeconds);
  clearInterval(timer);
  const peak = Math.max(...samples);
  // After the first fifth everything that is kept for reuse is there.
  const settled = samples.slice(Math.floor(samples.length / 5));
  const half = Math.floor(settled.length / 2);
  const growth = middle(settled.slice(half)) / middle(settled.slice(0, half));
  return [
    {
      name: `memory under full load for ${memorySeconds} s, service and engine, peak`,
      measured: megabytes(peak),
      floor: '-',
      bar: `under ${megabytes(memoryBytesMax)}`,
      met: peak < memoryBytesMax,
    },
    {
      name: 'memory, second half against the first',
      measured: times(growth),
      floor: '-',
      bar: `at most ${times(memoryGrowthMax)}`,
      met: growth <= memoryGrowthMax,
    },
  ];
}

const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

async function groupSizes({ url }: Service): Promise<{ rows: number; groups: number }> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization } })).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return { rows: value('weir_intake_group_rows_sum'), groups: value('weir_intake_group_rows_count') };
}

/** A Data Source of the bench's events, and its Data Pool. */
async function createWebhook(client: ApiClient, uniqueName: string, settings: object = {}) {
  const { createWebhookDataSource } = await client.ask<{
    createWebhookDataSource: {
      dataSource: {
        connectionSettings: { webhookUrl: string };
        dataPools: { nodes: { id: string }[] };
      };
    };
  }>(
    `mutation ($input: CreateWebhookDataSourceInput!) { createWebhookDataSource(input: $input) { dataSource {
      connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } dataPools { nodes { id } } } } }`,
    {
      input: {
        uniqueName,
        connectionSettings: {
          ...settings,
          timestamp: 'created_at',
          columns: columns.filter(({ jsonProperty }) => jsonProperty !== null),
        },
      },
    },
  );
  const { connectionSettings, dataPools } = createWebhookDataSource.dataSource;
  return {
    url: connectionSettings.webhookUrl.replace('localhost', '127.0.0.1'),
    dataPoolId: dataPools.nodes[0]?.id ?? '',
  };
}
