import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../tests/support/engines.js';
import { zstdSizeMax } from './zstd-size.js';
import { ZstdThread } from './zstd-thread.js';

const encoder = await Zstd.load();
const thread = new ZstdThread(fileURLToPath(new URL('../../dist/zstd-worker.js', import.meta.url)));
afterAll(() => thread.close());

const sample = Buffer.from(
  JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n, name: `item ${(n * 7_919) % 613}` }))),
);
const packed = (bytes: Uint8Array, level?: number) => Buffer.from(encoder.compress(bytes, level));

/** As encoders that do not know the size in advance write it. */
function streamed(bytes: Uint8Array): Buffer {
  encoder.reset();
  const middle = Math.floor(bytes.length / 2);
  return Buffer.concat([
    encoder.compressChunk(bytes.subarray(0, middle)),
    encoder.compressChunk(bytes.subarray(middle)),
    encoder.compressEnd(),
  ]);
}

/** A frame without a declared size: RLE blocks of 128 KB that take 4 bytes each. */
function bomb(blocks: number): Buffer {
  const block = (isLast: number) => {
    const header = Buffer.alloc(4, ' ');
    header.writeUIntLE((128 * 1024 * 8) | 2 | isLast, 0, 3);
    return header;
  };
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]);
  return Buffer.concat([head, ...Array(blocks - 1).fill(block(0)), block(1)]);
}

const skipped = Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from('any')]);

describe('zstd', () => {
  it.each([
    ['of a known size', packed(sample)],
    ['at a high level', packed(sample, 19)],
    ['that was streamed', streamed(sample)],
    ['in two frames', Buffer.concat([packed(sample.subarray(0, 1_000)), streamed(sample.subarray(1_000))])],
    ['with a frame to skip', Buffer.concat([skipped, packed(sample)])],
  ])('%s comes back', async (_what, data) => {
    expect(zstdSizeMax(data)).toBeGreaterThanOrEqual(sample.length);
    const bytes = await thread.decompress({ data, bytesMax: sample.length });
    expect(Buffer.from(bytes as Uint8Array).equals(sample)).toBe(true);
  });

  it.each([
    ['of a known size', packed(sample)],
    ['that was streamed', streamed(sample)],
    ['that is a bomb', bomb(2_000)],
  ])('%s stops at the limit', async (_what, data) => {
    expect(await thread.decompress({ data, bytesMax: sample.length - 1 })).toBe('too_large');
  });

  const damaged = packed(sample);
  damaged.fill(0x55, 20, 200);
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('[{"n":1}]')],
    ['data that ends early', packed(sample).subarray(0, -1)],
    ['data with more behind it', Buffer.concat([packed(sample), Buffer.from('more')])],
    ['damaged data', damaged],
    ['a frame that declares 2^63 bytes', Buffer.from('28b52ffde000000000000000800100', 'hex')],
    ['a frame with a window of 3.75 TB', Buffer.from('28b52ffd00ff010000', 'hex')],
  ])('refuses %s', async (_what, data) => {
    expect(await thread.decompress({ data, bytesMax: 1_000_000 })).toBe('invalid');
  });

  it('accepts a limited number of bodies at a time', async () => {
    const data = packed(Buffer.from('[]'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 65 }, () => thread.decompress({ data, bytesMax: 100 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  });

  it('starts another thread after one that failed', async () => {
    const entry = join(temporaryDirectory(), 'failing.mjs');
    writeFileSync(
      entry,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ bytesMax }) => {
         if (bytesMax === 0) throw new Error('broken');
         parentPort.postMessage('invalid');
       });`,
    );
    const failing = new ZstdThread(entry);
    const request = { data: Buffer.from('x'), bytesMax: 0 };
    await expect(failing.decompress(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await failing.decompress({ ...request, bytesMax: 1 })).toBe('invalid');
    await failing.close();
  });
});
