import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { EventStream, SendBuffers } from './event-stream.js';

/** A real connection that is not read until it is resumed. */
async function connected(buffersBytesMax = 10_000_000) {
  const app = fastify();
  let opened: (stream: EventStream) => void = () => {};
  const stream = new Promise<EventStream>((resolve) => (opened = resolve));
  let closed = false;
  app.get('/', (_request, reply) => {
    opened(
      new EventStream(reply, new SendBuffers(buffersBytesMax), () => {
        closed = true;
      }),
    );
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address() as { port: number };
  const socket = connect(address.port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: weir\r\nconnection: close\r\n\r\n');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.pause();
  return {
    stream: await stream,
    socket,
    text: () => Buffer.concat(chunks).toString(),
    isClosed: () => closed,
    close: () => app.close(),
  };
}

it('keeps only the newest answer of each operation for a client that does not read', async () => {
  const { stream, socket, text, isClosed, close } = await connected();
  const filler = 'x'.repeat(100_000);
  for (let count = 0; count < 500; count += 1) {
    for (const id of ['a', 'b']) stream.next(id, JSON.stringify({ count, filler }));
    if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  stream.complete('b');
  socket.resume();
  await expect.poll(() => text().includes('event: complete')).toBe(true);
  const counts = (id: string) =>
    [...text().matchAll(new RegExp(`"id":"${id}","payload":{"count":(\\d+)`, 'g'))].map(([, count]) =>
      Number(count),
    );
  for (const id of ['a', 'b']) {
    expect(counts(id).length).toBeLessThan(150);
    expect(counts(id).at(-1)).toBe(499);
  }
  stream.next('a', JSON.stringify({ count: 500 }));
  await expect.poll(() => counts('a').at(-1)).toBe(500);
  stream.close();
  await once(socket, 'close');
  expect(isClosed()).toBe(true);
  expect(text()).not.toContain('"id":"a"}');
  await close();
});

it('ends after its only operation is complete', async () => {
  const { stream, socket, text, close } = await connected();
  socket.resume();
  stream.next('', '{"data":1}');
  stream.complete('');
  await once(socket, 'end');
  expect(text()).toContain(':\n\n');
  expect(text()).toContain('event: next\ndata: {"data":1}\n\n');
  expect(text()).toContain('event: complete\ndata:\n\n');
  socket.destroy();
  await close();
});

it('cuts off a client that does not read when slow clients hold too much together', async () => {
  const { stream, socket, isClosed, close } = await connected(1_000_000);
  const filler = 'x'.repeat(200_000);
  for (let count = 0; count < 50; count += 1) {
    for (const id of ['a', 'b', 'c', 'd', 'e']) stream.next(id, JSON.stringify({ count, filler }));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await expect.poll(isClosed).toBe(true);
  socket.destroy();
  await close();
});

it('is closed from the start if its client has disconnected already', async () => {
  const app = fastify();
  let opened: (closed: Promise<void>) => void = () => {};
  const closing = new Promise<Promise<void>>((resolve) => (opened = resolve));
  app.get('/', async (_request, reply) => {
    await once(reply.raw, 'close');
    opened(new Promise((resolve) => new EventStream(reply, new SendBuffers(1_000), resolve)));
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: weir\r\n\r\n');
  setTimeout(() => socket.destroy(), 50);
  await await closing;
  await app.close();
});
