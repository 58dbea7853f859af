import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { settled, stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const success = { statusCode: 200, statusMessage: 'Event processed successfully' };
const bodyBytesMax = 100_000;
const eventsMax = 500;

const encoder = await Zstd.load();
const zstd = (text: string) => Buffer.from(encoder.compress(Buffer.from(text)));

let service: OwnService;
let webhook: Webhook;

beforeAll(async () => {
  service = await startService({
    env: {
      WEIR_MAX_BODY_BYTES: String(bodyBytesMax),
      WEIR_MAX_QUEUE_BYTES: String(bodyBytesMax * 8),
      WEIR_MAX_EVENTS_PER_REQUEST: String(eventsMax),
      WEIR_MAX_NESTING_DEPTH: '10',
      WEIR_MAX_KEYS_PER_OBJECT: '50',
      WEIR_LOG_LEVEL: 'debug',
    },
  });
  webhook = await createWebhook(service, [
    { name: 'n', type: 'INT64', nullable: false },
    { name: 'sku', type: 'STRING', jsonProperty: 'items.0.sku' },
  ]);
});
afterAll(async () => {
  await service.discard();
});

const numbers = async (from: number, { table } = webhook) =>
  (
    await stored(
      service,
      `SELECT n FROM ${table} WHERE n >= {from:Int64} AND n < {from:Int64} + 1000 ORDER BY n`,
      { from },
    )
  ).map(([n]) => Number(n));
const send = (body: string | Uint8Array | object, headers = {}, query = '') =>
  post(service, webhook.path + query, body, headers);

const getWebhook = async () => {
  const response = await fetch(`${service.url}${webhook.path}`);
  return { status: response.status, text: await response.text() };
};

describe('bodies', () => {
  it('are an array, one object, or lines, and each event has its message and its record', async () => {
    const array = await send([{ n: 1 }, { n: 2, items: [{ sku: 'a' }] }]);
    expect(array.status).toBe(200);
    expect(array.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(array.text)).toEqual([success, success]);
    expect(JSON.parse((await send({ n: 3 })).text)).toEqual([success]);
    const lines = await send('{"n":4}\n{"n":5}\r\n\n', {
      'content-type': 'application/x-ndjson; charset=UTF-8',
    });
    expect(JSON.parse(lines.text)).toEqual([success, success]);
    expect(await numbers(0)).toEqual([1, 2, 3, 4, 5]);
    const rows = await stored(
      service,
      `SELECT _service_payload, sku, _service_received_at BETWEEN now() - 60 AND now() + 1 FROM ${webhook.table} WHERE n = 2`,
    );
    expect(rows).toEqual([['{"n":2,"items":[{"sku":"a"}]}', 'a', 1]]);
  });

  it('that are an empty array are stored as nothing', async () => {
    expect(await send('[]')).toMatchObject({ status: 200, text: '[]' });
    expect(await send('[]', {}, '?partial=true')).toMatchObject({ status: 200, text: '[]' });
  });

  it('may be compressed', async () => {
    const body = JSON.stringify([{ n: 1_001 }]);
    const encodings = [
      ['gzip', gzipSync(body)],
      ['x-gzip', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['deflate', deflateRawSync(body)],
      ['br', brotliCompressSync(body)],
      ['zstd', zstd(body)],
      ['identity', Buffer.from(body)],
    ] as const;
    for (const [encoding, bytes] of encodings) {
      expect(await send(bytes, { 'content-encoding': encoding })).toMatchObject({ status: 200 });
    }
    expect(await numbers(1_000)).toEqual(encodings.map(() => 1_001));
  });

  it('with more behind the compressed data are refused: it would not be read', async () => {
    const [first, second] = ['[{"n":20002}]', '[{"n":20003}]'];
    for (const [encoding, bytes] of [
      ['deflate', Buffer.concat([deflateSync(first), deflateSync(second)])],
      ['deflate', Buffer.concat([deflateRawSync(first), deflateRawSync(second)])],
      ['gzip', Buffer.concat([gzipSync(first), Buffer.alloc(8), gzipSync(second)])],
      ['gzip', Buffer.concat([gzipSync(first), Buffer.from('more')])],
      ['br', Buffer.concat([brotliCompressSync(first), Buffer.from('more')])],
      ['zstd', Buffer.concat([zstd(first), Buffer.from('more')])],
    ] as const) {
      expect(await send(bytes, { 'content-encoding': encoding })).toMatchObject({ status: 400 });
    }
    // Several gzip members are one file, as gzip itself reads them.
    const lines = Buffer.concat([gzipSync('{"n":20004}\n'), gzipSync('{"n":20005}\n')]);
    const answer = await send(lines, { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' });
    expect(JSON.parse(answer.text)).toEqual([success, success]);
    expect(await numbers(20_000)).toEqual([20_004, 20_005]);
  });

  it('that are not what they say are refused', async () => {
    const body = gzipSync('[{"n":1}]');
    for (const [encoding, whole] of [
      ['gzip', body],
      ['br', brotliCompressSync('[{"n":1}]')],
      ['zstd', zstd('[{"n":1}]')],
    ] as const)
      for (const bytes of [Buffer.from('[]'), whole.subarray(0, -4), Buffer.alloc(0)])
        expect(await send(bytes, { 'content-encoding': encoding })).toMatchObject({ status: 400 });
    for (const encoding of ['gzip, gzip', 'compress', 'dcz']) {
      const refusal = await send(body, { 'content-encoding': encoding });
      expect(refusal.status).toBe(415);
      expect(refusal.headers.get('accept-encoding')).toBe('gzip, deflate, br, zstd');
    }
    expect((await send('[{"n":1}]', { 'content-type': 'x' })).status).toBe(415);
    for (const type of ['application/xml', 'application/json; charset=latin1', 'multipart/form-data']) {
      const refusal = await send('[{"n":1}]', { 'content-type': type });
      expect([type, refusal.status]).toEqual([type, 415]);
      // Only an encoding that is not supported has it (RFC 7694, section 3).
      expect(refusal.headers.has('accept-encoding')).toBe(false);
      expect(refusal.headers.get('accept')).toContain('application/json');
    }
  });
});

describe('limits', () => {
  const padded = (bytes: number) => {
    const frame = '[{"n":2001,"p":""}]';
    return `[{"n":2001,"p":"${'x'.repeat(bytes - frame.length)}"}]`;
  };

  it('on a body hold before and after decompression', async () => {
    expect((await send(padded(bodyBytesMax))).status).toBe(200);
    expect((await send(padded(bodyBytesMax + 1))).status).toBe(413);
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['zstd', zstd],
    ] as const) {
      const status = async (bytes: number) =>
        (await send(compress(padded(bytes)), { 'content-encoding': encoding })).status;
      expect([encoding, await status(bodyBytesMax)]).toEqual([encoding, 200]);
      expect([encoding, await status(bodyBytesMax + 1)]).toEqual([encoding, 413]);
    }
    expect(await numbers(2_000)).toEqual([2_001, 2_001, 2_001, 2_001]);
  });

  it('on a body hold while it streams in, with no length given', async () => {
    // Far more than the limit, a turn of the event loop apart: a stream that never yields starves its own time-out.
    let chunksLeft = 5_000;
    const long = new ReadableStream({
      pull: async (controller) => {
        await new Promise((resolve) => setImmediate(resolve));
        chunksLeft -= 1;
        if (chunksLeft > 0) controller.enqueue(new TextEncoder().encode(' '.repeat(10_000)));
        else controller.close();
      },
    });
    const response = await fetch(service.url + webhook.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: long,
      duplex: 'half',
      signal: AbortSignal.timeout(5_000),
    } as RequestInit).catch((error: Error) => error);
    // The answer, or a connection closed on a sender that would not stop: never a body taken whole.
    if (response instanceof Response) expect(response.status).toBe(413);
  });

  it('cut off a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(80_000_000, ' '));
    expect(bomb.length).toBeLessThan(bodyBytesMax);
    expect((await send(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  it('on the queue hold for the rows that a body becomes: those that can never fit are not 503', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const wide = await createWebhook(
      service,
      names.map((name) => ({ name, type: 'STRING', jsonProperty: 'a' })),
    );
    const sendWide = (bytes: number) => post(service, wide.path, `{"a":"${'x'.repeat(bytes)}"}`);
    // A body, its payload and twenty copies are held together, in eight times the largest body.
    expect((await sendWide(30_000)).status).toBe(200);
    const refused = await sendWide(45_000);
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining('fewer events') });
  });

  it('on events, depth and keys hold at their edge', async () => {
    const events = (count: number) => Array.from({ length: count }, (_, index) => ({ n: 3_000 + index }));
    expect((await send(events(eventsMax - 1))).status).toBe(200);
    expect((await send(events(eventsMax))).status).toBe(200);
    const many = await send(events(eventsMax + 1));
    expect(many.status).toBe(400);
    expect(many.text).toContain(`More than ${eventsMax} events`);
    const deep = (depth: number) => `{"n":4001,"d":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect((await send(deep(9))).status).toBe(200);
    expect((await send(deep(10))).status).toBe(200);
    expect((await send(deep(11))).status).toBe(400);
    const keys = (count: number) =>
      Object.fromEntries([
        ['n', 4_002],
        ...Array.from({ length: count - 1 }, (_, index) => [`k${index}`, 1]),
      ]);
    expect((await send(keys(49))).status).toBe(200);
    expect((await send(keys(50))).status).toBe(200);
    expect((await send(keys(51))).status).toBe(400);
    expect(await numbers(4_000)).toEqual([4_001, 4_001, 4_002, 4_002]);
  });
});

describe('refusals', () => {
  it.each<[string, number, string, () => Promise<{ status: number; text: string }>]>([
    ['a bad event', 400, 'BAD_REQUEST', () => send([{ n: 'x' }])],
    ['a body that is not JSON', 400, 'BAD_REQUEST', () => send('{')],
    ['a bad parameter', 400, 'BAD_REQUEST', () => send([], {}, '?partial=x')],
    ['another content type', 415, 'BAD_REQUEST', () => send('x', { 'content-type': 'text/csv' })],
    ['too much', 413, 'BAD_REQUEST', () => send('x'.repeat(bodyBytesMax + 1))],
    ['no key', 404, 'NOT_FOUND', () => post(service, '/v1/nonsense', [])],
    ['another method', 405, 'BAD_REQUEST', getWebhook],
  ])('all have the same body: %s', async (_what, status, code, refused) => {
    const refusal = await refused();
    expect(refusal.status).toBe(status);
    const { error, errors, ...rest } = JSON.parse(refusal.text) as {
      error: unknown;
      errors: { message: string }[];
    };
    expect(rest).toEqual({});
    expect(error).toEqual({ code, message: expect.stringContaining(errors[0]?.message ?? '-') });
    expect(Object.keys(errors[0] ?? {})).toEqual(['index', 'column', 'message']);
  });
});

describe('bad events', () => {
  it('fail the whole request, and each is named', async () => {
    const answer = await send([{ n: 5_001 }, { n: 'x' }, {}, 7]);
    expect(answer.status).toBe(400);
    const { errors } = JSON.parse(answer.text) as {
      errors: { index: number; column: string; message: string }[];
    };
    expect(errors.map(({ index, column }) => [index, column])).toEqual([
      [1, 'n'],
      [2, 'n'],
      [3, null],
    ]);
    for (const error of errors) {
      expect(Object.keys(error)).toEqual(['index', 'column', 'message']);
      expect(error.message).not.toBe('');
    }
    expect(await numbers(5_000)).toEqual([]);
  });

  it('have a bounded list', async () => {
    const answer = await send(Array(400).fill({}));
    expect((JSON.parse(answer.text) as { errors: unknown[] }).errors).toHaveLength(100);
  });

  it('are told apart from the good ones with ?partial=true', async () => {
    const answer = await send([{ n: 6_001 }, { n: 'x' }, { n: 6_002 }], {}, '?partial=true');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual([
      success,
      { statusCode: 400, statusMessage: expect.stringMatching(/^n: /) },
      success,
    ]);
    expect(await numbers(6_000)).toEqual([6_001, 6_002]);
    expect((await send([{ n: 6_003 }], {}, '?partial=maybe')).status).toBe(400);
  });

  it('that are not JSON are refused with the position', async () => {
    const answer = await send('[{"n":1},{"n":}]');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({
      errors: [{ index: null, column: null, message: expect.stringContaining('at byte 14') }],
    });
  });
});

describe('the address', () => {
  it('that nobody has is 404, and other methods are 405', async () => {
    expect((await post(service, `/v1/WHK${'a'.repeat(43)}`, [])).status).toBe(404);
    expect((await post(service, '/v1/nonsense', [])).status).toBe(404);
    expect((await post(service, `/v1/${'x'.repeat(5_000)}`, [])).status).toBeOneOf([404, 414]);
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) {
      const response = await fetch(service.url + webhook.path, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    // Not one that fetch would send.
    const traced = await request(service.url + webhook.path, { method: 'TRACE' });
    expect([traced.statusCode, traced.headers['allow']]).toEqual([405, 'POST']);
    expect(await traced.body.text()).not.toContain(webhook.path);
    const beyond = await post(service, `${webhook.path}/`, []);
    expect(beyond.status).toBe(404);
    expect(beyond.text).not.toContain(webhook.path);
  });

  it('of a deleted Data Source is 404', async () => {
    const gone = await createWebhook(service);
    expect((await post(service, gone.path, [{}])).status).toBe(200);
    await service.request('mutation ($id: ID!) { deleteDataSource(id: $id) }', { id: gone.dataSourceId });
    expect((await post(service, gone.path, [{}])).status).toBe(404);
  });

  it('is never logged, and neither are payloads', async () => {
    await send([{ n: 1, secret: 'do-not-log-this' }]);
    await send([{ n: 'do-not-log-this' }]);
    const text = JSON.stringify(service.log);
    expect(text).not.toContain(webhook.path.slice('/v1/'.length));
    expect(text).not.toContain('do-not-log-this');
  });
});

describe('basic authentication', () => {
  const basic = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });

  it('is needed when it is set, changed or added later, and not once it is off', async () => {
    const guarded = await createWebhook(service, [], {
      basicAuth: { username: 'sender', password: 'first' },
    });
    const status = async (headers = {}) => (await post(service, guarded.path, [{}], headers)).status;
    const refusal = await post(service, guarded.path, [{}]);
    expect([refusal.status, refusal.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="weir"']);
    expect(await status(basic('sender', 'wrong'))).toBe(401);
    expect(await status(basic('other', 'first'))).toBe(401);
    expect(await status({ authorization: 'Bearer first' })).toBe(401);
    expect(await status(basic('sender', 'first'))).toBe(200);
    const modify = (connectionSettings: object) =>
      service.request(
        'mutation ($input: ModifyWebhookDataSourceInput!) { modifyWebhookDataSource(input: $input) { dataSource { id } } }',
        { input: { idOrUniqueName: { id: guarded.dataSourceId }, connectionSettings } },
      );
    await modify({ basicAuth: { username: 'sender', password: 'second' } });
    expect(await status(basic('sender', 'first'))).toBe(401);
    expect(await status(basic('sender', 'second'))).toBe(200);
    await modify({ basicAuthEnabled: false });
    expect(await status()).toBe(200);
    expect(await status(basic('any', 'thing'))).toBe(200);
  });

  it('slows guessing down with 429', async () => {
    const guarded = await createWebhook(service, [], {
      basicAuth: { username: 'sender', password: 'right' },
    });
    const answers = [];
    for (let guess = 0; guess < 11; guess++) {
      answers.push(await post(service, guarded.path, [{}], basic('sender', `guess ${guess}`)));
    }
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('idempotency keys', () => {
  it('store a request once, by each of the headers, and acknowledge it again', async () => {
    for (const [header, from] of [
      ['idempotency-key', 7_000],
      ['webhook-id', 8_000],
      ['svix-id', 21_000],
      ['x-github-delivery', 22_000],
      ['x-amz-sns-message-id', 24_000],
      ['i-twilio-idempotency-token', 25_000],
    ] as const) {
      const body = [{ n: from + 1 }, { n: from + 2 }];
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send(body, { [header]: `a key${header}` })),
      );
      answers.push(await send(body, { [header]: `a key${header}` }));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await numbers(from)).toEqual([from + 1, from + 2]);
    }
  });

  it('with another body are 409, and count by Data Pool', async () => {
    const other = await createWebhook(service, [{ name: 'n', type: 'INT64' }]);
    const key = { 'idempotency-key': 'shared' };
    expect((await send([{ n: 9_001 }], key)).status).toBe(200);
    expect((await send([{ n: 9_002 }], key)).status).toBe(409);
    expect((await post(service, other.path, [{ n: 9_002 }], key)).status).toBe(200);
    expect(await numbers(9_000)).toEqual([9_001]);
    expect(await numbers(9_000, other)).toEqual([9_002]);
  });

  it('are not used up by a request that was refused', async () => {
    const key = { 'idempotency-key': 'refused first' };
    expect((await send([{ n: 'x' }], key)).status).toBe(400);
    expect((await send([{ n: 10_001 }], key)).status).toBe(200);
    expect(await numbers(10_000)).toEqual([10_001]);
  });

  it('have bounds', async () => {
    const status = async (headers: Record<string, string>) => (await send([{ n: 11_001 }], headers)).status;
    expect(await status({ 'idempotency-key': 'k'.repeat(512) })).toBe(200);
    expect(await status({ 'idempotency-key': 'k'.repeat(513) })).toBe(400);
    expect(await status({ 'svix-id': 'k'.repeat(513) })).toBe(400);
  });

  it('are taken from one header, in order, whatever the others say', async () => {
    const key = { 'webhook-id': 'delivery 1', 'x-github-delivery': 'event 1' };
    expect((await send([{ n: 23_001 }], key)).status).toBe(200);
    expect((await send([{ n: 23_001 }], { ...key, 'x-github-delivery': 'event 2' })).status).toBe(200);
    expect((await send([{ n: 23_002 }], { ...key, 'idempotency-key': 'mine' })).status).toBe(200);
    expect((await send([{ n: 23_003 }], { 'svix-id': 'delivery 1' })).status).toBe(409);
    expect(await numbers(23_000)).toEqual([23_001, 23_002]);
  });
});

describe('metrics', () => {
  it('count events, bytes, refusals, groups, latency and the queue', async () => {
    await send([{ n: 1 }]);
    await settled(service);
    const text = await scrape(service);
    for (const line of [
      /^weir_intake_events_total [1-9]/m,
      /^weir_intake_bytes_total [1-9]/m,
      /^weir_intake_refusals_total\{reason="too_large"\} [1-9]/m,
      /^weir_intake_refusals_total\{reason="required"\} [1-9]/m,
      /^weir_intake_group_rows_count [1-9]/m,
      /^weir_intake_group_requests_count [1-9]/m,
      /^weir_intake_commit_seconds_count [1-9]/m,
      /^weir_intake_queue_bytes 0/m,
      /^weir_intake_queue_requests 0/m,
    ])
      expect(text).toMatch(line);
  });

  it('count an event once however often it is sent, and what a partial request refuses', async () => {
    const count = async (name: string) => {
      const text = await scrape(service);
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1));
    };
    const outOfRange = 'weir_intake_refusals_total{reason="out_of_range"}';
    const refusedBefore = (await count(outOfRange)) || 0;
    const storedBefore = await count('weir_intake_events_total');
    const body = [{ n: 21_001 }, { n: '9223372036854775808' }];
    const key = { 'idempotency-key': 'counted once' };
    const answers = await Promise.all([1, 2, 3].map(() => send(body, key, '?partial=true')));
    answers.push(await send(body, key, '?partial=true'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await count('weir_intake_events_total')).toBe(storedBefore + 1);
    expect(await count(outOfRange)).toBe(refusedBefore + 4);
  });
});
