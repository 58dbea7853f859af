import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { createNumbered, numbered, numberedColumns } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: OwnService;
let webhook: Webhook;
let daily: Webhook;
const events = 40;
/** More partitions, with a part each, than the engine's own limit of broken parts, which is 100. */
const days = 120;
const dayMs = 86_400_000;
const brokenPartitions =
  "SELECT DISTINCT partition_id FROM system.detached_parts WHERE startsWith(reason, 'broken')";

beforeAll(async () => {
  service = await startService();
  webhook = await createNumbered(service);
  for (const from of [0, events / 2]) {
    const numbers = Array.from({ length: events / 2 }, (_, index) => numbered(from + index));
    expect((await post(service, webhook.path, numbers)).status).toBe(200);
    // Waits until they are in the table.
    await stored(service, `SELECT count() FROM ${webhook.table}`);
  }
  daily = await createWebhook(service, numberedColumns, {
    timestamp: 'at',
    tableSettings: { engine: { mergeTree: { type: 'MERGE_TREE' } }, partitionBy: ['toYYYYMMDD(at)'] },
  });
  // Every other day, so that the times of their records do not touch. The engine takes 100 partitions at once.
  for (const from of [0, days / 2]) {
    const dates = Array.from({ length: days / 2 }, (_, index) => new Date(2 * dayMs * (from + index)));
    const sent = dates.map((date, n) => ({ n, at: date.toISOString() }));
    expect((await post(service, daily.path, sent)).status).toBe(200);
    await stored(service, `SELECT count() FROM ${daily.table}`);
  }
});
afterAll(() => service.discard());

const partsOf = (partition: string, { environmentId, dataPoolId } = webhook) => {
  const table = join(service.directory, 'engine', 'data', environmentId, dataPoolId);
  const names = readdirSync(table).filter((name) => name.startsWith(partition));
  return names.map((name) => ({ name, path: join(table, name), data: join(table, name, 'data.bin') }));
};
const empty = (folder: string) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files) truncateSync(join(parentPath, name));
};
const missing = () => service.log.filter(({ msg }) => String(msg).startsWith('records are missing'));
const count = async () => (await stored(service, `SELECT count() FROM ${webhook.table}`))[0]?.[0];

interface ShownDamage {
  readonly detectedAt: string;
  readonly recordCount: string | null;
  readonly description: string;
  readonly ranges: readonly {
    readonly columnName: string | null;
    readonly start: string | null;
    readonly stop: string;
    readonly recordCount: string | null;
    readonly isQuarantined: boolean;
  }[];
}

const damageFields =
  'damage { detectedAt recordCount description ranges { columnName start stop recordCount isQuarantined } }';
const damageOf = async ({ dataPoolId }: Webhook) => {
  const query = `{ dataPool(id: "${dataPoolId}") { status ${damageFields} } }`;
  const { dataPool } = await service.request<{ dataPool: { status: string; damage: ShownDamage | null } }>(
    query,
  );
  expect(dataPool.status).toBe('LIVE');
  return dataPool.damage;
};

/** Of the five records that are lost first, which all have this time. */
const february = {
  columnName: 'at',
  start: '2026-02-01T00:00:00Z',
  stop: '2026-02-01T00:00:00Z',
  recordCount: '5',
  isQuarantined: false,
};
const lost = () => [
  { dataPoolId: webhook.dataPoolId, partitions: ['202602'], records: 5, parts: 1, level: 'error' },
];

it('a merged part that is damaged is replaced by its sources; one that is lost is named with its Data Pool, partition and records', async () => {
  const engine = connectEngine(service.directory);
  await engine.command(sql(`OPTIMIZE TABLE ${webhook.table} PARTITION 202601 FINAL`));
  await engine.close();
  await service.stop();
  for (const { name, data } of partsOf('202601')) if (name.endsWith('_1')) truncateSync(data);
  truncateSync(partsOf('202602')[0]?.data ?? '');
  const from = Date.now();
  service = await startService({ directory: service.directory });
  expect(service.out()).toContain('a part was incomplete');
  // Nothing is missing of the merged part, and all else is served.
  expect(missing()).toMatchObject(lost());
  expect(await stored(service, brokenPartitions)).toEqual([['202602']]);
  expect(await count()).toBe(String(events - 5));
  expect(await scrape(service)).toContain('\nweir_engine_missing_parts 1\n');
  const damage = await damageOf(webhook);
  expect(damage).toMatchObject({ recordCount: '5', ranges: [february] });
  expect(damage?.description).toMatch(
    /^5 records are missing: the column store could not read 1 part of the table\. /,
  );
  expect(Date.parse(damage?.detectedAt ?? '')).toBeGreaterThanOrEqual(Math.floor(from / 1000) * 1000);
  expect(await damageOf(daily)).toBeNull();
  // It would drop the part, which could be restored.
  const rebuild = `mutation { createRebuildDataPoolJob(input: { dataPool: "${webhook.dataPoolId}" }) { job { id } } }`;
  const { errors } = await service.graphql(rebuild);
  expect(errors?.[0]?.message).toContain('has parts that the column store could not read');
});

it('a booster that is damaged in some parts is rebuilt for them, a lost part is named at every start, and of one without any readable file it is known when its record was stored', async () => {
  const { createSumMetric } = await service.request<{ createSumMetric: { metric: { id: string } } }>(
    `mutation { createSumMetric(input: { dataPool: "${webhook.dataPoolId}" dimensions: [] measure: { columnName: "n" } }) { metric { id } } }`,
  );
  const { createBooster } = await service.request<{ createBooster: { booster: { id: string } } }>(
    `mutation { createBooster(input: { metric: "${createSumMetric.metric.id}" dimensions: [] }) { booster { id } } }`,
  );
  const booster = `{ booster(id: "${createBooster.booster.id}") { status } }`;
  await expect.poll(() => service.request(booster)).toEqual({ booster: { status: 'LIVE' } });
  const receivedMs = async () => {
    const last = `SELECT toUnixTimestamp64Milli(max(_service_received_at)) FROM ${webhook.table}`;
    return Number((await stored(service, last))[0]?.[0]);
  };
  const earlier = await receivedMs();
  expect((await post(service, webhook.path, { n: events, at: '2026-05-01 00:00:00' })).status).toBe(200);
  const received = await receivedMs();
  await service.stop();
  for (const { path } of partsOf('202605')) empty(path);
  const active = partsOf('202603').map(({ data }) => join(data, '..', `${createBooster.booster.id}.proj`));
  for (const path of active.filter((each) => existsSync(each))) empty(path);
  service = await startService({ directory: service.directory });
  const states = `SELECT DISTINCT is_broken FROM system.projection_parts WHERE active AND table = '${webhook.dataPoolId}'`;
  expect(missing()).toMatchObject([
    { ...lost()[0], partitions: ['202602', '202605'], records: null, parts: 2 },
  ]);
  expect(service.out()).toContain('rebuilding the booster of a part');
  await expect.poll(() => stored(service, states)).toEqual([[0]]);
  expect(await count()).toBe(String(events - 5));
  const damage = await damageOf(webhook);
  expect(damage).toMatchObject({
    recordCount: null,
    ranges: [{ columnName: null, recordCount: null, isQuarantined: false }, february],
  });
  expect(damage?.description).toContain('An unknown number of records is missing');
  const { start, stop } = damage?.ranges[0] ?? {};
  expect(Date.parse(start ?? '')).toBe(earlier);
  expect(Date.parse(stop ?? '')).toBeGreaterThanOrEqual(received);
  expect(Date.parse(stop ?? '')).toBeLessThan(received + 60_000);
});

it('damage that is dismissed is not reported any more, also at the next start, of which more parts are broken than the engine permits', async () => {
  const dismiss = `mutation { dismissDataPoolDamage(id: "${webhook.dataPoolId}") { ${damageFields} } }`;
  expect(await service.request(dismiss)).toEqual({ dismissDataPoolDamage: { damage: null } });
  expect(await scrape(service)).toContain('\nweir_engine_missing_parts 0\n');
  expect(await stored(service, brokenPartitions)).toEqual([]);
  const aside = readdirSync(join(service.directory, 'damaged'));
  expect(
    aside.filter((name) => name.startsWith(`${webhook.environmentId}.${webhook.dataPoolId}.broken`)),
  ).toHaveLength(2);
  await service.stop();
  const parts = partsOf('19', daily);
  expect(parts).toHaveLength(days);
  for (const { data } of parts) truncateSync(data);
  service = await startService({ directory: service.directory });
  expect(missing()).toMatchObject([{ dataPoolId: daily.dataPoolId, records: days, parts: days }]);
  expect(await damageOf(webhook)).toBeNull();
  const damage = await damageOf(daily);
  expect(damage?.recordCount).toBe(String(days));
  // As many as are shown, of which the last one has the rest.
  expect(damage?.ranges).toHaveLength(100);
  expect(damage?.ranges.at(-1)).toMatchObject({ recordCount: '21', stop: '1970-08-27T00:00:00Z' });
  expect(await count()).toBe(String(events - 5));
  expect((await post(service, daily.path, numbered(1))).status).toBe(200);
  expect(await stored(service, `SELECT n FROM ${daily.table}`)).toEqual([['1']]);
});

it('a part that is damaged while the engine uses it is named after a query fails, and queries succeed again when it is dismissed', async () => {
  const engine = connectEngine(service.directory);
  await engine.command(sql(`OPTIMIZE TABLE ${webhook.table} PARTITION 202603 FINAL`));
  await engine.close();
  const parts = `SELECT name, rows, path FROM system.parts WHERE active AND table = '${webhook.dataPoolId}' AND partition_id = '202603'`;
  const [[name, rows, path] = []] = await stored(service, parts);
  const data = join(String(path), 'data.bin');
  // As some file systems do it after a power failure. The size is right, so that no start notices it.
  writeFileSync(data, Buffer.alloc(statSync(data).size));
  const query = `{ sqlV1(input: { query: "SELECT count(*) FROM \\"${webhook.dataPoolId}\\" WHERE n >= 0" }) { rows } }`;
  expect((await service.graphql(query)).errors?.[0]?.extensions.code).toBe('QUERY_FAILED');
  await expect
    .poll(() => damageOf(webhook))
    .toMatchObject({
      recordCount: String(rows),
      ranges: [{ columnName: 'at', start: '2026-03-01T00:00:00Z', recordCount: String(rows) }],
    });
  await expect.poll(() => missing().at(-1)).toMatchObject({ partitions: ['202603'], paths: [path] });
  expect((await damageOf(webhook))?.description).toContain(
    `${rows} records are in a damaged part of the table, and queries that read it fail.`,
  );
  await service.request(`mutation { dismissDataPoolDamage(id: "${webhook.dataPoolId}") { id } }`);
  expect(await damageOf(webhook)).toBeNull();
  expect(readdirSync(join(service.directory, 'damaged')).join()).toContain(`.${name}.`);
  expect(await service.request(query)).toEqual({ sqlV1: { rows: [[String(events - 5 - Number(rows))]] } });
});
