import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/load.js';
import { type OwnService, startService } from '../support/service.js';
import { scrape } from '../support/service-metrics.js';
import { stored } from '../support/stored.js';
import { createWebhook, post, type Webhook } from '../support/webhook.js';

const requestMsMax = 1_000;

let service: OwnService;
let webhook: Webhook;

beforeAll(async () => {
  service = await startService({ env: { WEIR_REQUEST_TIMEOUT_MS: String(requestMsMax) } });
  webhook = await createWebhook(service);
});
afterAll(async () => {
  await service.discard();
});

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What the service sends before it closes the connection. */
async function closedBy(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

const head = (...lines: string[]) =>
  [`POST ${webhook.path} HTTP/1.1`, 'host: x', 'content-type: application/json', ...lines, '', ''].join(
    '\r\n',
  );
const count = async () => Number((await stored(service, `SELECT count() FROM ${webhook.table}`))[0]?.[0]);
const queueIsEmpty = () => until(async () => /^weir_intake_queue_bytes 0$/m.test(await scrape(service)));

it('closes clients that never finish a request after the time-out, and they hold nobody up', async () => {
  const before = await count();
  const starts = [
    `POST ${webhook.path} HTTP/1.1\r\nhost: x\r\n`,
    `${head('content-length: 100')}[{"a":`,
    `${head('transfer-encoding: chunked')}5\r\n[{"a"\r\n`,
  ].flatMap((start) => Array.from({ length: 50 }, () => start));
  const slow = await Promise.all(
    starts.map(async (start) => {
      const socket = await open();
      socket.write(start);
      return { closed: closedBy(socket) };
    }),
  );
  expect((await post(service, webhook.path, [{}])).status).toBe(200);
  for (const { closed } of slow) expect(await closed).toMatch(/^(HTTP\/1.1 408|$)/);
  await queueIsEmpty();
  expect(await count()).toBe(before + 1);
});

describe('aborted uploads', () => {
  const whole = '[{"aborted":1},{"aborted":2}]';
  const cases: [string, () => Buffer][] = [
    [
      'before the announced length, though what came is complete JSON',
      () => Buffer.from(`${head('content-length: 1000')}${whole}`),
    ],
    ['in the middle of an event', () => Buffer.from(`${head('content-length: 29')}${whole.slice(0, 20)}`)],
    ['between chunks', () => Buffer.from(`${head('transfer-encoding: chunked')}1d\r\n${whole}\r\n`)],
    [
      'in compressed data',
      () =>
        Buffer.concat([Buffer.from(head('content-length: 1000', 'content-encoding: gzip')), gzipSync(whole)]),
    ],
  ];

  it.each(cases)('%s store nothing', async (_when, bytes) => {
    const before = await count();
    for (const end of ['end', 'destroy'] as const) {
      const sockets = await Promise.all(Array.from({ length: 20 }, open));
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.write(bytes(), resolve))));
      for (const socket of sockets) socket[end]();
      for (const socket of sockets) socket.destroy();
    }
    await queueIsEmpty();
    expect((await post(service, webhook.path, [{}])).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});
