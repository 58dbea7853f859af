/** Events that cannot be stored: kept, looked at, corrected, discarded and replayed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePolicy } from '../support/api-policies.js';
import { sql } from '../support/engines.js';
import { basic, type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { connectEngine, settled } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: OwnService;
const mebibyte = 1024 * 1024;
const env = { WEIR_QUARANTINE_BYTES: String(mebibyte), WEIR_MAX_NESTING_DEPTH: '7' };
beforeAll(async () => {
  service = await startService({ env });
});
afterAll(() => service.discard());

const columns = [
  { name: 'order', type: 'INT64', nullable: false },
  { name: 'price', type: 'DOUBLE' },
  { name: 'topic', type: 'STRING', jsonProperty: '$headers.x-topic' },
];
const quarantining = (settings: object = {}) =>
  createWebhook(service, columns, { errorHandling: 'QUARANTINE', ...settings });

const send = async (webhook: Webhook, body: unknown, headers: Record<string, string> = {}) => {
  const { status, text } = await post(
    service,
    webhook.path,
    typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    headers,
  );
  return { status, body: JSON.parse(text) };
};

const listing = /* GraphQL */ `
  query ($dataSource: ID!, $first: Int, $after: String, $filter: QuarantinedEventFilterInput) {
    quarantinedEvents(dataSource: $dataSource, first: $first, after: $after, filter: $filter) {
      totalCount
      totalBytes
      reasons { column reason events }
      pageInfo { hasNextPage hasPreviousPage endCursor }
      nodes { id receivedAt payload payloadBase64 errors { column reason message } }
    }
  }
`;
const quarantined = async ({ dataSourceId }: Webhook, variables: object = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: each test reads something else of it.
  (await service.request<any>(listing, { dataSource: dataSourceId, ...variables })).quarantinedEvents;

const records = async ({ dataPoolId }: Webhook, what = '"order", "price", "topic"') => {
  const statement = `SELECT ${what} FROM "${dataPoolId}" ORDER BY 1`;
  const { sqlV1 } = await service.request<{ sqlV1: { rows: string[][] } }>(
    'query ($query: String!) { sqlV1(input: { query: $query }) { rows } }',
    { query: statement },
  );
  return sqlV1.rows;
};

async function replay({ dataSourceId }: Webhook, input: object = {}) {
  const created = await service.request<{ createReplayJob: { job: { id: string } } }>(
    'mutation ($input: CreateReplayJobInput!) { createReplayJob(input: $input) { job { id } } }',
    { input: { dataSource: dataSourceId, ...input } },
  );
  const { id } = created.createReplayJob.job;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads something else of it.
  let job: any;
  await expect
    .poll(async () => {
      const answer = await service.request<{ replayJob: { status: string } }>(
        `query ($id: ID!) { replayJob(id: $id) {
          status affectedRecords rejectedEvents isDryRun source dataSource { id } error { message }
          rejections { column reason events }
        } }`,
        { id },
      );
      job = answer.replayJob;
      return job.status;
    })
    .toMatch(/^(SUCCEEDED|FAILED)$/);
  return job;
}

const stored = { statusCode: 200, statusMessage: 'Event processed successfully' };

describe('a webhook that quarantines', () => {
  it('stores the valid events, and keeps the others byte for byte with the reasons', async () => {
    const webhook = await quarantining();
    const bad = '{ "order" : "x",\n\t"price": "much", "é": "\\u0000" }';
    const { status, body } = await send(webhook, `[{"order":1},${bad},42,{"order":2,"price":3.5}]`);
    expect(status).toBe(200);
    expect(body).toEqual([
      stored,
      { statusCode: 202, statusMessage: expect.stringMatching(/^Event quarantined: order: .*; price: /) },
      { statusCode: 202, statusMessage: expect.stringMatching(/^Event quarantined: .*object/) },
      stored,
    ]);
    expect(await records(webhook)).toEqual([
      ['1', null, null],
      ['2', '3.5', null],
    ]);
    const page = await quarantined(webhook);
    expect(page).toMatchObject({
      totalCount: 2,
      totalBytes: String(Buffer.byteLength(bad) + 2),
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
    const [first, second] = page.nodes;
    expect(first).toMatchObject({ payload: '42', errors: [{ column: null, reason: 'not_an_object' }] });
    expect(second.payload).toBe(bad);
    expect(second.errors).toEqual([
      { column: 'order', reason: 'wrong_type', message: expect.stringContaining('x') },
      { column: 'price', reason: 'wrong_type', message: expect.stringContaining('much') },
    ]);
  });

  it('keeps bytes that are not UTF-8', async () => {
    const webhook = await quarantining();
    const line = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x22, 0x5c, 0x7d]);
    const body = Buffer.concat([Buffer.from('{"order":1}\n'), line, Buffer.from('\n')]);
    const { status } = await send(webhook, body, { 'content-type': 'application/x-ndjson' });
    expect(status).toBe(200);
    const [event] = (await quarantined(webhook)).nodes;
    expect(event.payloadBase64).toBe(line.toString('base64'));
    expect(event.errors).toMatchObject([{ column: null, reason: 'invalid_utf8' }]);
  });

  it('answers a retry with the same key again, and keeps the event once', async () => {
    const webhook = await quarantining();
    const headers = { 'idempotency-key': 'k1' };
    const first = await send(webhook, [{ order: 1 }, {}], headers);
    expect(await send(webhook, [{ order: 1 }, {}], headers)).toEqual(first);
    expect((await quarantined(webhook)).totalCount).toBe(1);
    expect(await records(webhook)).toHaveLength(1);
  });

  it('still refuses a body that is not JSON: nothing tells where its events begin', async () => {
    const webhook = await quarantining();
    expect((await send(webhook, '[{"order":1},{]')).status).toBe(400);
    expect((await quarantined(webhook)).totalCount).toBe(0);
  });

  it('can be switched on and off', async () => {
    const webhook = await createWebhook(service, columns);
    const modification = `mutation ($input: ModifyWebhookDataSourceInput!) {
      modifyWebhookDataSource(input: $input) { dataSource {
        connectionSettings { ... on WebhookConnectionSettings { errorHandling } }
      } }
    }`;
    const set = (errorHandling: string) =>
      service.request(modification, {
        input: { idOrUniqueName: { id: webhook.dataSourceId }, connectionSettings: { errorHandling } },
      });
    expect((await send(webhook, [{}])).status).toBe(400);
    expect((await quarantined(webhook)).totalCount).toBe(0);
    expect(await set('QUARANTINE')).toEqual({
      modifyWebhookDataSource: { dataSource: { connectionSettings: { errorHandling: 'QUARANTINE' } } },
    });
    expect((await send(webhook, [{}])).status).toBe(200);
    await set('REJECT_BATCH');
    expect((await send(webhook, [{}])).status).toBe(400);
    expect((await quarantined(webhook)).totalCount).toBe(1);
  });
});

describe('quarantined events', () => {
  it('are listed in pages, newest first, searched, and counted by column and reason', async () => {
    const webhook = await quarantining();
    for (let n = 0; n < 5; n++) await send(webhook, [{ n: `Ümlaut ${n}` }, { order: 1, price: `p${n}` }]);
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await quarantined(webhook, { first: 3, after });
      seen.push(...page.nodes.map(({ payload }: { payload: string }) => payload));
      expect(page.totalCount).toBe(10);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(new Set(seen).size).toBe(10);
    expect(seen[0]).toMatch(/4/);
    expect(seen.at(-1)).toMatch(/0/);
    const { reasons } = await quarantined(webhook);
    expect(reasons).toEqual([
      { column: 'order', reason: 'required', events: 5 },
      { column: 'price', reason: 'wrong_type', events: 5 },
    ]);
    const count = async (filter: object) => (await quarantined(webhook, { filter })).totalCount;
    expect(await count({ column: 'price' })).toBe(5);
    expect(await count({ reason: 'required', column: 'price' })).toBe(0);
    expect(await count({ search: 'ÜMLAUT 3' })).toBe(1);
    expect(await count({ stop: '2001-01-01T00:00:00Z' })).toBe(0);
    expect(await count({ start: '2001-01-01T00:00:00Z' })).toBe(10);
    const odd = `' OR 1=1 -- \\ {p0:String} "`;
    expect(await count({ search: odd, column: odd, reason: odd, ids: [odd] })).toBe(0);
  });

  it('are corrected one by one, and keep their time and headers', async () => {
    const webhook = await quarantining();
    await send(webhook, [{ price: 1 }], { 'x-topic': 'orders' });
    const [event] = (await quarantined(webhook)).nodes;
    const correction = `mutation ($input: CorrectQuarantinedEventInput!) {
      correctQuarantinedEvent(input: $input) { id }
    }`;
    const correct = (payload: string, id = event.id) =>
      service.graphql(correction, { input: { dataSource: webhook.dataSourceId, id, payload } });
    for (const payload of ['{"order":"x"}', '[{"order":1}]', '{"order":1', '']) {
      const { errors } = await correct(payload);
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'BAD_REQUEST' } });
    }
    expect((await quarantined(webhook)).totalCount).toBe(1);
    const both = await Promise.all([correct('{"order":7,"price":1}'), correct('{"order":7,"price":1}')]);
    expect(both.map(({ errors }) => errors?.[0]?.extensions.code ?? 'stored').sort()).toEqual([
      'NOT_FOUND',
      'stored',
    ]);
    expect((await quarantined(webhook)).totalCount).toBe(0);
    const [record] = await records(webhook, '"order", "price", "topic", "_service_received_at"');
    expect(record?.slice(0, 3)).toEqual(['7', '1', 'orders']);
    expect(Date.parse(`${record?.[3]?.replace(' ', 'T')}Z`)).toBe(Date.parse(event.receivedAt));
  });

  it('are discarded by a filter', async () => {
    const webhook = await quarantining();
    await send(webhook, [{}, { order: 1, price: 'x' }, { order: 1, price: 'y' }]);
    const discard = async (filter: object) =>
      await service.request(
        'mutation ($input: DiscardQuarantinedEventsInput!) { discardQuarantinedEvents(input: $input) { discardedEvents } }',
        { input: { dataSource: webhook.dataSourceId, filter } },
      );
    expect(await discard({ column: 'price' })).toEqual({ discardQuarantinedEvents: { discardedEvents: 2 } });
    expect((await quarantined(webhook)).totalCount).toBe(1);
    expect(await discard({})).toEqual({ discardQuarantinedEvents: { discardedEvents: 1 } });
    expect(await discard({})).toEqual({ discardQuarantinedEvents: { discardedEvents: 0 } });
  });

  it('are shown only to who may read the whole Data Pool', async () => {
    const webhook = await quarantining({ accessControlEnabled: true });
    await send(webhook, [{}]);
    expect((await quarantined(webhook)).totalCount).toBe(1);
    await givePolicy(service, webhook.dataPoolId, { columns: ['_service_received_at'] });
    const { errors } = await service.graphql(listing, { dataSource: webhook.dataSourceId });
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    const other = await service.graphql(listing, { dataSource: webhook.dataSourceId }, basic('x', 'y'));
    expect(other.status).toBe(401);
  });

  it('go after 30 days', async () => {
    const webhook = await quarantining();
    await send(webhook, [{}]);
    const quarantine = webhook.table.replace('DPO', 'DPQ');
    const engine = connectEngine(service.directory);
    await settled(service);
    await engine.command(
      sql(
        `INSERT INTO ${quarantine} SELECT * REPLACE (now64(3) - INTERVAL 31 DAY AS _service_received_at) FROM ${quarantine}`,
      ),
    );
    await engine.command(sql(`OPTIMIZE TABLE ${quarantine} FINAL`));
    await engine.close();
    expect((await quarantined(webhook)).totalCount).toBe(1);
  });

  it('go when they are too many, the oldest first, and are counted', async () => {
    const webhook = await quarantining();
    const payload = 'x'.repeat(64 * 1024);
    for (let n = 0; n < 24; n++) await send(webhook, [{ n, payload }]);
    await expect
      .poll(async () => Number((await quarantined(webhook, { first: 1 })).totalBytes))
      .toBeLessThanOrEqual(mebibyte * 1.2);
    await expect.poll(() => scrape(service)).toMatch(/^weir_intake_evicted_events_total [1-9]/m);
    const [newest] = (await quarantined(webhook, { first: 1 })).nodes;
    expect(JSON.parse(newest.payload).n).toBe(23);
  });
});

describe('a replay', () => {
  it('stores quarantined events once the reason is gone, and tells why others stay', async () => {
    const webhook = await quarantining();
    const deep = { order: 1, price: 2, a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } };
    await send(webhook, [deep, { price: 5 }, { order: 'x' }], { 'x-topic': 'deep' });
    expect((await quarantined(webhook)).totalCount).toBe(3);
    expect(await replay(webhook)).toMatchObject({ affectedRecords: '0', rejectedEvents: '3' });
    await service.stop();
    service = await startService({
      directory: service.directory,
      env: { ...env, WEIR_MAX_NESTING_DEPTH: '32' },
    });
    const dryRun = await replay(webhook, { dryRun: true });
    expect(dryRun).toEqual({
      status: 'SUCCEEDED',
      affectedRecords: '1',
      rejectedEvents: '2',
      isDryRun: true,
      source: 'QUARANTINE',
      dataSource: { id: webhook.dataSourceId },
      error: null,
      rejections: [
        { column: 'order', reason: 'required', events: 1 },
        { column: 'order', reason: 'wrong_type', events: 1 },
      ],
    });
    expect(await records(webhook)).toEqual([]);
    expect(await replay(webhook)).toMatchObject({ affectedRecords: '1', rejectedEvents: '2' });
    expect(await records(webhook)).toEqual([['1', '2', 'deep']]);
    expect((await quarantined(webhook)).totalCount).toBe(2);
    expect(await replay(webhook)).toMatchObject({ affectedRecords: '0', rejectedEvents: '2' });
    expect(await records(webhook)).toHaveLength(1);
  });

  it('stores quarantined events in another Data Pool with another mapping', async () => {
    const webhook = await quarantining();
    const other = await createWebhook(service, [{ name: 'text', type: 'STRING', jsonProperty: 'order' }]);
    await send(webhook, [{ order: 'x' }, { order: 'y' }, { price: 1 }]);
    const input = { dataPool: other.dataPoolId, filter: { reason: 'wrong_type' } };
    expect(await replay(webhook, input)).toMatchObject({ affectedRecords: '2', rejectedEvents: '0' });
    expect(await records(other, '"text"')).toEqual([['x'], ['y']]);
    expect((await quarantined(webhook)).totalCount).toBe(1);
  });

  it('stores the records of a time range in another Data Pool, twice but once', async () => {
    const webhook = await createWebhook(service, [{ name: 'order', type: 'INT64' }]);
    const other = await createWebhook(service, [
      { name: 'sku', type: 'STRING', jsonProperty: 'items.0.sku', nullable: false },
    ]);
    for (let n = 0; n < 3; n++) await send(webhook, [{ order: n, items: [{ sku: `s${n}` }] }, { order: n }]);
    const input = { source: 'RECORDS', dataPool: other.dataPoolId };
    const early = { ...input, filter: { stop: '2001-01-01T00:00:00Z' } };
    expect(await replay(webhook, early)).toMatchObject({ affectedRecords: '0', rejectedEvents: '0' });
    const outcome = { affectedRecords: '3', rejectedEvents: '3' };
    expect(await replay(webhook, { ...input, dryRun: true })).toMatchObject(outcome);
    expect(await records(other, '"sku"')).toEqual([]);
    expect(await replay(webhook, input)).toMatchObject(outcome);
    expect(await replay(webhook, input)).toMatchObject(outcome);
    expect(await records(other, '"sku"')).toEqual([['s0'], ['s1'], ['s2']]);
    expect(await records(webhook, '"order"')).toHaveLength(6);
  });

  it('is refused where it makes no sense', async () => {
    const webhook = await quarantining();
    const summing = await createWebhook(service, [{ name: 'n', type: 'INT64', nullable: false }], {
      tableSettings: { engine: { summingMergeTree: { type: 'SUMMING_MERGE_TREE' } }, orderBy: ['n'] },
    });
    const refused = async (input: object) => {
      const { errors } = await service.graphql(
        'mutation ($input: CreateReplayJobInput!) { createReplayJob(input: $input) { job { id } } }',
        { input: { dataSource: webhook.dataSourceId, ...input } },
      );
      return errors?.[0]?.extensions.code;
    };
    expect(await refused({ source: 'RECORDS' })).toBe('BAD_REQUEST');
    expect(await refused({ dataPool: summing.dataPoolId })).toBe('CONFLICT');
    expect(await refused({ source: 'RECORDS', dataPool: summing.dataPoolId, filter: { search: 'x' } })).toBe(
      'CONFLICT',
    );
    expect(await refused({ dataPool: webhook.dataSourceId })).toBe('NOT_FOUND');
    expect(await refused({ dataSource: webhook.dataPoolId })).toBe('NOT_FOUND');
  });
});
