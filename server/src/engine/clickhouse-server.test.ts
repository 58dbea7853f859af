import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainStatement } from '../sql/plain-statement.js';
import { ClickHouseEngine } from './clickhouse-engine.js';
import { clickhouseServer } from './clickhouse-server.js';
import type { Engine } from './engine.js';

const mebibyte = 1024 * 1024;
let server: Server;
let engine: Engine;
let sentBytes = 0;

/** Goes on until nobody listens. */
beforeAll(async () => {
  server = createServer((_request, response) => {
    const write = () => {
      if (response.destroyed || sentBytes > 200 * mebibyte) return response.end();
      sentBytes += mebibyte;
      if (response.write('x'.repeat(mebibyte))) return setImmediate(write);
      return response.once('drain', write).once('close', () => undefined);
    };
    write();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  engine = new ClickHouseEngine(
    clickhouseServer(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await engine.close();
});

test('an answer that is longer than its limit is refused while it arrives', async () => {
  const running = engine.query({
    id: 'Q1',
    statement: plainStatement('SELECT 1'),
    limits: { timeoutMs: 30_000, resultBytesMax: mebibyte },
  });
  await expect(running).rejects.toMatchObject({
    code: 'QUERY_FAILED',
    message: `Limit for result exceeded, max bytes: ${mebibyte}`,
    details: { engineCode: 396 },
  });
  expect(sentBytes).toBeLessThan(100 * mebibyte);
});
