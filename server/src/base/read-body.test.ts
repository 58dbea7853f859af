import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../tests/support/manual-clock.js';
import { ByteBudget, slowBodyMs } from './byte-budget.js';
import { readBody } from './read-body.js';
import { ZstdThread } from './zstd-thread.js';

const bodyBytesMax = 1_000_000;
const zstd = new ZstdThread(fileURLToPath(new URL('../../dist/zstd-worker.js', import.meta.url)));
afterAll(() => zstd.close());

/** A request whose body is written by the test. */
function arriving(headers: Record<string, string> = {}) {
  const stream = new PassThrough();
  return {
    stream,
    request: Object.assign(stream, { headers, complete: true }) as unknown as IncomingMessage,
  };
}

const budgetOf = (bytesMax: number, clock = new ManualClock()) => new ByteBudget(bytesMax, clock);

/** The chunk has been read. */
async function written(stream: PassThrough, chunk: Buffer | string): Promise<void> {
  stream.write(chunk);
  await new Promise(setImmediate);
}

describe('a body', () => {
  it.each([
    ['one chunk', 1, 100],
    ['small chunks', 5_000, 64],
    ['large chunks', 7, 50_000],
    ['chunks of every size', 300, 0],
  ])('in %s is what was sent, and its memory is given back', async (_what, count, bytes) => {
    const budget = budgetOf(2_000_000);
    const { stream, request } = arriving();
    const chunks = Array.from({ length: count }, (_, index) =>
      Buffer.alloc(bytes || 1 + ((index * 37) % 6_000), index),
    );
    const reading = readBody(request, { bodyBytesMax, budget, zstd });
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    const body = await reading;
    expect(body.bytes.equals(Buffer.concat(chunks))).toBe(true);
    expect(budget.bytes).toBeGreaterThanOrEqual(body.bytes.length);
    body.release();
    expect(budget.bytes).toBe(0);
  });

  it('in small chunks is charged for the memory that it takes, not for an object a chunk', async () => {
    const budget = budgetOf(2_000_000);
    const { stream, request } = arriving();
    const reading = readBody(request, { bodyBytesMax, budget, zstd });
    for (let chunk = 0; chunk < 1_000; chunk++) stream.write(Buffer.alloc(100, chunk));
    stream.end();
    const { bytes, release } = await reading;
    expect(bytes.length).toBe(100_000);
    expect(budget.bytes).toBeGreaterThan(100_000);
    expect(budget.bytes).toBeLessThan(130_000);
    release();
  });

  it('in chunks of one byte is refused when they are many, and kept when they are few', async () => {
    const budget = budgetOf(2_000_000);
    for (const [chunks, outcome] of [
      [1_000, 'fulfilled'],
      [1_001, 'rejected'],
    ] as const) {
      const { stream, request } = arriving();
      const reading = readBody(request, { bodyBytesMax, budget, zstd });
      for (let byte = 0; byte < chunks; byte++) stream.write(Buffer.of(byte % 256));
      stream.end();
      const [settled] = await Promise.allSettled([reading]);
      expect(settled?.status).toBe(outcome);
      if (settled?.status === 'fulfilled') settled.value.release();
    }
    expect(budget.bytes).toBe(0);
  });

  it('that is compressed is charged for what decompressing takes', async () => {
    const budget = budgetOf(2_000_000);
    const { stream, request } = arriving({ 'content-encoding': 'gzip' });
    const reading = readBody(request, { bodyBytesMax, budget, zstd });
    stream.end(gzipSync('[]'));
    const { bytes, release } = await reading;
    expect(bytes.toString()).toBe('[]');
    expect(budget.bytes).toBeGreaterThan(32_768);
    release();
    expect(budget.bytes).toBe(0);
  });

  it('in brotli is charged for its window as the window fills', async () => {
    const budget = budgetOf(3_000_000);
    const { stream, request } = arriving({ 'content-encoding': 'br' });
    const reading = readBody(request, { bodyBytesMax, budget, zstd });
    const sent = Buffer.alloc(900_000, 'weir');
    const packed = brotliCompressSync(sent);
    await written(stream, packed.subarray(0, 1));
    expect(budget.bytes).toBeLessThan(100_000);
    stream.end(packed.subarray(1));
    const { bytes, release } = await reading;
    expect(bytes.equals(sent)).toBe(true);
    expect(budget.bytes).toBeGreaterThan(2 * sent.length);
    release();
    expect(budget.bytes).toBe(0);
  });

  it('that is cut off is let go at once, though its sender stays', async () => {
    const clock = new ManualClock();
    const budget = budgetOf(100_000, clock);
    const { stream, request } = arriving({ 'content-length': '90000' });
    const reading = readBody(request, { bodyBytesMax, budget, zstd });
    reading.catch(() => undefined);
    await written(stream, Buffer.alloc(80_000));
    expect(budget.bytes).toBe(80_000);
    clock.advance(slowBodyMs);
    budget.take(90_000);
    expect(budget.bytes).toBe(90_000);
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'slow_body' } });
    await written(stream, Buffer.alloc(10_000));
    expect(budget.bytes).toBe(90_000);
  });

  it.each(['identity', 'gzip'])('whose sender went away before it was read ends (%s)', async (encoding) => {
    const { stream, request } = arriving({ 'content-encoding': encoding });
    stream.destroy();
    await once(stream, 'close');
    await expect(readBody(request, { bodyBytesMax, budget: budgetOf(1), zstd })).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});
