import { beforeAll, expect, it } from 'vitest';
import { sql } from '../support/engines.js';
import { numbered, numberedColumns, until } from '../support/load.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

/** Of 100,000 in the engine. */
const partsMax = 30;
const requestsMax = 200;
const dayMs = 86_400_000;

let service: Service;
let webhook: Webhook;
let acknowledged = 0;
let day = 0;

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, numberedColumns, {
    timestamp: 'at',
    tableSettings: { engine: { mergeTree: { type: 'MERGE_TREE' } }, partitionBy: ['toYYYYMMDD(at)'] },
  });
  const engine = connectEngine(service.directory);
  await engine.command(sql(`ALTER TABLE ${webhook.table} MODIFY SETTING max_parts_in_total = ${partsMax}`));
  await engine.close();
});

/** Events of days of their own. */
async function send(events: number) {
  const sent = Array.from({ length: events }, () => ({
    ...numbered(day),
    at: new Date(dayMs * day++).toISOString(),
  }));
  const response = await post(service, webhook.path, sent);
  if (response.status === 200) acknowledged += events;
  return response;
}
async function sendUntilRefused(events: number) {
  for (let requests = 0; requests < requestsMax; requests++) {
    const response = await send(events);
    if (response.status !== 200) return response;
  }
  throw new Error('No request was refused');
}
const shown = async () => {
  const query = `{ sqlV1(input: { query: "SELECT count(*) FROM \\"${webhook.dataPoolId}\\" WHERE n >= 0" }) { rows } }`;
  return (await service.request<{ sqlV1: { rows: string[][] } }>(query)).sqlV1.rows;
};

it.each([
  ['one event', 1],
  ['events of many days, which are answered when they are in their table', 25],
])(
  'a table with as many parts as the engine permits refuses requests of %s and says why, and queries see all that was acknowledged',
  async (_what, events) => {
    const refused = await sendUntilRefused(events);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.text).toMatch(/too many parts.*partitions/i);
    expect(await shown()).toEqual([[String(acknowledged)]]);
  },
);

it('takes events again when a deletion has left fewer partitions', async () => {
  const deletion = `mutation { createDeletionJob(input: { dataPool: "${webhook.dataPoolId}" filterSql: "n > 0" }) { job { id } } }`;
  const { createDeletionJob } = await service.request<{ createDeletionJob: { job: { id: string } } }>(
    deletion,
  );
  const job = `{ job(id: "${createDeletionJob.job.id}") { status } }`;
  await until(
    async () => (await service.request<{ job: { status: string } }>(job)).job.status === 'SUCCEEDED',
    60_000,
  );
  expect(await shown()).toEqual([['1']]);
  // The engine drops empty parts when it has nothing else to do.
  const parts = `SELECT count() < ${partsMax} FROM system.parts WHERE active AND table = '${webhook.dataPoolId}'`;
  await expect.poll(() => stored(service, parts), { timeout: 60_000, interval: 500 }).toEqual([[1]]);
  expect((await send(1)).status).toBe(200);
  expect(await shown()).toEqual([['2']]);
});
