/** Subscriptions with the clients that people use, unmodified. */
import { createClient } from 'graphql-sse';
import * as urql4 from 'urql-core-4';
import * as urql5 from 'urql-core-5';
import * as urql6 from 'urql-core-6';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, clientId, clientSecret, type OwnService, startService } from '../support/service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: OwnService;
let webhook: Webhook;
let sent = 0;

beforeAll(async () => {
  service = await startService();
  webhook = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
});
afterAll(() => service.discard());

const send = async () => {
  sent += 1;
  expect((await post(service, webhook.path, [{ n: sent }])).status).toBe(200);
};

const query = 'subscription ($input: CounterInput!) { counter(input: $input) { value } }';
const variables = () => ({ input: { metric: { count: { dataPool: { id: webhook.dataPoolId } } } } });
const headers = { authorization: basic(clientId, clientSecret) };

describe('graphql-sse', () => {
  it.each([
    ['a connection for each subscription', false],
    ['one connection for all', true],
  ] as const)('%s', async (_name, singleConnection) => {
    const client = createClient({
      url: `${service.url}/graphql${singleConnection ? '/stream' : ''}`,
      singleConnection,
      headers: { ...headers },
    });
    const one = client.iterate({ query, variables: variables() });
    const other = client.iterate({
      query: 'subscription ($input: TopValuesInput!) { topValues(input: $input) { values } }',
      variables: { input: { dataPool: { id: webhook.dataPoolId }, columnName: 'n' } },
    });
    expect(await one.next()).toEqual({ done: false, value: { data: { counter: { value: String(sent) } } } });
    expect((await other.next()).done).toBe(false);
    await send();
    expect(await one.next()).toEqual({ done: false, value: { data: { counter: { value: String(sent) } } } });
    expect((await other.next()).value).toMatchObject({ data: { topValues: { values: expect.any(Array) } } });
    await other.return?.();
    await send();
    expect(await one.next()).toMatchObject({ value: { data: { counter: { value: String(sent) } } } });
    // A query is answered on the same connection.
    const once = client.iterate({ query: query.replace('subscription', 'query'), variables: variables() });
    expect(await once.next()).toMatchObject({ value: { data: { counter: { value: String(sent) } } } });
    expect((await once.next()).done).toBe(true);
    const wrong = client.iterate({ query: 'subscription { nothing }' });
    expect((await wrong.next()).value).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    await one.return?.();
    client.dispose();
  });

  it('connects again after a restart', async () => {
    const env = { WEIR_PORT: '0' };
    let other = await startService({ env });
    const { directory } = other;
    const pool = await createWebhook(other, [{ name: 'n', type: 'INT64' }]);
    const { port } = new URL(other.url);
    const client = createClient({
      url: `${other.url}/graphql`,
      headers: { ...headers },
      retryAttempts: 100,
      retry: () => new Promise((resolve) => setTimeout(resolve, 200)),
    });
    const values = client.iterate({
      query,
      variables: { input: { metric: { count: { dataPool: { id: pool.dataPoolId } } } } },
    });
    expect(await values.next()).toMatchObject({ value: { data: { counter: { value: '0' } } } });
    const again = values.next();
    expect(await other.stop()).toBe(0);
    other = await startService({ directory, env: { WEIR_PORT: port } });
    expect(await again).toMatchObject({ value: { data: { counter: { value: '0' } } } });
    client.dispose();
    await other.discard();
  });
});

describe.each([
  ['urql 4', urql4],
  ['urql 5', urql5],
  ['urql 6', urql6],
])('%s', (_name, { Client, fetchExchange }) => {
  it('subscribes by fetch', async () => {
    const accepted: (string | null)[] = [];
    const client = new (Client as typeof urql6.Client)({
      url: `${service.url}/graphql`,
      exchanges: [fetchExchange] as urql6.Exchange[],
      fetchOptions: { headers },
      fetchSubscriptions: true,
      preferGetMethod: false,
      fetch: (url, init) => {
        accepted.push(new Headers(init?.headers).get('accept'));
        return fetch(url, init);
      },
    });
    const values: unknown[] = [];
    const { unsubscribe } = client
      .subscription(query, variables())
      .subscribe(({ data, error }) => values.push(error ?? (data as { counter: object }).counter));
    await expect.poll(() => values).toMatchObject([{ value: String(sent) }]);
    await send();
    await expect.poll(() => values.at(-1), { timeout: 5_000 }).toMatchObject({ value: String(sent) });
    unsubscribe();
    // tests/api/subscriptions.test.ts relies on it.
    expect(accepted).toEqual(['text/event-stream, multipart/mixed']);
  });
});
