import { WeirError } from './errors.js';

/**
 * Work that would hold the event loop for long, done in slices. One slice runs in each turn of the loop, however many
 * requests have such work to do: what is ready in between, above all other requests, is served after every slice.
 */
const sliceMs = 10;

/** Of the whole process, as the event loop is. */
let sliceEndsAt: number | undefined;
const waiting: (() => void)[] = [];

/**
 * Calls `work` with each item. The items may be computed as they are asked for. Ends with QUERY_CANCELLED when the
 * signal aborts in between.
 */
export async function inSlices<T>(
  items: Iterable<T>,
  work: (item: T) => void,
  signal?: AbortSignal,
): Promise<void> {
  let endsAt = currentSlice();
  for (const item of items) {
    if (performance.now() >= endsAt) {
      await nextSlice();
      if (signal?.aborted) throw new WeirError('QUERY_CANCELLED', 'The client went away before its answer');
      endsAt = currentSlice();
    }
    work(item);
  }
}

let pieces = Promise.resolve();

/**
 * To be awaited right before each of many pieces of synchronous work, such as the filters of one request: once the slice
 * is used up, the piece waits for a later turn. Calls are let through one after another, each when the piece before it is
 * done, so that pieces that were asked for side by side do not all follow one another in one turn.
 */
export function yieldToEventLoop(): Promise<void> {
  pieces = pieces.then(() => (performance.now() >= currentSlice() ? nextSlice() : undefined));
  return pieces;
}

function currentSlice(): number {
  sliceEndsAt ??= startSlice();
  return sliceEndsAt;
}

function startSlice(): number {
  setImmediate(() => {
    sliceEndsAt = undefined;
    const next = waiting.shift();
    if (!next) return;
    currentSlice();
    next();
  });
  return performance.now() + sliceMs;
}

function nextSlice(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}
