/** `client.subscribe` on a real service: answers, outages, and tokens that end. */
import { counterQuery, createWeirClient, dataGridQuery, type WeirError } from '@weir/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: OwnService;
let webhook: Webhook;

beforeAll(async () => {
  service = await startService();
  webhook = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
});
afterAll(() => service.discard());

const send = async (n: number) => expect((await post(service, webhook.path, [{ n }])).status).toBe(200);
const clientOf = ({ url, clientId, clientSecret }: OwnService) =>
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

it('goes on after a restart, and tells of the outage', async () => {
  let other = await startService();
  const { directory } = other;
  const { dataPoolId, path } = await createWebhook(other, [{ name: 'n', type: 'INT64' }]);
  const { port } = new URL(other.url);
  const interruptions: WeirError[] = [];
  const values = clientOf(other).subscribe(counterQuery, count(dataPoolId), {
    onInterrupted: (error) => interruptions.push(error),
  });
  expect((await values.next()).value).toMatchObject({ counter: { value: '0' } });
  const next = values.next();
  expect(await other.stop()).toBe(0);
  await expect.poll(() => interruptions).toMatchObject([{ code: 'NETWORK_ERROR' }]);
  other = await startService({ directory, env: { WEIR_PORT: port } });
  expect((await next).value).toMatchObject({ counter: { value: '0' } });
  expect((await post(other, path, [{ n: 1 }])).status).toBe(200);
  expect((await values.next()).value).toMatchObject({ counter: { value: '1' } });
  await values.return();
  await other.discard();
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
