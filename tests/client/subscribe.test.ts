/** `client.subscribe` on a real service: answers, and tokens that end. Outages are in tests/api/restart.test.ts. */
import { counterQuery, createWeirClient, dataGridQuery } from '@weir/client';
import { beforeAll, expect, it } from 'vitest';
import type { Service } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
});

const send = async (n: number) => expect((await post(service, webhook.path, [{ n }])).status).toBe(200);
const clientOf = ({ url, clientId, clientSecret }: Service) =>
  createWeirClient({
    url,
    credentials: { clientId, clientSecret },
    retry: { waitMsBase: 50, waitMsMax: 300 },
  });
const count = (dataPoolId = webhook.dataPoolId) => ({
  input: { metric: { count: { dataPool: { id: dataPoolId } } } },
});

it('answers now and after every change, several at once on one connection, until the loop is left', async () => {
  const client = clientOf(service);
  const counts: (string | null | undefined)[] = [];
  for await (const { counter } of client.subscribe(counterQuery, count())) {
    counts.push(counter?.value);
    if (counts.length === 3) break;
    await send(counts.length);
  }
  expect(counts).toEqual(['0', '1', '2']);
  await expect.poll(async () => /^weir_subscriptions 0$/m.test(await scrape(service))).toBe(true);

  const leaving = new AbortController();
  const { signal } = leaving;
  const grid = client.subscribe(
    dataGridQuery,
    { input: { dataPool: { id: webhook.dataPoolId }, columns: ['n'], first: 1 } },
    { signal },
  );
  const counters = client.subscribe(counterQuery, count(), { signal });
  expect((await grid.next()).value).toMatchObject({ dataGrid: { rows: [['2']] } });
  expect((await counters.next()).value).toMatchObject({ counter: { value: '2' } });
  await send(3);
  expect((await grid.next()).value).toMatchObject({ dataGrid: { rows: [['3']] } });
  expect((await counters.next()).value).toMatchObject({ counter: { value: '3' } });
  const next = [grid.next(), counters.next()];
  leaving.abort();
  for (const waiting of next) await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(async () => /^weir_subscriptions 0$/m.test(await scrape(service))).toBe(true);
});

it('asks for nothing if its signal is aborted already', async () => {
  const asked: unknown[] = [];
  const { url, clientId, clientSecret } = service;
  const client = createWeirClient({
    url,
    credentials: { clientId, clientSecret },
    fetch: (address, init) => {
      asked.push(address);
      return fetch(address, init);
    },
  });
  const answers = client.subscribe(counterQuery, count(), { signal: AbortSignal.abort() });
  await expect(answers.next()).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual([]);
});

it('throws what cannot be answered', async () => {
  const values = clientOf(service).subscribe(counterQuery, { input: { metric: { name: 'missing' } } });
  await expect(values.next()).rejects.toMatchObject({ name: 'WeirError', code: 'NOT_FOUND' });
});

it('goes on with a new token when the old one is revoked', async () => {
  const client = clientOf(service);
  const first = await client.accessToken();
  const values = client.subscribe(counterQuery, count());
  const before = Number((await values.next()).value?.counter?.value);
  const next = values.next();
  const { clientId, clientSecret } = service;
  const revocation = await fetch(`${service.url}/oauth2/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: first, client_id: clientId, client_secret: clientSecret }),
  });
  expect(revocation.status).toBe(200);
  await expect.poll(async () => (await client.accessToken()) !== first).toBe(true);
  await send(before);
  await expect
    .poll(async () => (await next).value?.counter?.value)
    .toMatch(new RegExp(`^(${before}|${before + 1})$`));
  await values.return();
});
