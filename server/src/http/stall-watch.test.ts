import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Log } from '../base/log.js';
import { StallWatch } from './stall-watch.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function hold(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function served() {
  const warn = vi.fn();
  const debug = vi.fn();
  const app = fastify();
  const watch = new StallWatch({ warn, debug } as unknown as Log);
  watch.observe(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.get('/quick/:key', () => 'quick');
  app.get('/slow/:key', () => {
    hold(300);
    return 'slow';
  });
  app.get('/later/:key', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    hold(300);
    return 'later';
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  const ask = async (path: string) => (await fetch(`${url}${path}`)).headers.get('x-request-id');
  return { watch, warn, debug, ask, url };
}

describe('an event loop that stands still', () => {
  it.each(['slow', 'later'])('is logged once, with the request that held it (%s)', async (route) => {
    const { warn, ask } = await served();
    await ask('/quick/secret');
    const reqId = await ask(`/${route}/secret`);
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    expect(warn).toHaveBeenCalledTimes(1);
    const [fields, message] = warn.mock.calls[0] ?? [];
    expect(message).toBe('event loop stalled');
    expect(fields.stallMs).toBeGreaterThanOrEqual(250);
    expect(fields.requests[0]).toEqual({ reqId, route: `/${route}/:key` });
    expect(JSON.stringify(fields)).not.toContain('secret');
  });

  it('is no warning while there are no requests', async () => {
    const { warn, debug, ask } = await served();
    hold(300);
    await expect.poll(() => debug.mock.calls.length).toBe(1);
    expect(debug.mock.calls[0]?.[0].requests).toEqual([]);
    await ask('/quick/x');
    expect(warn).not.toHaveBeenCalled();
  });

  it('is logged with a request that waited for its end', async () => {
    const { warn, url } = await served();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    // The system has the request, and the service cannot read it yet.
    socket.write('GET /quick/x HTTP/1.1\r\nHost: weir\r\n\r\n', () => hold(300));
    await expect.poll(() => warn.mock.calls.length).toBe(1);
    expect(warn.mock.calls[0]?.[0].requests[0].route).toBe('/quick/:key');
    socket.destroy();
  });

  it('is measured, until the measure is taken', async () => {
    const { watch, ask } = await served();
    await ask('/slow/x');
    expect(watch.takeLongestStallMs()).toBeGreaterThanOrEqual(250);
    await ask('/quick/x');
    expect(watch.takeLongestStallMs()).toBeLessThan(250);
  });

  it('is measured when the measure is taken right behind it', async () => {
    const { watch } = await served();
    watch.takeLongestStallMs();
    hold(300);
    expect(watch.takeLongestStallMs()).toBeGreaterThanOrEqual(250);
  });
});
