/** One connection for several operations, by plain HTTP: the protocol of graphql-sse. */
import { beforeAll, expect, it } from 'vitest';
import { basic, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
});

const query = 'subscription ($input: CounterInput!) { counter(input: $input) { value } }';
const variables = () => ({ input: { metric: { count: { dataPool: { id: webhook.dataPoolId } } } } });
const headers = () => ({ authorization: service.authorization });

it('answers several operations, each with its ID, until they are complete or ended', async () => {
  const url = `${service.url}/graphql/stream`;
  const reserved = await fetch(url, { method: 'PUT', headers: headers() });
  expect(reserved.status).toBe(201);
  const token = { ...headers(), 'x-graphql-event-stream-token': await reserved.text() };
  const leaving = new AbortController();
  const stream = await fetch(url, {
    headers: { ...token, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  let text = '';
  const reading = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (chunk) => {
        text += chunk;
      },
    }),
  );
  /** The events of an operation: the payload of each answer, and `complete`. */
  const eventsOf = (operationId: string) =>
    [...text.matchAll(/event: (\w+)\ndata: (.+)\n\n/g)]
      .map(([, event, data]) => ({ event, ...JSON.parse(data ?? '') }))
      .filter(({ id }) => id === operationId)
      .map(({ event, payload }) => payload ?? event);
  const start = async (operationId: string, operation: object) => {
    const body = JSON.stringify({ ...operation, extensions: { operationId } });
    const json = { 'content-type': 'application/json; charset=utf-8' };
    expect((await fetch(url, { method: 'POST', headers: { ...token, ...json }, body })).status).toBe(202);
  };
  const counted = (value: string) => ({ data: { counter: { value } } });

  await start('count', { query, variables: variables() });
  await start('values', {
    query: 'subscription ($input: TopValuesInput!) { topValues(input: $input) { values } }',
    variables: { input: { dataPool: { id: webhook.dataPoolId }, columnName: 'n' } },
  });
  await expect.poll(() => eventsOf('count')).toEqual([counted('0')]);
  await expect.poll(() => eventsOf('values')).toEqual([{ data: { topValues: { values: [] } } }]);
  expect((await post(service, webhook.path, [{ n: 1 }])).status).toBe(200);
  await expect.poll(() => eventsOf('count')).toEqual([counted('0'), counted('1')]);
  await expect.poll(() => eventsOf('values').at(-1)).toEqual({ data: { topValues: { values: ['1'] } } });

  const ended = await fetch(`${url}?operationId=values`, { method: 'DELETE', headers: token });
  expect(ended.status).toBe(200);
  await start('once', { query: query.replace('subscription', 'query'), variables: variables() });
  await expect.poll(() => eventsOf('once')).toEqual([counted('1'), 'complete']);
  await start('wrong', { query: 'subscription { nothing }' });
  await expect
    .poll(() => eventsOf('wrong'))
    .toMatchObject([{ errors: [{ extensions: { code: 'BAD_REQUEST' } }] }, 'complete']);
  expect((await post(service, webhook.path, [{ n: 2 }])).status).toBe(200);
  await expect.poll(() => eventsOf('count').at(-1)).toEqual(counted('2'));
  expect(eventsOf('values')).toHaveLength(2);
  leaving.abort();
  await expect(reading).rejects.toThrow();
});

it('leaves streams to other Applications, however many it reserves', async () => {
  const crowd = await newApplication('crowd');
  const reserve = async (as: string) => {
    const response = await fetch(`${service.url}/graphql/stream`, {
      method: 'PUT',
      headers: { authorization: as },
    });
    return { status: response.status, body: await response.text() };
  };
  const reserved = await Promise.all(Array.from({ length: 510 }, () => reserve(crowd)));
  const refused = reserved.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(10);
  expect(refused[0]).toMatchObject({ status: 429 });
  expect(refused[0]?.body).toContain('Your Application has 500 streams without a connection, the limit');
  expect((await reserve(await newApplication('calm'))).status).toBe(201);
});

it('may not use the stream of another Application, and streams are refused by name', async () => {
  const stranger = await newApplication('stranger');
  const url = `${service.url}/graphql/stream`;
  const reserved = await fetch(url, { method: 'PUT', headers: headers() });
  expect(reserved.status).toBe(201);
  const token = { 'x-graphql-event-stream-token': await reserved.text() };
  const events = { accept: 'text/event-stream' };
  const status = async (init: RequestInit) => {
    const leaving = new AbortController();
    const response = await fetch(url, { ...init, signal: leaving.signal });
    leaving.abort();
    return response.status;
  };
  expect(await status({ headers: { authorization: stranger, ...token, ...events } })).toBe(404);
  expect(await status({ headers: { ...headers(), ...events } })).toBe(404);
  expect(await status({ headers: { ...headers(), ...token } })).toBe(406);
  expect(await status({ headers: { ...token, ...events } })).toBe(401);
  const operation = { method: 'POST', body: JSON.stringify({ query, variables: variables() }) };
  const json = { 'content-type': 'application/json' };
  expect(await status({ ...operation, headers: { ...headers(), ...token, ...json } })).toBe(409);
  const leaving = new AbortController();
  const open = await fetch(url, { headers: { ...headers(), ...token, ...events }, signal: leaving.signal });
  expect(open.status).toBe(200);
  expect(await status({ headers: { ...headers(), ...token, ...events } })).toBe(409);
  expect(await status({ ...operation, headers: { ...headers(), ...token, ...json } })).toBe(400);
  leaving.abort();
});

async function newApplication(uniqueName: string): Promise<string> {
  const { createApplication } = await service.request<{
    createApplication: { application: { id: string; secret: string } };
  }>(`mutation { createApplication(input: { uniqueName: "${uniqueName}", scopes: [METRIC_QUERY] }) {
    ... on ApplicationResponse { application { id secret } } } }`);
  const { id, secret } = createApplication.application;
  return basic(id, secret);
}
