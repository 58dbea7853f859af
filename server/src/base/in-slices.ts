import { WeirError } from './errors.js';
import { FairSlots } from './fair-slots.js';
import type { ShareOwner } from './principal.js';

/**
 * Runs work that would block the event loop for long in slices. One slice runs in each turn of the loop, however many
 * requests have such work, so that other requests are served after every slice.
 */
const sliceMs = 10;

/** Shared by the whole process, like the event loop. */
let sliceEndsAt: number | undefined;
const waiting: (() => void)[] = [];

/**
 * Calls `work` with each item. The items may be computed lazily. Throws QUERY_CANCELLED when the signal aborts in
 * between.
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
      if (signal?.aborted)
        throw new WeirError('QUERY_CANCELLED', 'The client disconnected before it was answered');
      endsAt = currentSlice();
    }
    work(item);
  }
}

const turns = new FairSlots({ slotsMax: 1 });

/**
 * Runs one of many pieces of synchronous work, such as compiling the filters of one request. Applications and tenants that
 * have such work take turns, so that one with thousands of pieces delays those of another by one piece at a time.
 */
export function inTurn<T>(owner: ShareOwner, piece: () => T): Promise<T> {
  return turns.use(owner, undefined, async () => {
    await yieldToEventLoop();
    return piece();
  });
}

let pieces = Promise.resolve();

/**
 * Await this before each of many pieces of synchronous work that belong to nobody. Once the slice is used
 * up, the piece waits for a later turn. Calls resolve one at a time, each after the previous piece is done, so that
 * concurrent pieces do not all run in one turn.
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
