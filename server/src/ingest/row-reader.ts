import { inSlices } from '../base/in-slices.js';
import { type DecodeLimits, defaultDecodeLimits } from './decode-limits.js';
import { type EncodedRows, type EncodeOptions, encodeRows, encodeRowsInSlices } from './encode-rows.js';
import { EventDecoder, type EventSyntax } from './event-decoder.js';
import { FormEvent } from './form-event.js';
import type { RowPlan } from './row-plan.js';

/** How a body is read. */
export type BodyKind = EventSyntax | 'form';

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
  readonly #limits: DecodeLimits;
  readonly #decoder: EventDecoder;
  readonly #largeDecoder: EventDecoder;
  #largeBodies: Promise<unknown> = Promise.resolve();

  constructor(limits: DecodeLimits = defaultDecodeLimits) {
    this.#limits = limits;
    this.#decoder = new EventDecoder(limits);
    this.#largeDecoder = new EventDecoder(limits);
  }

  /** Returns a promise only for large bodies: for small ones, awaiting would cost more than everything else here. */
  read(body: Buffer, kind: BodyKind, plan: RowPlan, options: EncodeOptions): ReadRows | Promise<ReadRows> {
    if (body.length >= slicedBodyBytesMin) return this.#readLarge(body, kind, plan, options);
    if (kind === 'form') {
      const form = new FormEvent(body, this.#limits);
      for (const _ of form.read());
      return this.read(form.json, 'json', plan, options);
    }
    const events = this.#decoder.decode(body, kind, plan);
    return { eventCount: events.count, ...encodeRows(events, plan, options) };
  }

  #readLarge(body: Buffer, kind: BodyKind, plan: RowPlan, options: EncodeOptions): Promise<ReadRows> {
    const read = this.#largeBodies.then(async () => {
      const form = kind === 'form' ? new FormEvent(body, this.#limits) : undefined;
      if (form) await inSlices(form.read(), () => undefined);
      const syntax = kind === 'form' ? 'json' : kind;
      const events = await this.#largeDecoder.decodeInSlices(form?.json ?? body, syntax, plan);
      return { eventCount: events.count, ...(await encodeRowsInSlices(events, plan, options)) };
    });
    // The next body waits for the end of this one, not for its outcome.
    this.#largeBodies = read.catch(() => undefined);
    return read;
  }
}
