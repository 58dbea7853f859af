/** The worker thread of `ZstdThread`: decompresses one body at a time. */
import { parentPort } from 'node:worker_threads';
import { ZSTDDecoder } from 'zstddec';
import { zstdSizeMax } from './zstd-size.js';
import type { ZstdOutcome, ZstdRequest } from './zstd-thread.js';

const decoder = new ZSTDDecoder();
await decoder.init();

/** The decoder gets a buffer for the result and stops at its end. It allocates no window, whatever the data asks for. */
function decompress({ data, bytesMax }: ZstdRequest): ZstdOutcome {
  const sizeMax = zstdSizeMax(Buffer.from(data.buffer, data.byteOffset, data.length));
  if (!sizeMax) return 'invalid';
  const bytes = decoder.decode(data, Math.min(sizeMax, bytesMax)) as Uint8Array<ArrayBuffer>;
  // It returns nothing for data that is damaged or larger than the buffer.
  if (bytes.length === 0) return sizeMax > bytesMax ? 'too_large' : 'invalid';
  return bytes;
}

parentPort?.on('message', (request: ZstdRequest) => {
  const outcome = decompress(request);
  parentPort?.postMessage(outcome, typeof outcome === 'string' ? [] : [outcome.buffer]);
});
