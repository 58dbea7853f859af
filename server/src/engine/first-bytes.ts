import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a failure may come after the first bytes and still be a rejection. */
const failureMsMax = 500;
const lookMs = 10;

/**
 * Resolves when the stream has bytes or has ended without any, and rejects when it fails before that. The engine writes the
 * header of a file although its first row fails, so this waits a moment longer: until a buffer is full, or `written` resolves.
 */
export async function firstBytes(stream: Readable, written: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    await Promise.race([once(stream, 'readable', { signal }), once(stream, 'end', { signal })]);
  } finally {
    settled.abort();
  }
  let isWritten = false;
  written.then(
    () => {
      isWritten = true;
    },
    // Destroys the stream.
    () => undefined,
  );
  const giveUpAt = performance.now() + failureMsMax;
  const mayFail = () =>
    !isWritten && !stream.destroyed && stream.readableLength < stream.readableHighWaterMark;
  while (mayFail() && performance.now() < giveUpAt) await delay(lookMs);
  if (stream.errored) throw stream.errored;
}
