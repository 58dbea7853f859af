/** SDKs of Segment and RudderStack, unmodified, send to Weir. */
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fault, type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { segmentRequests } from '../support/segment-requests.js';
import { type OwnService, startService } from '../support/service.js';
import { stored } from '../support/stored.js';
import { createWebhook, type Webhook } from '../support/webhook.js';
import { type SegmentMessage, type SegmentSdk, segmentSdks } from './segment-sdks.js';
import { shapeOf } from './shape-of.js';

let service: OwnService;
let proxy: FaultyProxy;
beforeAll(async () => {
  service = await startService();
  proxy = await startFaultyProxy(service.url);
});
afterAll(async () => {
  await proxy?.close();
  await service?.discard();
});

const keyOf = ({ path }: Pick<Webhook, 'path'>) => path.slice('/v1/'.length);
const segmentWebhook = () => createWebhook(service, [], { preset: 'SEGMENT', columns: undefined });
/** A table of every row that arrives: nothing merges repeated ones. */
const plainWebhook = () => createWebhook(service);

const payloads = async ({ table }: Webhook) =>
  (await stored(service, `SELECT _service_payload FROM ${table}`)).map(([text]) => JSON.parse(String(text)));

const userId = 'user-1';
const calls: readonly SegmentMessage[] = [
  ['identify', { userId, traits: { plan: 'pro', big: 12345678901234 } } as never],
  ['track', { userId, event: 'Order Completed', properties: { total: 49.9 } } as never],
  ['page', { userId, name: 'Pricing', properties: { path: '/pricing' } } as never],
  ['screen', { userId, name: 'Home' } as never],
  ['group', { userId, groupId: 'group-1', traits: { name: 'Acme' } } as never],
  ['alias', { userId, previousId: 'anonymous-1' } as never],
];

describe.each(Object.entries(segmentSdks))('%s', (name, connect) => {
  let sdk: SegmentSdk | undefined;
  const open = (webhook: Pick<Webhook, 'path'>) => {
    sdk = connect(proxy.url, keyOf(webhook));
    return sdk;
  };
  beforeEach(() => {
    proxy.passed.length = 0;
  });
  afterEach(async () => await sdk?.close());

  it('sends every kind of call', async () => {
    const webhook = await segmentWebhook();
    await open(webhook).send(calls);
    const rows = await stored(
      service,
      `SELECT type, event, user_id, abs(now() - timestamp) < 3600, message_id != '' FROM ${webhook.table} ORDER BY type`,
    );
    expect(rows.map((row) => row.map(String))).toEqual(
      ['alias', 'group', 'identify', 'page', 'screen', 'track'].map((type) => [
        type,
        type === 'track' ? 'Order Completed' : 'null',
        userId,
        '1',
        '1',
      ]),
    );
  });

  it('sends what is recorded', async () => {
    const webhook = await plainWebhook();
    await open(webhook).send([['track', { userId, event: 'First' } as never]]);
    const [{ url, headers, body }] = proxy.passed as [(typeof proxy.passed)[number]];
    const recorded = segmentRequests[name]!(keyOf(webhook));
    expect(url).toBe(recorded.path);
    expect(headers).toMatchObject(recorded.headers);
    const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    expect(shapeOf(JSON.parse(text.toString()))).toEqual(shapeOf(recorded.body));
  });

  it('keeps what it sent, with the time of sending, without the write key', async () => {
    const webhook = await plainWebhook();
    await open(webhook).send(calls);
    const sent = proxy.passed.flatMap(({ body, headers }) => {
      const text = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      const { batch, sentAt } = JSON.parse(text.toString());
      return batch.map((message: object) => ({ sentAt, ...message }));
    });
    const found = await payloads(webhook);
    expect(found).toHaveLength(calls.length);
    for (const message of sent) {
      const event = found.find(({ messageId }) => messageId === message.messageId);
      const { originalTimestamp } = message;
      expect(event).toEqual({ ...(originalTimestamp && { timestamp: originalTimestamp }), ...message });
    }
    expect(JSON.stringify(found)).not.toContain('WHK');
    // What the test relies on: one of the SDKs compresses.
    expect(proxy.passed[0]?.headers['content-encoding']).toBe(name.includes('rudder') ? 'gzip' : undefined);
  });

  it.each<[string, () => Promise<Webhook>, readonly Fault[]]>([
    ['an answer that is lost', plainWebhook, ['lost answer']],
    ['an answer that is lost where IDs are unique', segmentWebhook, ['lost answer']],
    ['a request that is lost', plainWebhook, ['lost request']],
    ['503 and an answer that is lost', plainWebhook, [503, 'lost answer']],
    ['429', segmentWebhook, [429]],
  ])('sends a batch again after %s, and each message is stored once', async (_case, create, faults) => {
    const webhook = await create();
    const client = open(webhook);
    await client.send([['track', { userId, event: 'First' } as never]]);
    proxy.passed.length = 0;
    proxy.faults.push(...faults);
    await client.send(calls);
    expect(proxy.faults).toEqual([]);
    expect(proxy.passed).toHaveLength(faults.length + 1);
    expect((await payloads(webhook)).map(({ type }) => type).sort()).toEqual(
      ['track', ...calls.map(([type]) => type)].sort(),
    );
  });

  it('gives up with an error when the write key is unknown', async () => {
    await expect(open({ path: '/v1/WHKunknown' }).send(calls.slice(0, 1))).rejects.toThrow('404');
    expect(proxy.passed).toMatchObject([{ status: 404 }]);
  });
});
