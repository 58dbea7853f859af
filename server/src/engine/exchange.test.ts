import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeadlinePassed } from './engine-transport.js';
import { exchange } from './exchange.js';

let server: ReturnType<typeof createServer>;
let pool: Pool;
let busyMs: number;

beforeEach(async () => {
  server = createServer((_request, response) => {
    if (busyMs === 0) return;
    response.end('an answer');
    const endsAt = performance.now() + busyMs;
    while (performance.now() < endsAt);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  await pool.destroy();
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const ask = (deadlineMs: number) => exchange(pool, { path: '/', method: 'GET' }, deadlineMs);

describe('a request to a ClickHouse server', () => {
  it('takes an answer that arrived while the service itself was busy past the deadline', async () => {
    busyMs = 300;
    expect((await ask(100)).body.toString('utf8')).toBe('an answer');
  });

  it('ends at its deadline where there is no answer', async () => {
    busyMs = 0;
    await expect(ask(50)).rejects.toBeInstanceOf(DeadlinePassed);
  });
});
