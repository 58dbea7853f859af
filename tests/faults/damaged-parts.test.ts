import { existsSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { createNumbered, numbered } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, stored } from '../support/stored.js';
import { post, type Webhook } from '../support/webhook.js';

let service: OwnService;
let webhook: Webhook;
const events = 40;
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
});
afterAll(() => service.discard());

const partsOf = (month: string) => {
  const table = join(service.directory, 'engine', 'data', webhook.environmentId, webhook.dataPoolId);
  const names = readdirSync(table).filter((name) => name.startsWith(month));
  return names.map((name) => ({ name, data: join(table, name, 'data.bin') }));
};
const missing = () => service.log.filter(({ msg }) => String(msg).startsWith('records are missing'));
const count = async () => (await stored(service, `SELECT count() FROM ${webhook.table}`))[0]?.[0];

const lost = () => [{ dataPoolId: webhook.dataPoolId, partition: '202602', records: 5, level: 'error' }];

it('a merged part that is damaged is replaced by its sources; one that is lost is named with its Data Pool, partition and records', async () => {
  const engine = connectEngine(service.directory);
  await engine.command(sql(`OPTIMIZE TABLE ${webhook.table} PARTITION 202601 FINAL`));
  await engine.close();
  await service.stop();
  for (const { name, data } of partsOf('202601')) if (name.endsWith('_1')) truncateSync(data);
  truncateSync(partsOf('202602')[0]?.data ?? '');
  service = await startService({ directory: service.directory });
  expect(service.out()).toContain('a part was incomplete');
  // Nothing is missing of the merged part, and all else is served.
  expect(missing()).toMatchObject(lost());
  expect(await stored(service, brokenPartitions)).toEqual([['202602']]);
  expect(await count()).toBe(String(events - 5));
  expect(await scrape(service)).toContain('\nweir_engine_missing_parts 1\n');
});

it('a booster that is damaged in some parts is rebuilt for them, and a lost part is named at every start', async () => {
  const { createSumMetric } = await service.request<{ createSumMetric: { metric: { id: string } } }>(
    `mutation { createSumMetric(input: { dataPool: "${webhook.dataPoolId}" dimensions: [] measure: { columnName: "n" } }) { metric { id } } }`,
  );
  const { createBooster } = await service.request<{ createBooster: { booster: { id: string } } }>(
    `mutation { createBooster(input: { metric: "${createSumMetric.metric.id}" dimensions: [] }) { booster { id } } }`,
  );
  const booster = `{ booster(id: "${createBooster.booster.id}") { status } }`;
  await expect.poll(() => service.request(booster)).toEqual({ booster: { status: 'LIVE' } });
  await service.stop();
  const active = partsOf('202603').map(({ data }) => join(data, '..', `${createBooster.booster.id}.proj`));
  for (const path of active.filter((each) => existsSync(each)))
    for (const name of readdirSync(path)) truncateSync(join(path, name));
  service = await startService({ directory: service.directory });
  const states = `SELECT DISTINCT is_broken FROM system.projection_parts WHERE active AND table = '${webhook.dataPoolId}'`;
  expect(missing()).toMatchObject(lost());
  expect(service.out()).toContain('rebuilding the booster of a part');
  await expect.poll(() => stored(service, states)).toEqual([[0]]);
  expect(await count()).toBe(String(events - 5));
});
