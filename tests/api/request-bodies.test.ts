/** What strangers may send before anybody knows who they are, and what known clients may send at most. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, openSocket, requestHead } from '../support/raw-http.js';
import { basic, clientId, clientSecret, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

const megabyte = 1024 * 1024;
const authorization = `authorization: ${basic(clientId, clientSecret)}`;
const json = 'content-type: application/json';

let service: Service;
let webhookPath: string;
beforeAll(async () => {
  service = await openService({
    env: { WEIR_MAX_BODY_BYTES: String(megabyte), WEIR_MAX_QUEUE_BYTES: String(4 * megabyte) },
  });
  const { data } = await service.graphql(
    '{ dataSources { nodes { connectionSettings { ... on WebhookConnectionSettings { webhookUrl } } } } }',
  );
  webhookPath = new URL(data.dataSources.nodes[0].connectionSettings.webhookUrl).pathname;
});

describe('without credentials', () => {
  const declared = 'content-length: 1000000';
  it.each([
    ['/graphql', 401, [json]],
    ['/graphql', 401, [json, 'authorization: Bearer nonsense']],
    ['/graphql', 401, ['content-type: text/plain']],
    ['/oauth2/token', 400, [json]],
    ['/oauth2/token', 400, ['content-type: application/x-www-form-urlencoded']],
    ['/oauth2/token', 400, ['content-type: text/plain']],
    ['/oauth2/token', 400, ['content-type: multipart/form-data; boundary=x']],
    ['/v1/WHKnobody', 404, [json]],
    ['/nowhere', 404, [json]],
    ['/metrics', 404, [json]],
    ['/', 404, [json]],
  ])('POST %s is answered %i before any of its body is there: %s', async (path, status, headers) => {
    const socket = await openSocket(service.url);
    socket.setEncoding('utf8').write(requestHead(`POST ${path}`, declared, ...headers));
    const [text] = (await once(socket, 'data')) as [string];
    socket.destroy();
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('a body in chunks is not gathered where none is taken', async () => {
    for (const path of ['/graphql', '/nowhere', '/oauth2/token']) {
      const answer = await exchange(
        service.url,
        `${requestHead(`POST ${path}`, json, 'transfer-encoding: chunked')}1\r\n[\r\n0\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    }
  });

  it('a body of GET is not read', async () => {
    const nested = '['.repeat(megabyte);
    const answer = await exchange(
      service.url,
      `${requestHead('GET /healthz', json, `content-length: ${nested.length}`)}${nested}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('POST /graphql', () => {
  const ask = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: basic(clientId, clientSecret),
        'content-type': 'application/json',
        ...headers,
      },
      body: body as string,
    });
    const text = await response.text();
    return { status: response.status, message: (JSON.parse(text).errors?.[0]?.message ?? '') as string };
  };
  const padded = (bytes: number) => {
    const body = JSON.stringify({ query: '{ environment { id } }', padding: '' });
    return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
  };

  it('takes a body of 1 MiB, and refuses one of a byte more', async () => {
    expect(await ask(padded(megabyte))).toEqual({ status: 200, message: '' });
    expect(await ask(padded(megabyte + 1))).toEqual({
      status: 413,
      message: 'The body is larger than 1048576 bytes',
    });
  });

  it('takes 10,000 IDs of 100 characters', async () => {
    const variables = { ids: Array.from({ length: 10_000 }, (_, index) => String(index).padStart(100, '0')) };
    const query = 'query ($ids: [String!]!) { recordsByUniqueId(input: {ids: $ids}) { __typename } }';
    expect((await ask(JSON.stringify({ query, variables }))).message).not.toContain('body');
  });

  it.each([
    ['arrays', '{"query":"{ a }","variables":{"a":', '[', ']'],
    ['objects', '{"query":"{ a }","variables":{"a":', '{"a":', '1}'],
    ['brackets that nobody closes', '', '[', ''],
  ])('refuses %s inside one another before they are parsed', async (_what, before, open, close) => {
    const deep = `${before}${open.repeat(10_000)}${close.repeat(10_000)}`;
    expect(await ask(deep)).toEqual({ status: 400, message: 'The body is nested more than 64 levels deep' });
  });

  it('refuses more values than any operation has', async () => {
    const many = `{"query":"{ a }","variables":{"a":[${'0,'.repeat(200_000)}0]}}`;
    expect(await ask(many)).toEqual({ status: 400, message: 'The body has more than 25000 values' });
  });

  it.each([
    ['no JSON', 'query'],
    ['nothing', ''],
    ['a key that would change a prototype', '{"query":"{ a }","variables":{"__proto__":{"a":1}}}'],
  ])('refuses %s, and repeats nothing of it', async (_what, body) => {
    expect(await ask(body)).toEqual({ status: 400, message: 'The body is not valid JSON' });
  });

  it('refuses other media types and encodings, and reads gzip and brotli', async () => {
    const query = '{"query":"{ environment { id } }"}';
    expect((await ask(query, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask(query, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await ask(query, { 'content-encoding': 'compress' })).status).toBe(415);
    const read = { status: 200, message: '' };
    expect(await ask(gzipSync(query), { 'content-encoding': 'gzip' })).toEqual(read);
    expect(await ask(brotliCompressSync(query), { 'content-encoding': 'br' })).toEqual(read);
    const bomb = gzipSync(Buffer.alloc(50 * megabyte, ' '));
    expect((await ask(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });
});

describe('POST /oauth2/token', () => {
  const ask = async (contentType: string, body: string) => {
    const response = await fetch(`${service.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    return { status: response.status, ...((await response.json()) as { error: string }) };
  };
  const form = 'application/x-www-form-urlencoded';

  it.each([
    [
      'numbers in JSON',
      'application/json',
      '{"grant_type":"client_credentials","client_id":1,"client_secret":2}',
    ],
    ['null in JSON', 'application/json', 'null'],
    ['arrays in JSON', 'application/json', '{"grant_type":["client_credentials"]}'],
    ['nested JSON', 'application/json', '['.repeat(16_000)],
    ['text', 'text/plain', 'grant_type=client_credentials'],
    ['another charset', `${form}; charset=utf-16`, 'grant_type=client_credentials'],
    ['a form that is too long', form, `grant_type=client_credentials&a=${'x'.repeat(16_384)}`],
    ['a field of PHP', form, 'grant_type[]=client_credentials'],
    ['a field of every object', form, '__proto__=1&constructor=2'],
    ['malformed escapes', form, 'a=%zz%&%=%'],
  ])('answers invalid_request to %s', async (_what, contentType, body) => {
    expect(await ask(contentType, body)).toMatchObject({ status: 400, error: 'invalid_request' });
  });

  it.each([
    ['NUL', '%00'],
    ['bytes that are no UTF-8', '%ff%fe'],
    ['half a surrogate pair', '%ed%a0%80'],
    ['a name of every object', '__proto__'],
    ['a very long text', 'x'.repeat(5_000)],
  ])('answers invalid_client to %s as client ID and secret', async (_what, text) => {
    const body = `grant_type=client_credentials&client_id=${text}&client_secret=${text}`;
    expect(await ask(form, body)).toMatchObject({ status: 401, error: 'invalid_client' });
  });
});

describe('bodies that are never finished', () => {
  const half = (path: string, bytes: number, ...headers: string[]) =>
    `${requestHead(`POST ${path}`, authorization, json, 'content-length: 1000000', ...headers)}${' '.repeat(bytes)}`;
  const open: Socket[] = [];
  afterAll(() => {
    for (const socket of open) socket.destroy();
  });

  it('of all routes come out of one budget; past it there is 503 with Retry-After', async () => {
    const send = async (path: string) => {
      const socket = await openSocket(service.url);
      open.push(socket);
      const answered = once(socket.setEncoding('utf8'), 'data').then(([text]) => text as string);
      socket.write(half(path, 900_000));
      return answered;
    };
    for (const path of ['/graphql', webhookPath]) {
      const first = await Promise.race(Array.from({ length: 8 }, () => send(path)));
      expect(first).toMatch(/^HTTP\/1.1 503 /);
      expect(first).toMatch(/\r\nretry-after: 1\r\n/);
    }
  });
});
