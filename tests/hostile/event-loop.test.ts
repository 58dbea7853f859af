import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extent, sample } from '../support/extent.js';
import { openSocket } from '../support/raw-http.js';
import { basic, clientId, clientSecret, type OwnService, startService } from '../support/service.js';
import { longestStallMs } from '../support/service-metrics.js';
import { type HostileRequest, hostileBodies, requestBytes } from './bodies.js';
import { type HostileDocument, hostileDocuments } from './documents.js';
import { hostileColumns, hostileTable, hostileTexts } from './sql-texts.js';
import { hostileStatements } from './statements.js';

/**
 * The whole hostile corpus against a running service, one request after the other. Each is answered soon, never with a
 * fault, and none holds the event loop longer than a moment, which is measured inside the service. `npm test` sends a part of
 * the corpus, and notices only what would be far too long on any machine.
 */
const stallMsMax = extent(2_000, 100);
/**
 * A busy machine stalls too, for seconds on end if it shares its cores: only what stalls every time, with longer and longer
 * pauses in between, is the request's doing.
 */
const attemptsMax = extent(3, 20);
const pauseMs = 100;
const answerMsMax = 60_000;
const timeout = 900_000;

let service: OwnService;
let webhookPath = '';
const authorization = basic(clientId, clientSecret);

beforeAll(async () => {
  service = await startService({
    env: {
      WEIR_REQUEST_TIMEOUT_MS: '2000',
      WEIR_QUERY_TIMEOUT_MS: '3000',
      WEIR_MEMORY_LIMIT_BYTES: '2000000000',
    },
  });
  const { data } = await service.graphql(
    '{ dataSources { nodes { connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }',
  );
  webhookPath = new URL(data.dataSources.nodes[0].connectionSettings.webhookUrl).pathname;
  const created = await service.graphql(
    `mutation ($input: CreateWebhookDataSourceInput!) {
      createWebhookDataSource(input: $input) { dataSource { id } } }`,
    {
      input: {
        uniqueName: hostileTable,
        connectionSettings: {
          columns: hostileColumns.map(({ name, type, nullable, jsonProperty }) => ({
            name,
            type,
            nullable,
            jsonProperty,
          })),
        },
      },
    },
  );
  expect(created.errors).toBeUndefined();
});
afterAll(() => service.discard());

/** The status of the answer, which may come before everything is sent; 0 when the connection ends without one. */
async function statusOf(request: HostileRequest): Promise<number> {
  const socket = await openSocket(service.url);
  const answered = new Promise<number>((resolve, reject) => {
    socket
      .setEncoding('utf8')
      .once('data', (text: string) => resolve(Number(/^HTTP\/1.1 (\d+) /.exec(text)?.[1])));
    socket.once('close', () => resolve(0));
    socket.setTimeout(answerMsMax, () => reject(new Error('There is no answer')));
  });
  socket.write(requestBytes(request));
  return await answered.finally(() => socket.destroy());
}

/** What is wrong with the answer of a GraphQL request, if anything. */
async function faultOf(query: string, variables: object = {}): Promise<string | undefined> {
  const { status, errors = [] } = await service.graphql(query, variables);
  if (status >= 500 && status !== 503) return `status ${status}`;
  return errors.some(({ extensions }) => extensions.code === 'INTERNAL') ? 'INTERNAL' : undefined;
}

/** What is wrong with the answer of a batch, if anything. */
async function faultOfBatch(documents: readonly HostileDocument[]): Promise<string | undefined> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(documents),
  });
  if (response.status >= 500 && response.status !== 503) return `status ${response.status}`;
  return (await response.text()).includes('"INTERNAL"') ? 'INTERNAL' : undefined;
}

/** As often as a batch and a body allow. */
const repeated = (document: HostileDocument): HostileDocument[] =>
  Array(Math.min(20, Math.floor(1_000_000 / (JSON.stringify(document).length + 1)))).fill(document);

type Send = () => Promise<string | undefined>;

/** Sends each, again while it stalls, and names those that are answered wrongly or stall every time. */
async function faultsOf(requests: Iterable<readonly [string, Send]>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, send] of requests) {
    const stalls: number[] = [];
    do {
      await delay(pauseMs * stalls.length);
      await longestStallMs(service);
      const fault = await send();
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
      stalls.push(await longestStallMs(service));
    } while (Math.min(...stalls) > stallMsMax && stalls.length < attemptsMax);
    if (Math.min(...stalls) > stallMsMax) faults.push(`${name}: stalled ${stalls.map(Math.round)} ms`);
  }
  return faults;
}

const sql = `query ($query: String!, $dialect: SqlDialectV1) {
  sqlV1(input: { query: $query, dialect: $dialect }) { rows } }`;
const counters = 'query ($inputs: [CounterInput!]!) { counters(input: $inputs) { value } }';

function sendText({ kind, dialect, text }: (typeof hostileTexts)[number]): Promise<string | undefined> {
  if (kind === 'statement') return faultOf(sql, { query: text, dialect });
  const dataPool = { name: hostileTable };
  const input =
    kind === 'filter'
      ? { metric: { count: { dataPool } }, filterSql: text }
      : { metric: { custom: { dataPool, expression: text } } };
  return faultOf(counters, { inputs: [input] });
}

describe('the event loop stands still for moments only, whatever comes', () => {
  it('as a body', { timeout }, async () => {
    const requests = sample([...hostileBodies({ webhookPath, authorization })], 12).map(
      ([name, make]): [string, Send] => [
        name,
        async () => {
          const status = await statusOf(make());
          return status >= 500 && status !== 503 ? `status ${status}` : undefined;
        },
      ],
    );
    expect(await faultsOf(requests)).toEqual([]);
  });

  it('as a document', { timeout }, async () => {
    const requests = sample(Object.entries(hostileDocuments), 20).map(
      ([name, { query, variables }]): [string, Send] => [name, () => faultOf(query, variables)],
    );
    expect(await faultsOf(requests)).toEqual([]);
  });

  it('as a batch of documents, no longer than by the same documents one after the other', {
    timeout,
  }, async () => {
    const stallOf = async (send: () => Promise<unknown>) => {
      await longestStallMs(service);
      await send();
      return await longestStallMs(service);
    };
    const faults: string[] = [];
    for (const [name, document] of sample(Object.entries(hostileDocuments), 4)) {
      const documents = repeated(document);
      const stalls: string[] = [];
      for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
        await delay(pauseMs * attempt);
        const together = await stallOf(async () => {
          const fault = await faultOfBatch(documents);
          if (fault !== undefined) faults.push(`${name}: ${fault}`);
        });
        if (together <= stallMsMax) break;
        const apart = await stallOf(async () => {
          for (const { query, variables } of documents) await faultOf(query, variables);
        });
        if (together <= 2 * apart) break;
        stalls.push(`${Math.round(together)} ms instead of ${Math.round(apart)} ms`);
      }
      if (stalls.length === attemptsMax) faults.push(`${name}: stalled ${stalls.join(', ')}`);
    }
    expect(faults).toEqual([]);
  });

  it('as a filter, an expression or a statement', { timeout }, async () => {
    const requests = sample(hostileTexts, 16).map((text): [string, Send] => [
      `${text.kind} ${text.name}`,
      () => sendText(text),
    ]);
    expect(await faultsOf(requests)).toEqual([]);
  });

  it('as a hundred filters at once', { timeout }, async () => {
    const metric = { count: { dataPool: { name: hostileTable } } };
    const filters = hostileTexts.filter(({ kind }) => kind === 'filter').slice(0, extent(3, 25));
    // As long as they may be while a hundred of them fit into one body.
    const requests = filters.map(({ name, text }): [string, Send] => [
      `100 x ${name}`,
      () =>
        faultOf(counters, {
          inputs: Array.from({ length: 100 }, () => ({ metric, filterSql: text.slice(0, 9_000) })),
        }),
    ]);
    expect(await faultsOf(requests)).toEqual([]);
  });

  it('as a statement against the engine, or as its message', { timeout }, async () => {
    const requests = sample(Object.entries(hostileStatements), 10).map(
      ([name, { query, dialect }]): [string, Send] => [name, () => faultOf(sql, { query, dialect })],
    );
    expect(await faultsOf(requests)).toEqual([]);
  });

  it('and the service goes on working', async () => {
    expect(service.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
    const { data } = await service.graphql('{ environment { uniqueName } }');
    expect(data.environment.uniqueName).toBe('default');
  });
});
