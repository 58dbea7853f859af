/** Several nodes on one PostgreSQL and one ClickHouse server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClickHouseHttp, serveHttp } from '../support/clickhouse-http.js';
import { type EmbeddedEngine, openEmbedded } from '../support/engines.js';
import { subscribe } from '../support/event-streams.js';
import { administer, freshDatabase } from '../support/fresh-database.js';
import { type OwnService, startService } from '../support/service.js';
import { beginRequest, isClosed } from '../support/stopping.js';
import { createWebhook, post } from '../support/webhook.js';

let clickhouse: EmbeddedEngine;
let http: ClickHouseHttp;
let databaseUrl: string;
let one: OwnService;
let two: OwnService;

beforeAll(async () => {
  [clickhouse, databaseUrl] = await Promise.all([openEmbedded(), freshDatabase()]);
  http = await serveHttp(clickhouse.host);
  const env = { WEIR_CLICKHOUSE_URL: http.url.href, WEIR_DATABASE_URL: databaseUrl };
  one = await startService({ env });
  two = await startService({ env });
});
afterAll(async () => {
  await Promise.all([one.discard(), two.discard()]);
  await http.close();
  await clickhouse.close();
});

it('see what others create', async () => {
  await one.graphql('mutation { createApplication(input: {uniqueName: "shared"}) { __typename } }');
  const seen = async () =>
    (await two.graphql('{ applicationByName(uniqueName: "shared") { id } }')).data?.applicationByName?.id;
  await expect.poll(seen).toMatch(/^APP/);
});

it('tell their subscribers what others change, of records and of the catalog', async () => {
  const { dataPoolId, path } = await createWebhook(one, [{ name: 'n', type: 'INT64' }]);
  const stream = await subscribe(
    one,
    'subscription ($input: CounterInput!) { counter(input: $input) { value } }',
    { input: { metric: { count: { dataPool: { id: dataPoolId } } } } },
  );
  await expect.poll(() => stream.answers.length).toBe(1);
  await expect.poll(async () => (await post(two, path, [{ n: 1 }])).status, { timeout: 5_000 }).toBe(200);
  await expect.poll(() => stream.answers.at(-1)?.data?.counter.value, { timeout: 15_000 }).toBe('1');
  await two.request('mutation ($id: ID!) { deleteDataPool(id: $id) }', { id: dataPoolId });
  await expect.poll(() => stream.isClosed(), { timeout: 15_000 }).toBe(true);
  expect(stream.answers.at(-1)?.errors?.[0]?.extensions.code).toMatch(/NOT_FOUND|CONFLICT/);
});

const corrections = 8;

it('store a quarantined event once that both of them correct at the same time', async () => {
  const columns = [{ name: 'n', type: 'INT64', nullable: false }];
  const { dataPoolId, dataSourceId, path } = await createWebhook(one, columns, {
    errorHandling: 'QUARANTINE',
  });
  const bad = Array.from({ length: corrections }, () => ({ n: 'x' }));
  await expect.poll(async () => (await post(two, path, bad)).status, { timeout: 5_000 }).toBe(200);
  const { quarantinedEvents } = await one.request<{ quarantinedEvents: { nodes: { id: string }[] } }>(
    'query ($id: ID!) { quarantinedEvents(dataSource: $id, first: 100) { nodes { id } } }',
    { id: dataSourceId },
  );
  const ids = quarantinedEvents.nodes.map(({ id }) => id);
  const mutation = `mutation ($input: CorrectQuarantinedEventInput!) {
    correctQuarantinedEvent(input: $input) { __typename }
  }`;
  for (const [n, id] of ids.entries()) {
    const input = { dataSource: dataSourceId, id, payload: JSON.stringify({ n }) };
    const answers = await Promise.all([one, two].map((node) => node.graphql(mutation, { input })));
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'stored');
    expect(codes).toContain('stored');
    for (const code of codes) expect(code).toMatch(/^(stored|NOT_FOUND|UNAVAILABLE)$/);
  }
  const { sqlV1 } = await one.request<{ sqlV1: { rows: string[][] } }>(
    'query ($query: String!) { sqlV1(input: { query: $query }) { rows } }',
    { query: `SELECT n FROM "${dataPoolId}" ORDER BY 1` },
  );
  expect(sqlV1.rows).toEqual(ids.map((_, n) => [String(n)]));
});

async function takeAway(): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1);
  await administer(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
}

it('answer UNAVAILABLE while PostgreSQL is away, and go on when it is back', async () => {
  await takeAway();
  const ask = async () =>
    (await one.graphql('{ applications { nodes { id } } }')).errors?.[0]?.extensions.code ?? 'answered';
  await expect.poll(ask).toBe('UNAVAILABLE');
  expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
  await administer(`ALTER DATABASE ${new URL(databaseUrl).pathname.slice(1)} ALLOW_CONNECTIONS true`);
  await expect.poll(ask).toBe('answered');
});

it('stop as usual while PostgreSQL is away: requests are answered, and the exit code is 0', async () => {
  const body = 'grant_type=client_credentials';
  const asking = await beginRequest(
    `${one.url}/oauth2/token`,
    one.authorization,
    'application/x-www-form-urlencoded',
    body,
  );
  const outcome = new Promise((resolve) => {
    asking.once('response', (answer) => resolve(answer.resume().statusCode));
    asking.once('error', resolve);
  });
  await takeAway();
  one.process.kill('SIGTERM');
  await isClosed(one);
  asking.end(body);
  expect(await outcome).toBe(503);
  expect((await one.ended).code).toBe(0);
});
