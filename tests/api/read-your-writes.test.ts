import { beforeAll, expect, it } from 'vitest';
import { extent } from '../support/extent.js';
import { createNumbered, Load, numbered } from '../support/load.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;

beforeAll(async () => {
  service = await openService();
  webhook = await createNumbered(service);
});

const countOf = `query ($pool: ID!, $filter: String!) {
  counter(input: { metric: { count: { dataPool: { id: $pool } } }, filterSql: $filter }) { value }
}`;

async function count({ dataPoolId }: Webhook, filter: string): Promise<number> {
  const answer = await service.request<{ counter: { value: string } }>(countOf, { pool: dataPoolId, filter });
  return Number(answer.counter.value);
}

it('every query sees what was acknowledged before it, beside other senders and though its answer was cached', async () => {
  const load = new Load({
    service: () => service,
    webhook,
    eventsPerRequest: 1,
    firstNumber: 1_000_000,
    senders: 4,
  });
  for (let n = 0; n < extent(15, 200); n++) {
    expect((await post(service, webhook.path, [numbered(n)])).status).toBe(200);
    expect(await count(webhook, 'n < 1000000')).toBe(n + 1);
  }
  await load.stop();
  expect(load.acknowledged.size).toBeGreaterThan(0);
  expect(await count(webhook, 'n >= 1000000')).toBe(load.acknowledged.size);
});

it('a Data Pool’s size counts what was acknowledged, and its deletion takes it along', async () => {
  const other = await createNumbered(service);
  await Promise.all(Array.from({ length: 50 }, (_, n) => post(service, other.path, [numbered(n)])));
  const sizeOf = `query ($id: ID!) { dataPool(id: $id) { recordCount } }`;
  expect(await service.request(sizeOf, { id: other.dataPoolId })).toEqual({
    dataPool: { recordCount: '50' },
  });
  await Promise.all(Array.from({ length: 50 }, (_, n) => post(service, other.path, [numbered(n)])));
  await service.request('mutation ($id: ID!) { deleteDataSource(id: $id, cascade: true) }', {
    id: other.dataSourceId,
  });
  expect((await post(service, other.path, [numbered(1)])).status).toBe(404);
});
