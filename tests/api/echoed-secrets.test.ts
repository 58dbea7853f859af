/** A webhook's key is a secret that travels in a URL: no answer and no line of the log may repeat it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange, requestHead } from '../support/raw-http.js';
import { basic, type Service } from '../support/service.js';
import { openService } from '../support/shared-service.js';

const key = 'WHKechoed-echoed-echoed-echoed-echoed-echoed-0';
const password = 'echoed-password';
const authorization = `authorization: ${basic('someone', password)}`;

let service: Service;
beforeAll(async () => {
  service = await openService({ env: { WEIR_LOG_LEVEL: 'trace' } });
});

const json = 'content-type: application/json';
const requests: [what: string, status: number, bytes: string][] = [
  ['a path with a bad escape', 400, requestHead(`POST /v1/${key}%zz`, 'content-length: 0')],
  ['a path with half an escape', 400, requestHead(`POST /v1/${key}%`, 'content-length: 0')],
  ['a key that is longer than any', 414, requestHead(`POST /v1/${key.repeat(5)}`, 'content-length: 0')],
  ['a path under the key', 404, requestHead(`POST /v1/${key}/events`, 'content-length: 0')],
  ['a path with two slashes', 404, requestHead(`POST //v1/${key}`, 'content-length: 0')],
  ['a path in capitals', 404, requestHead(`POST /V1/${key}`, 'content-length: 0')],
  ['an escaped slash', 404, requestHead(`POST /v1%2F${key}`, 'content-length: 0')],
  ['another version', 404, requestHead(`POST /v2/${key}`, 'content-length: 0')],
  ['the key alone', 404, requestHead(`GET /${key}`)],
  ['the key as an asset', 404, requestHead(`GET /assets/${key}`)],
  ['the key in a query', 404, requestHead(`GET /nowhere?key=${key}`)],
  ['the key in a query of /graphql', 401, requestHead(`GET /graphql?key=${key}`)],
  ['a bad escape in a query', 404, requestHead(`POST /v1/${key}?a=%zz`, 'content-length: 0')],
  ['another method', 405, requestHead(`GET /v1/${key}`)],
  ['a method nobody knows', 400, requestHead(`BREW /v1/${key}`)],
  ['a key nobody has', 404, `${requestHead(`POST /v1/${key}`, json, 'content-length: 2')}[]`],
  [
    'a media type that is none',
    415,
    `${requestHead(`POST /v1/${key}`, 'content-type: ;', 'content-length: 2')}[]`,
  ],
  ['two lengths', 400, requestHead(`POST /v1/${key}`, 'content-length: 1', 'content-length: 2')],
  [
    'a length and chunks',
    400,
    requestHead(`POST /v1/${key}`, 'content-length: 1', 'transfer-encoding: chunked'),
  ],
  ['a length that is no number', 400, requestHead(`POST /v1/${key}`, 'content-length: x')],
  ['a broken header', 400, requestHead(`POST /v1/${key}`, 'broken header')],
  ['too many headers', 431, requestHead(`POST /v1/${key}`, `x: ${'x'.repeat(20_000)}`)],
  ['a line that is no request', 400, `/v1/${key}\r\n\r\n`],
  ['no host', 400, `GET /v1/${key} HTTP/1.1\r\nconnection: close\r\n\r\n`],
];

describe('neither the answer nor the log repeats the URL or the credentials of', () => {
  it.each(requests)('%s', async (_what, status, bytes) => {
    const withCredentials = bytes.replace('\r\nhost: weir\r\n', `\r\nhost: weir\r\n${authorization}\r\n`);
    const answer = await exchange(service.url, withCredentials);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const text of [answer, service.out()]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(password);
      // An error of Node's parser carries the bytes that it could not read.
      expect(text).not.toContain(JSON.stringify([...Buffer.from(key.slice(0, 20))]).slice(1, -1));
    }
  });
});
