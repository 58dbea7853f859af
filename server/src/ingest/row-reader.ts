import type { DecodeLimits } from './decode-limits.js';
import { type EncodedRows, type EncodeOptions, encodeRows, encodeRowsInSlices } from './encode-rows.js';
import { type BodyKind, EventDecoder } from './event-decoder.js';
import type { RowPlan } from './row-plan.js';

/** The rows of a request body. */
export interface ReadRows extends EncodedRows {
  readonly eventCount: number;
}

/** Smaller bodies are read in one piece, which takes a few milliseconds. */
const slicedBodyBytesMin = 1024 * 1024;

/**
 * Bytes of a request body -> events -> rows. A large body is read in slices, so that other requests are served in between.
 * Large bodies are read one at a time, because the decoder reuses its buffers.
 */
export class RowReader {
  readonly #decoder: EventDecoder;
  readonly #largeDecoder: EventDecoder;
  #largeBodies: Promise<unknown> = Promise.resolve();

  constructor(limits?: DecodeLimits) {
    this.#decoder = new EventDecoder(limits);
    this.#largeDecoder = new EventDecoder(limits);
  }

  /** Returns a promise only for large bodies: for small ones, awaiting would cost more than everything else here. */
  read(body: Buffer, kind: BodyKind, plan: RowPlan, options: EncodeOptions): ReadRows | Promise<ReadRows> {
    if (body.length >= slicedBodyBytesMin) return this.#readLarge(body, kind, plan, options);
    const events = this.#decoder.decode(body, kind, plan);
    return { eventCount: events.count, ...encodeRows(events, plan, options) };
  }

  #readLarge(body: Buffer, kind: BodyKind, plan: RowPlan, options: EncodeOptions): Promise<ReadRows> {
    const read = this.#largeBodies.then(async () => {
      const events = await this.#largeDecoder.decodeInSlices(body, kind, plan);
      return { eventCount: events.count, ...(await encodeRowsInSlices(events, plan, options)) };
    });
    // The next body waits for the end of this one, not for its outcome.
    this.#largeBodies = read.catch(() => undefined);
    return read;
  }
}
