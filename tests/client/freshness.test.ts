/** How new the records of a Data Pool are and how late they came, from a webhook to a client. */
import { createWeirClient, dataPoolFreshnessQuery, type WeirClient } from '@weir/client';
import { beforeAll, expect, it } from 'vitest';
import { type Orders, seedOrders } from '../support/orders.js';
import type { Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

let service: Service;
let client: WeirClient;
let orders: Orders;
let sentFrom: number;

beforeAll(async () => {
  service = await openService();
  const { url, clientId, clientSecret } = service;
  client = createWeirClient({ url, credentials: { clientId, clientSecret } });
  sentFrom = Date.now();
  orders = await seedOrders(client, 'orders', 10);
});

it('a Data Pool tells when the last event was, when it came, and how late events are', async () => {
  const ask = async () => (await client.request(dataPoolFreshnessQuery, { id: orders.dataPool })).dataPool;
  const first = (await ask())?.freshness;
  const ms = (time: string | null | undefined) => Date.parse(time ?? '');
  expect(ms(first?.lastEventAt)).toBeGreaterThanOrEqual(sentFrom);
  expect(ms(first?.lastReceivedAt)).toBeGreaterThanOrEqual(ms(first?.lastEventAt));
  expect(ms(first?.lastReceivedAt)).toBeLessThanOrEqual(Date.now());
  expect(first?.query).toMatchObject({ type: 'STATS', status: 'COMPLETED' });
  // An order each hour: all were received together, the oldest nine hours late.
  const sinceLast = ms(first?.lastReceivedAt) - ms(first?.lastEventAt);
  const hourMs = 3_600_000;
  expect(first?.lateness).toEqual({
    p50: 5 * hourMs + sinceLast,
    p95: 9 * hourMs + sinceLast,
    p99: 9 * hourMs + sinceLast,
  });
  const late = { created_at: '2020-01-01T00:00:00Z', user: { country: 'CH' }, price: 1, quantity: 1 };
  await client.sendEvents(orders.webhookUrl, [late]);
  const second = (await ask())?.freshness;
  expect(second?.lastEventAt).toBe(first?.lastEventAt);
  expect(ms(second?.lastReceivedAt)).toBeGreaterThanOrEqual(ms(first?.lastReceivedAt));
  expect(second?.lateness?.p99).toBe(ms(second?.lastReceivedAt) - Date.parse(late.created_at));
});
