/** What a restart keeps, changes and interrupts. One restart serves all: each takes seconds. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { counterQuery, createWeirClient, type WeirError } from '@weir/client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../support/engines.js';
import { type Stream, subscribe } from '../support/event-streams.js';
import { type S3Server, startS3Server } from '../support/s3-server.js';
import {
  allowsPrivateEndpoints,
  connectionTo,
  createS3Source,
  createSyncedPool,
  synced,
  syncNow,
} from '../support/s3-source.js';
import {
  asApplication,
  clientId,
  clientSecret,
  type OwnService,
  startService,
  token,
} from '../support/service.js';
import { signers } from '../support/signers.js';
import { connectEngine, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: OwnService;
let s3: S3Server;
const wrongSecret = 'S3RVER-secret-that-must-not-appear';
let filesWithSecret: readonly string[];
/** What is left of the spool and of the journal when the service has stopped. */
let spooled: readonly string[];
let interrupted: Stream;
let large: Webhook;

const counter = 'subscription ($input: CounterInput!) { counter(input: $input) { value } }';
const countOf = (pool: Webhook) => ({ input: { metric: { count: { dataPool: { id: pool.dataPoolId } } } } });
const queryWith = (bearer: string) => service.graphql('{ environment { id } }', {}, `Bearer ${bearer}`);
const newToken = async () => String((await token(service)).body['access_token']);

/** Prepares something before the restart, and answers what holds after it. */
type Kept = () => Promise<() => Promise<void>>;

const kept: Record<string, Kept> = {
  'a saved query is there': async () => {
    const fields = 'id uniqueName description sql dialect environment { uniqueName } createdBy modifiedBy';
    const { createSavedQuery } = await service.request<{ createSavedQuery: { savedQuery: { id: string } } }>(
      `mutation { createSavedQuery(input: { uniqueName: "one", sql: "SELECT 1" }) { savedQuery { ${fields} } } }`,
    );
    const { savedQuery } = createSavedQuery;
    const read = `{ savedQuery(id: "${savedQuery.id}") { ${fields} } }`;
    return async () => expect(await service.request(read)).toEqual({ savedQuery });
  },

  'a dashboard is there': async () => {
    const fields = 'id uniqueName description timeZone tiles { title x y width height text { markdown } }';
    const tile = '{ x: 0, y: 0, width: 4, height: 3, text: { markdown: "# Sales" } }';
    const { createDashboard } = await service.request<{ createDashboard: { dashboard: { id: string } } }>(
      `mutation { createDashboard(input: { uniqueName: "shop", tiles: [${tile}] }) { dashboard { ${fields} } } }`,
    );
    const { dashboard } = createDashboard;
    const read = `{ dashboard(id: "${dashboard.id}") { ${fields} } }`;
    return async () => expect(await service.request(read)).toEqual({ dashboard });
  },

  'signed requests are taken': async () => {
    const github = signers.find(({ scheme }) => scheme === 'GITHUB');
    if (!github) throw new Error('GITHUB has a signer');
    const { scheme, secret, body } = github;
    const webhook = await createWebhook(service, [], { signature: { scheme, secrets: [secret] } });
    return async () => {
      const { headers } = github.sign(body, Date.now(), `${service.url}${webhook.path}`, secret);
      expect((await post(service, webhook.path, body, headers)).status).toBe(200);
      expect((await post(service, webhook.path, `${body} `, headers)).status).toBe(401);
    };
  },

  'a revoked token stays revoked, and the others valid, although the port is another': async () => {
    const { url } = service;
    const [revoked, valid] = [await newToken(), await newToken()];
    const revocation = await fetch(`${url}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, token: revoked }),
    });
    expect(revocation.status).toBe(200);
    return async () => {
      expect(service.url).not.toBe(url);
      expect((await queryWith(revoked)).errors?.[0]?.message).toBe('The access token has been revoked');
      expect((await queryWith(valid)).status).toBe(200);
    };
  },

  'a query is in the history': async () => {
    const fields = `id createdAt createdBy modifiedAt modifiedBy bytesProcessed durationInMilliseconds recordsProcessed
      resultingBytes resultingRecords tier status type subtype sql booster { id used reason }`;
    const { dataPoolId } = await createWebhook(service);
    const { counter } = await service.request<{ counter: { query: { id: string } } }>(
      `{ counter(input: { metric: { count: { dataPool: { id: "${dataPoolId}" } } } }) { query { ${fields} } } }`,
    );
    const read = `{ queryInfo(id: "${counter.query.id}") { ${fields} } }`;
    return async () => expect(await service.request(read)).toEqual({ queryInfo: counter.query });
  },

  'recent refusals are listed, and further ones added': async () => {
    const webhook = await createWebhook(service, [{ name: 'name', type: 'STRING', nullable: false }]);
    const refuse = async (amount: number) =>
      expect((await post(service, webhook.path, { amount })).status).toBe(400);
    await refuse(1);
    return async () => {
      await refuse(2);
      const listing = `{ dataSource(id: "${webhook.dataSourceId}") { recentRefusals { sample } } }`;
      expect(await service.request(listing)).toEqual({
        dataSource: { recentRefusals: [{ sample: '{"amount":2}' }, { sample: '{"amount":1}' }] },
      });
    };
  },

  'the counts of the intake are kept, and further ones added, in the same minute too': async () => {
    const webhook = await createWebhook(service);
    const send = async () => expect((await post(service, webhook.path, [{}, {}])).status).toBe(200);
    await send();
    return async () => {
      await send();
      const counts = `{ dataSource(id: "${webhook.dataSourceId}") { intake { requests accepted } } }`;
      expect(await service.request(counts)).toEqual({
        dataSource: { intake: { requests: '2', accepted: '4' } },
      });
    };
  },

  'the secret of an S3 Data Source works, and is in no answer, no log and no file': async () => {
    const tables = [
      { name: 'orders', path: 'orders/*.csv', format: 'CSV', columns: [{ name: 'n', type: 'INT64' }] },
    ];
    await s3.put('orders/1.csv', 'n\n1\n');
    const wrong = { ...connectionTo(s3, tables), awsSecretAccessKey: wrongSecret };
    const create = (connectionSettings: object) =>
      service.graphql(
        `mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { id
          error { message } checks { error { message } } } } }`,
        { input: { connectionSettings } },
      );
    const answers = [await create(wrong), await create({ ...wrong, bucket: '!' })];
    answers.push(
      await service.graphql(
        `mutation ($id: ID!) { testDataSource(id: $id) { dataSource { status error { message } checks { error { message } } } }
          introspectTables(id: $id) { tables { error { message } } } }`,
        { id: answers[0]?.data.createS3DataSource.dataSource.id },
      ),
    );
    const dataSource = await createS3Source(service, s3, 'right', tables);
    const pool = await createSyncedPool(service, { uniqueName: 'right', dataSource, table: 'orders' });
    await synced(service, pool);
    const before = service;
    return async () => {
      expect(JSON.stringify(answers)).not.toContain(wrongSecret);
      expect(JSON.stringify(before.log)).not.toContain(wrongSecret);
      expect(filesWithSecret).toEqual([]);
      await s3.put('orders/2.csv', 'n\n2\n');
      expect(await syncNow(service, pool)).toMatchObject({ status: 'SUCCEEDED', files: '1', records: '1' });
      // Downloads are gone once they are loaded.
      expect(readdirSync(join(service.directory, 'files'))).toEqual([]);
    };
  },
};

function* filesUnder(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile() && statSync(path).size > 0) yield path;
  }
}

/** As many as the service rebuilds by itself. */
const largeRecords = 500_000;

async function fillLarge(): Promise<void> {
  large = await createWebhook(
    service,
    [
      { name: 'at', type: 'TIMESTAMP', nullable: false },
      { name: 'country', type: 'STRING' },
      { name: 'customer', type: 'STRING' },
    ],
    { timestamp: 'at' },
  );
  const engine = connectEngine(service.directory);
  await engine.command(
    sql(`INSERT INTO ${large.table} (at, country, customer, _service_received_at, _weir_request, _service_payload)
SELECT toDateTime64('2026-01-01 00:00:00', 3, 'UTC'), concat('country ', toString(number % 20)), toString(number), now64(3) - 60, generateUUIDv4(), '{}' FROM numbers(${largeRecords})`),
  );
  await engine.close();
}

const jobsOfLarge = async () => {
  const { dataPool } = await service.request<{ dataPool: { jobs: { nodes: object[] } } }>(
    `{ dataPool(id: "${large.dataPoolId}") { jobs { nodes { __typename status } } } }`,
  );
  return dataPool.jobs.nodes;
};

const after: Record<string, () => Promise<void>> = {};
beforeAll(async () => {
  [s3, service] = await Promise.all([
    startS3Server(),
    startService({ env: { ...allowsPrivateEndpoints, WEIR_LOG_LEVEL: 'trace', WEIR_AUTO_REBUILD: 'false' } }),
  ]);
  for (const [what, prepare] of Object.entries(kept)) after[what] = await prepare();
  await fillLarge();
  interrupted = await subscribe(service, counter, countOf(large));
  await vi.waitFor(() => expect(interrupted.answers).toHaveLength(1), { interval: 5, timeout: 60_000 });
  const { directory } = service;
  expect(await service.stop()).toBe(0);
  spooled = ['receipts', 'journal'].flatMap((folder) => readdirSync(join(directory, folder)));
  filesWithSecret = [...filesUnder(directory)].filter((path) => readFileSync(path).includes(wrongSecret));
  service = await startService({ directory, env: { ...allowsPrivateEndpoints, WEIR_AUTO_REBUILD: 'false' } });
});
afterAll(async () => {
  await service.discard();
  await s3.close();
});

describe('a stop', () => {
  it('closes subscriptions without completing them, so that clients connect again', async () => {
    await expect.poll(() => interrupted.isClosed()).toBe(true);
    expect(interrupted.isComplete()).toBe(false);
  });

  it('leaves nothing in the journal and the spool of receipts of what is in the tables', () => {
    expect(spooled).toEqual([]);
  });
});

describe('after a restart', () => {
  it.each(Object.keys(kept))('%s', async (what) => {
    await after[what]?.();
  });

  it('a large Data Pool is not rebuilt where that is turned off', async () => {
    // The service looks for such Data Pools when it starts, and has done much since.
    expect(await jobsOfLarge()).toEqual([]);
  });
});

describe('with other settings', () => {
  const publicUrl = 'https://weir.example';
  const interruptions: WeirError[] = [];
  let former: string;
  let values: AsyncGenerator<{ readonly counter?: { readonly value?: string | null } | null }>;
  let next: ReturnType<typeof values.next>;
  let live: Webhook;

  beforeAll(async () => {
    former = await newToken();
    live = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
    const { directory, url } = service;
    const client = createWeirClient({
      url,
      credentials: { clientId, clientSecret },
      retry: { waitMsBase: 50, waitMsMax: 300 },
    });
    values = client.subscribe(counterQuery, countOf(live), {
      onInterrupted: (error) => interruptions.push(error),
    });
    expect((await values.next()).value).toMatchObject({ counter: { value: '0' } });
    next = values.next();
    expect(await service.stop()).toBe(0);
    const env = { WEIR_PORT: new URL(url).port, WEIR_PUBLIC_URL: `${publicUrl}/` };
    const started = await startService({ directory, env });
    // The public URL leads nowhere.
    service = { ...started, ...asApplication(url, clientId, clientSecret) };
  });

  it('`client.subscribe` goes on after the outage, of which it has told', async () => {
    expect((await next).value).toMatchObject({ counter: { value: '0' } });
    expect(interruptions[0]).toMatchObject({ code: 'NETWORK_ERROR' });
    expect((await post(service, live.path, [{ n: 1 }])).status).toBe(200);
    expect((await values.next()).value).toMatchObject({ counter: { value: '1' } });
    await values.return(undefined);
  });

  it('a public URL is the issuer in the metadata and the tokens, and ends the tokens of the former issuer', async () => {
    const metadata = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
    expect(await metadata.json()).toMatchObject({
      issuer: publicUrl,
      token_endpoint: `${publicUrl}/oauth2/token`,
    });
    const issued = await newToken();
    expect(decodeJwt(issued).iss).toBe(publicUrl);
    expect([(await queryWith(issued)).status, (await queryWith(former)).status]).toEqual([200, 401]);
  });

  it('a Data Pool of 500,000 records gets its dictionaries without being asked', async () => {
    await expect.poll(jobsOfLarge).toEqual([{ __typename: 'RebuildDataPoolJob', status: 'SUCCEEDED' }]);
    const types = `SELECT name, type FROM system.columns WHERE concat('\`', database, '\`.\`', table, '\`') = {table:String} AND name IN ('country', 'customer')`;
    expect(await stored(service, types, { table: large.table })).toEqual([
      ['country', 'LowCardinality(Nullable(String))'],
      ['customer', 'Nullable(String)'],
    ]);
    expect(await stored(service, `SELECT count(), uniqExact(customer) FROM ${large.table}`)).toEqual([
      [String(largeRecords), String(largeRecords)],
    ]);
  });

  it('private endpoints are refused by default, in every form', async () => {
    const { port } = new URL(s3.endpoint);
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '[::1]', '169.254.169.254']) {
      const tables = [{ name: 'orders', path: 'orders/*.csv', format: 'CSV' }];
      const connectionSettings = { ...connectionTo(s3, tables), endpoint: `http://${host}:${port}` };
      const { createS3DataSource } = await service.request<{
        createS3DataSource: { dataSource: { status: string; error: { message: string } } };
      }>(
        `mutation ($input: CreateS3DataSourceInput!) { createS3DataSource(input: $input) { dataSource { status error { message } } } }`,
        { input: { connectionSettings } },
      );
      const { status, error } = createS3DataSource.dataSource;
      expect(status).toBe('BROKEN');
      expect(error.message).toContain('WEIR_ALLOW_PRIVATE_ENDPOINTS');
    }
  });
});
