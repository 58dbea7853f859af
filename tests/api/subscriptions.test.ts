/** Answers that stay current: subscriptions over server-sent events, as a client meets them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { subscribe } from '../support/event-streams.js';
import { extent } from '../support/extent.js';
import { basic, type Service, token } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { openService } from '../support/shared-service.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;
let application: { id: string; secret: string };

beforeAll(async () => {
  service = await openService();
  webhook = await createWebhook(
    service,
    [
      { name: 'tenant', type: 'STRING' },
      { name: 'price', type: 'DOUBLE' },
    ],
    { accessControlEnabled: false },
  );
  await send({ tenant: 'a', price: 1 });
  application = await createApplicationWith('viewer');
});

async function createApplicationWith(uniqueName: string): Promise<typeof application> {
  const { createApplication } = await service.request<{
    createApplication: { application: typeof application };
  }>(`mutation { createApplication(input: { uniqueName: "${uniqueName}", scopes: [METRIC_QUERY] }) {
    ... on ApplicationResponse { application { id secret } } } }`);
  return createApplication.application;
}

const send = async (...events: object[]) =>
  expect((await post(service, webhook.path, events)).status).toBe(200);

const bearer = async (policyValues: object = {}) => {
  const { body } = await token(service, {
    client_id: application.id,
    client_secret: application.secret,
    policy_values: JSON.stringify(policyValues),
  });
  return `Bearer ${body['access_token']}`;
};

const counter = `subscription ($input: CounterInput!) { counter(input: $input) { value } }`;
const countOf = (pool: string, filterSql?: string) => ({
  input: { metric: { count: { dataPool: { id: pool } } }, ...(filterSql && { filterSql }) },
});
const count = (filterSql?: string) => countOf(webhook.dataPoolId, filterSql);

const measure = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await scrape(service))?.[1] ?? 0);

describe('a subscription', () => {
  it('answers at once, then after a change, and not when the answer stays the same', async () => {
    const all = await subscribe(service, counter, count());
    const others = await subscribe(service, counter, count(`tenant = 'nobody'`));
    // What it says of the query itself is different each time, and is not a reason to answer.
    const withQuery = await subscribe(
      service,
      `subscription ($input: CounterInput!) { counter(input: $input) {
        value q: query { id } comparison { value query { id } } ...More } }
      fragment More on CounterResponse { query { sql } }`,
      {
        input: {
          ...count(`tenant = 'nobody'`).input,
          timeRange: { relative: 'LAST_N_DAYS', n: 7 },
          compare: { period: 'PREVIOUS_PERIOD' },
        },
      },
    );
    await expect.poll(() => [all, others, withQuery].map(({ answers }) => answers.length)).toEqual([1, 1, 1]);
    const before = Number(all.answers[0]?.data.counter.value);
    const askedBefore = await measure('weir_live_questions_asked_total');
    await send({ tenant: 'a' }, { tenant: 'b' });
    await expect.poll(() => all.answers.at(-1)?.data.counter.value).toBe(String(before + 2));
    const late = await subscribe(service, counter, count());
    await expect.poll(() => late.answers[0]?.data.counter.value).toBe(String(before + 2));
    // Each of the three questions is asked again after the change.
    await expect
      .poll(() => measure('weir_live_questions_asked_total'))
      .toBeGreaterThanOrEqual(askedBefore + 3);
    await send({ tenant: 'nobody' });
    await expect
      .poll(() => [others, withQuery].map(({ answers }) => answers.at(-1)?.data.counter.value))
      .toEqual(['1', '1']);
    expect(others.answers.map(({ data }) => data.counter.value)).toEqual(['0', '1']);
    expect(withQuery.answers.map(({ data }) => data.counter.value)).toEqual(['0', '1']);
    expect(withQuery.answers[0]?.data.counter.q.id).toMatch(/^QRY/);
    for (const stream of [all, late, others, withQuery]) stream.leave();
  });

  it('has the answer of the query of the same name, for each of them', async () => {
    const dataPool = { id: webhook.dataPoolId };
    const metric = { sum: { dataPool, measure: { columnName: 'price' } } };
    const timeRange = { relative: 'TODAY' };
    const operations: Record<string, readonly [string, unknown, string]> = {
      counter: ['CounterInput!', { metric }, 'value'],
      counters: ['[CounterInput!]!', [{ metric }, { metric: { count: { dataPool } } }], 'value'],
      timeSeries: ['TimeSeriesInput!', { metric, timeRange, granularity: 'DAY' }, 'labels values'],
      leaderboard: [
        'LeaderboardInput!',
        { metric, dimensions: [{ columnName: 'tenant' }], rowLimit: 5 },
        'headers rows',
      ],
      metricReport: [
        'MetricReportInput!',
        { dimensions: [{ columnName: 'tenant' }], metrics: [{ metric }] },
        'headers rows',
      ],
      topValues: ['TopValuesInput!', { dataPool, columnName: 'tenant' }, 'values'],
      dataGrid: ['DataGridInput!', { dataPool, columns: ['tenant', 'price'], first: 2 }, 'rows'],
    };
    const asked = await Promise.all(
      Object.entries(operations).map(async ([name, [type, input, fields]]) => {
        const document = (kind: string) =>
          `${kind} ($input: ${type}) { ${name}(input: $input) { ${fields} } }`;
        const stream = await subscribe(service, document('subscription'), { input });
        const { data } = await service.graphql(document('query'), { input });
        return { name, stream, data };
      }),
    );
    for (const { name, stream, data } of asked) {
      await expect.poll(() => stream.answers.length, { message: name }).toBe(1);
      expect(stream.answers[0], name).toEqual({ data });
    }
    await send({ tenant: 'another', price: 10 });
    for (const { name, stream, data } of asked) {
      await expect.poll(() => stream.answers.length, { message: name, timeout: 5_000 }).toBe(2);
      expect(stream.answers[1]?.data, name).not.toEqual(data);
      stream.leave();
    }
  });

  it('is asked once for all with the same question', async () => {
    await expect.poll(() => measure('weir_subscriptions')).toBe(0);
    const document =
      'subscription ($input: CounterInput!) { counter(input: $input) { value } } # one question';
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => subscribe(service, document, count())),
    );
    await expect.poll(() => streams.every(({ answers }) => answers.length === 1)).toBe(true);
    expect(await measure('weir_subscriptions')).toBe(100);
    expect(await measure('weir_live_questions')).toBe(1);
    const asked = await measure('weir_live_questions_asked_total');
    const queries = async () =>
      Number(
        /^weir_queries_total{type="METRIC",status="COMPLETED"} (\d+)$/m.exec(await scrape(service))?.[1],
      );
    const before = await queries();
    await send({ tenant: 'a' });
    await expect
      .poll(() => streams.every(({ answers }) => answers.length === 2), { timeout: 5_000 })
      .toBe(true);
    const runs = async () => (await measure('weir_live_questions_asked_total')) - asked;
    // A minute may begin meanwhile.
    expect(await runs()).toBeLessThanOrEqual(3);
    await expect.poll(async () => (await queries()) - before === (await runs())).toBe(true);
    for (const { leave } of streams) leave();
    await expect.poll(() => measure('weir_live_questions')).toBe(0);
  });

  it('follows changes of its Metric, and ends with a reason when the Metric is deleted', async () => {
    const { createSumMetric } = await service.request<{ createSumMetric: { metric: { id: string } } }>(
      `mutation ($input: CreateSumMetricInput) { createSumMetric(input: $input) { metric { id } } }`,
      { input: { dataPool: webhook.dataPoolId, uniqueName: 'prices', measure: { columnName: 'price' } } },
    );
    const stream = await subscribe(
      service,
      'subscription { counter(input: { metric: { name: "prices" } }) { value format { style } } }',
    );
    await expect.poll(() => stream.answers.length).toBe(1);
    await service.request(
      `mutation ($metric: ID!) { modifyMetric(input: { metric: $metric, format: { style: PERCENT } }) { metric { id } } }`,
      { metric: createSumMetric.metric.id },
    );
    await expect
      .poll(() => stream.answers.at(-1)?.data.counter.format, { timeout: 5_000 })
      .toEqual({ style: 'PERCENT' });
    await service.request(`mutation ($id: ID!) { deleteMetric(id: $id) }`, { id: createSumMetric.metric.id });
    await expect.poll(() => stream.isClosed(), { timeout: 5_000 }).toBe(true);
    expect(stream.isComplete()).toBe(true);
    expect(stream.answers.at(-1)?.errors?.[0]).toMatchObject({
      message: 'Metric prices not found',
      extensions: { code: 'NOT_FOUND' },
    });
  });

  it('says what is wrong with it, and is refused as JSON', async () => {
    for (const [document, message] of [
      ['subscription { nothing }', /Cannot query field "nothing" on type "Subscription"/],
      [
        'subscription { a: counter(input: {}) { value } b: counter(input: {}) { value } }',
        /only one top level field/i,
      ],
      [
        'subscription { counter(input: { metric: { name: "missing" } }) { value } }',
        /Metric missing not found/,
      ],
    ] as const) {
      const stream = await subscribe(service, document);
      await expect.poll(() => stream.isClosed(), { message: document }).toBe(true);
      expect(stream.isComplete()).toBe(true);
      expect(stream.answers).toHaveLength(1);
      expect(stream.answers[0]?.errors?.[0]?.message).toMatch(message);
    }
    const sent = async (query: string, accept: string) =>
      await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { authorization: await bearer(), 'content-type': 'application/json', accept },
        body: JSON.stringify({ query, variables: count() }),
      });
    const malformed = await sent('subscription {', 'text/event-stream');
    expect([malformed.status, await malformed.text()]).toEqual([
      400,
      expect.stringContaining('Syntax Error'),
    ]);
    const json = await sent(counter, 'application/json');
    expect(await json.text()).toContain('Accept: text/event-stream');
  });

  it('is answered with events where urql accepts parts of a message, too', async () => {
    const accept = 'text/event-stream, multipart/mixed';
    const stream = await subscribe(service, counter, count(), service.authorization, accept);
    await expect.poll(() => stream.answers.length).toBe(1);
    stream.leave();
  });

  it('is not needed for events: a query has one answer, and is answered with JSON where both are accepted', async () => {
    const document = counter.replace('subscription', 'query');
    const stream = await subscribe(service, document, count());
    await expect.poll(() => stream.isClosed()).toBe(true);
    expect([stream.answers.length, stream.isComplete()]).toEqual([1, true]);
    const both = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: await bearer(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ query: document, variables: count() }),
    });
    expect(await both.json()).toEqual(stream.answers[0]);
  });
});

it('may have the ID of a query on the same connection that was cancelled', async () => {
  const url = `${service.url}/graphql/stream`;
  const reserved = await fetch(url, { method: 'PUT', headers: { authorization: service.authorization } });
  const headers = {
    authorization: service.authorization,
    'x-graphql-event-stream-token': await reserved.text(),
  };
  const leaving = new AbortController();
  const stream = await fetch(url, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  let text = '';
  const read = stream.body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (chunk) => {
        text += chunk;
      },
    }),
  );
  const start = async (query: string) => {
    const body = JSON.stringify({ query, variables: count(), extensions: { operationId: 'one' } });
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    expect((await fetch(url, post)).status).toBe(202);
  };
  const slow = 'SELECT sum(a.n * b.n) FROM generate_series(1, 3000000) a(n), generate_series(1, 100000) b(n)';
  await start(`{ sqlV1(input: { query: "${slow}" }) { rows } }`);
  await expect.poll(() => measure('weir_queries_running')).toBe(1);
  await fetch(`${url}?operationId=one`, { method: 'DELETE', headers });
  await start(counter);
  await expect.poll(() => measure('weir_queries_running')).toBe(0);
  await send({ tenant: 'a' });
  await expect.poll(() => text.match(/"value"/g)).toHaveLength(2);
  expect(text).not.toContain('complete');
  leaving.abort();
  await expect(read).rejects.toThrow();
  await expect.poll(() => measure('weir_subscriptions')).toBe(0);
});

describe('the rights of a subscriber', () => {
  it('are those of its token, until it is revoked or the Application loses them', async () => {
    const authorization = await bearer();
    const losing = await createApplicationWith('losing');
    const loser = await subscribe(service, counter, count(), basic(losing.id, losing.secret));
    await expect.poll(() => loser.answers.length).toBe(1);
    const stream = await subscribe(service, counter, count(), authorization);
    const forbidden = await subscribe(
      service,
      'subscription ($input: DataGridInput!) { dataGrid(input: $input) { rows } }',
      { input: { dataPool: { id: webhook.dataPoolId }, columns: ['tenant'] } },
      authorization,
    );
    await expect.poll(() => [stream.answers.length, forbidden.isClosed()]).toEqual([1, true]);
    expect(forbidden.answers[0]?.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    const revocation = await fetch(`${service.url}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({
        token: authorization.slice('Bearer '.length),
        client_id: application.id,
        client_secret: application.secret,
      }),
    });
    expect(revocation.status).toBe(200);
    await service.request(`mutation { modifyApplication(input: { idOrUniqueName: { uniqueName: "losing" },
      scopes: [DATA_POOL_QUERY] }) { ... on ApplicationResponse { application { id } } } }`);
    await expect.poll(() => [stream.isClosed(), loser.isClosed()], { timeout: 15_000 }).toEqual([true, true]);
    expect(loser.answers.at(-1)?.errors?.[0]?.message).toMatch(/^The scopes or the tier of the Application/);
    expect(stream.isComplete()).toBe(true);
    expect(stream.answers.at(-1)?.errors?.[0]).toMatchObject({
      message: 'The access token has been revoked',
      extensions: { code: 'UNAUTHENTICATED' },
    });
  });

  it('are those of its secret, until it is revoked, however many subscribe with it', async () => {
    const { id, secret } = await createApplicationWith('rotated');
    // More than the wrong secrets that are free.
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => subscribe(service, counter, count(), basic(id, secret))),
    );
    await expect.poll(() => streams.every(({ answers }) => answers.length > 0)).toBe(true);
    const { rotateApplicationSecret } = await service.request<{
      rotateApplicationSecret: { application: { secret: string } };
    }>(
      `mutation ($id: ID!) { rotateApplicationSecret(id: $id, keepPrevious: false) { application { secret } } }`,
      { id },
    );
    await expect.poll(() => streams.every((stream) => stream.isClosed())).toBe(true);
    for (const stream of streams)
      expect(stream.answers.at(-1)?.errors?.[0]).toMatchObject({
        message: 'The client secret has been revoked',
        extensions: { code: 'UNAUTHENTICATED' },
      });
    // From the same address.
    const renewed = rotateApplicationSecret.application.secret;
    expect((await token(service, { client_id: id, client_secret: renewed })).status).toBe(200);
  });

  it('hide the events of other tenants completely', async () => {
    const shared = await createWebhook(service, [{ name: 'tenant', type: 'STRING' }], {
      accessControlEnabled: true,
    });
    const { createDataPoolAccessPolicy } = await service.request<{
      createDataPoolAccessPolicy: { dataPoolAccessPolicy: { id: string } };
    }>(
      `mutation ($input: CreateDataPoolAccessPolicyInput!) {
        createDataPoolAccessPolicy(input: $input) { dataPoolAccessPolicy { id } } }`,
      {
        input: {
          dataPool: shared.dataPoolId,
          uniqueName: 'own-tenant',
          columns: ['*'],
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a policy.
          filterSql: 'tenant = ${{ tenant }}',
        },
      },
    );
    await service.request(
      `mutation ($policy: ID!, $application: ID!) {
        assignDataPoolAccessPolicyToApplication(dataPoolAccessPolicy: $policy, application: $application) }`,
      { policy: createDataPoolAccessPolicy.dataPoolAccessPolicy.id, application: application.id },
    );
    const of = async (tenant: string) =>
      await subscribe(service, counter, countOf(shared.dataPoolId), await bearer({ tenant }));
    const [a, b] = [await of('a'), await of('b')];
    await expect.poll(() => [a.answers.length, b.answers.length]).toEqual([1, 1]);
    const before = b.text();
    for (let round = 1; round <= extent(2, 10); round += 1) {
      expect((await post(service, shared.path, [{ tenant: 'a' }])).status).toBe(200);
      await expect.poll(() => a.answers.at(-1)?.data.counter.value, { timeout: 5_000 }).toBe(String(round));
    }
    // Heartbeats come every 12 s, whatever happens.
    expect(b.text().replace(/:\n\n$/, '')).toBe(before.replace(/:\n\n$/, ''));
    expect(b.answers).toEqual([{ data: { counter: { value: '0' } } }]);
    for (const stream of [a, b]) stream.leave();
  });
});
