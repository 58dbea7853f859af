/** Segment's HTTP API: the recorded requests of SDKs, and by hand what they do not send. The SDKs are in tests/compatibility. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { segmentRequests } from '../support/segment-requests.js';
import { basic, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

let service: Service;
let webhook: Webhook;
let writeKey = '';
beforeAll(async () => {
  service = await openService({
    env: {
      WEIR_MAX_EVENTS_PER_REQUEST: '20000',
      WEIR_MAX_BODY_BYTES: '6000000',
      WEIR_CORS_ORIGINS: 'https://shop.example,https://blog.example',
    },
  });
  webhook = await segmentWebhook();
  writeKey = keyOf(webhook);
});

const keyOf = ({ path }: Webhook) => path.slice('/v1/'.length);
const segmentWebhook = (settings: object = {}) =>
  createWebhook(service, [], { preset: 'SEGMENT', columns: undefined, ...settings });
const withKey = (key = writeKey) => ({ authorization: basic(key, '') });

/** The payloads of the messages of one user. */
async function payloadsOf(userId: string, { table } = webhook) {
  const rows = await stored(
    service,
    `SELECT _service_payload FROM ${table} FINAL WHERE user_id = {userId:String}`,
    { userId },
  );
  return rows.map(([text]) => JSON.parse(String(text)));
}

it.each(Object.entries(segmentRequests))(
  'stores what %s sends once, also when it sends it again',
  async (_sdk, requestOf) => {
    // One merges repeated rows, the other does not.
    for (const target of [await segmentWebhook(), await createWebhook(service)]) {
      const { path, headers, body } = requestOf(keyOf(target));
      for (const sentAt of [body['sentAt'], '2026-11-19T13:01:20.000Z']) {
        const text = JSON.stringify({ ...body, sentAt });
        const sent = headers['content-encoding'] === 'gzip' ? gzipSync(text) : text;
        expect((await post(service, path, sent, headers)).status).toBe(200);
      }
      const rows = await stored(service, `SELECT _service_payload FROM ${target.table}`);
      expect(rows).toHaveLength(1);
      expect(JSON.parse(String(rows[0]?.[0]))).toMatchObject({
        type: 'track',
        event: 'First',
        timestamp: '2026-11-19T13:01:15.260Z',
        sentAt: '2026-11-19T13:01:15.265Z',
        messageId: expect.any(String),
      });
      expect(String(rows)).not.toContain('WHK');
    }
  },
);

describe('a call', () => {
  it.each([
    ['track', 'track'],
    ['t', 'track'],
    ['identify', 'identify'],
    ['i', 'identify'],
    ['page', 'page'],
    ['p', 'page'],
    ['screen', 'screen'],
    ['s', 'screen'],
    ['group', 'group'],
    ['g', 'group'],
    ['alias', 'alias'],
    ['a', 'alias'],
  ])('to /v1/%s is a message of type %s', async (path, type) => {
    const userId = `by ${path}`;
    const answer = await post(service, `/v1/${path}`, { userId }, withKey());
    expect(answer).toMatchObject({ status: 200, text: '{"success":true}' });
    expect(await payloadsOf(userId)).toMatchObject([{ type, userId }]);
  });

  it.each(['batch', 'b', 'import', 'batch/'])('to /v1/%s is a batch', async (path) => {
    const userId = `by ${path}`;
    const batch = [{ type: 'track', userId }];
    expect((await post(service, `/v1/${path}`, { batch }, withKey())).status).toBe(200);
    expect(await payloadsOf(userId)).toHaveLength(1);
  });

  it('has its write key in the body, where the header has none, whatever its content type', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
    ]) {
      const userId = `body ${type}`;
      const answer = await post(service, '/v1/track', { userId, writeKey }, { 'content-type': type });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(await payloadsOf(userId))).not.toContain('WHK');
    }
    const oauth = { authorization: 'Bearer of-segment' };
    expect((await post(service, '/v1/batch', { batch: [], writeKey }, oauth)).status).toBe(200);
  });

  it('keeps every digit', async () => {
    const text = '{"userId":"digits","properties":{"n":12345678901234567890.123}}';
    expect((await post(service, '/v1/track', text, withKey())).status).toBe(200);
    const rows = await stored(
      service,
      `SELECT _service_payload FROM ${webhook.table} WHERE user_id = 'digits'`,
    );
    expect(String(rows[0]?.[0])).toContain('"properties":{"n":12345678901234567890.123}');
  });

  it('is refused without a write key, or with a wrong one', async () => {
    const unknown = 'WHKunknown';
    const answers = [
      await post(service, '/v1/track', { userId: 'x' }),
      await post(service, '/v1/track', { userId: 'x' }, { authorization: 'Basic !' }),
      await post(service, '/v1/track', { userId: 'x' }, withKey(unknown)),
      await post(service, '/v1/track', { userId: 'x', writeKey: unknown }),
      await post(service, '/v1/track', { userId: 'x', writeKey: unknown }, withKey()),
      await post(service, '/v1/track', '{"writeKey":', {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 404, 400, 400]);
    expect(answers.map(({ text }) => text).join()).not.toContain('WHK');
    // A browser would ask its user for a password.
    for (const { headers } of answers) expect(headers.get('www-authenticate')).toBeNull();
    expect(await payloadsOf('x')).toEqual([]);
  });

  it('cannot get around a password or a signature', async () => {
    const basicAuth = { username: 'sender', password: 'sender-password' };
    for (const settings of [{ basicAuth }, { signature: { secrets: ['a-secret-to-sign-with'] } }]) {
      const locked = await segmentWebhook(settings);
      const key = keyOf(locked);
      for (const [body, headers] of [
        [{ userId: 'x' }, withKey(key)],
        [{ userId: 'x' }, { authorization: basic(key, 'sender-password') }],
        [{ userId: 'x', writeKey: key }, {}],
      ] as const)
        expect(await post(service, '/v1/track', body, headers)).toMatchObject({
          status: 401,
          text: expect.stringContaining('needs a password or a signature'),
        });
      expect(await payloadsOf('x', locked)).toEqual([]);
    }
  });

  it('is a POST', async () => {
    const answer = await fetch(`${service.url}/v1/track`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('leaves its write key in no log', () => {
    expect(service.out()).not.toContain(writeKey);
  });
});

describe('a batch', () => {
  it('stores its valid messages although others are not, and says which', async () => {
    const message = (fields: object) => ({ type: 'track', userId: 'mixed', ...fields });
    const batch = [
      message({}),
      message({ timestamp: 'yesterday' }),
      7,
      message({ type: undefined }),
      message({}),
    ];
    const { status, text } = await post(service, '/v1/batch', { batch }, withKey());
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      success: true,
      errors: [
        { index: 1, column: 'timestamp', message: expect.any(String) },
        { index: 2, column: null, message: expect.stringContaining('must be a JSON object') },
        { index: 3, column: 'type', message: 'A value is required, but it is missing' },
      ],
    });
    expect(await payloadsOf('mixed')).toHaveLength(2);
    const none = await post(service, '/v1/batch', { batch: batch.slice(1, 3) }, withKey());
    expect(none.status).toBe(400);
    expect(JSON.parse(none.text)).toMatchObject({ success: false, errors: [{ index: 0 }, { index: 1 }] });
  });

  it.each([
    ['no batch', '{}'],
    ['a batch that is no array', '{"batch":{"a":1}}'],
    ['an array', '[{}]'],
    ['a message that is no JSON', '{"batch":[{"a":tru}]}'],
    ['invalid UTF-8', Buffer.from('{"batch":[{"a":"\xff"}]}', 'latin1')],
    ['nothing', ''],
  ])('is refused with %s', async (_case, body) => {
    const { status, text } = await post(service, '/v1/batch', body, withKey());
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ index: null, message: expect.any(String) }] });
  });

  it('may be large, but not if only its body has the write key', async () => {
    const context = { text: 'x'.repeat(200) };
    const batch = Array.from({ length: 15_000 }, (_, index) => ({
      type: 'track',
      userId: 'large',
      messageId: `large ${index}`,
      context,
    }));
    expect((await post(service, '/v1/batch', { batch, writeKey })).status).toBe(413);
    expect(await post(service, '/v1/batch', { batch, writeKey }, withKey())).toMatchObject({
      status: 200,
      text: '{"success":true}',
    });
    const count = `SELECT count() FROM ${webhook.table} WHERE user_id = 'large'`;
    expect(Number((await stored(service, count))[0]?.[0])).toBe(15_000);
  });

  it('has the limits of other requests', async () => {
    const many = { batch: Array(20_001).fill({ type: 'track' }) };
    expect((await post(service, '/v1/batch', many, withKey())).status).toBe(400);
    const repeated = { batch: Array(1_000).fill({}), context: { text: 'x'.repeat(10_000) } };
    expect((await post(service, '/v1/batch', repeated, withKey())).status).toBe(413);
    const long = { batch: [{ text: 'x'.repeat(6_000_000) }] };
    expect((await post(service, '/v1/batch', long, withKey())).status).toBe(413);
  });

  it('is stored once when it is sent again, together or in other batches', async () => {
    const messages = ['a', 'b', 'c'].map((id) => ({ type: 'track', userId: 'again', messageId: id }));
    const send = (batch: readonly object[]) =>
      post(service, '/v1/batch', { batch, sentAt: new Date() }, withKey());
    const answers = await Promise.all([send(messages), send(messages), send(messages.slice(1))]);
    expect(answers.map(({ text }) => text)).toEqual(Array(3).fill('{"success":true}'));
    expect(await payloadsOf('again')).toHaveLength(3);
  });
});

/** Any origin without WEIR_CORS_ORIGINS: see graphql-over-http.test.ts. */
describe('a web page', () => {
  const preflight = (path: string, origin: string) =>
    fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('may send from the configured origins, to these paths only', async () => {
    for (const path of ['/v1/track', '/v1/t', '/v1/batch', '/v1/b', '/graphql']) {
      const { status, headers } = await preflight(path, 'https://blog.example');
      expect([
        status,
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-headers'),
      ]).toEqual([204, 'https://blog.example', 'authorization,content-type']);
      const other = await preflight(path, 'https://other.example');
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
    }
    const origin = 'https://shop.example';
    expect((await preflight(webhook.path, origin)).status).toBe(405);
    const byUrl = await post(service, webhook.path, [], { origin });
    expect([byUrl.status, byUrl.headers.get('access-control-allow-origin')]).toEqual([200, null]);
    const refused = await post(service, '/v1/track', {}, { origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
  });

  it('finds where to send', async () => {
    const origin = 'https://shop.example';
    const answer = await fetch(`${service.url}/v1/projects/${writeKey}/settings`, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(await answer.json()).toEqual({
      integrations: {
        'Segment.io': {
          apiKey: writeKey,
          apiHost: `localhost:${new URL(service.url).port}/v1`,
          protocol: 'http',
        },
      },
      metrics: { sampleRate: 0 },
    });
    const unknown = await fetch(`${service.url}/v1/projects/WHKunknown/settings`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.not.stringContaining('WHK')]);
  });
});
