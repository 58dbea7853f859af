import { unavailable } from '../base/errors.js';

/**
 * The memory that events may take while they are on their way: bodies being read, and rows waiting for
 * the engine. Past it, requests are refused rather than the process grown.
 */
export class ByteBudget {
  readonly bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  take(bytes: number): void {
    if (this.#bytes + bytes > this.bytesMax) {
      throw unavailable('Too many events are waiting to be stored', { details: { reason: 'overload' } });
    }
    this.#bytes += bytes;
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}
