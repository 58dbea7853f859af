import type { Clock } from '../../base/clock.js';
import { freeBytes } from '../../base/free-bytes.js';

/**
 * Checks whether the disk has space for rows that are acknowledged before they are in their table. On a nearly full disk
 * the journal could still be written, but not the table. Then the table could not be read, because acknowledged rows would
 * be missing. The free space is read at most every quarter of a second.
 */
export class DiskSpace {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #freeBytesMin: number;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #hasSpace = false;

  constructor(directory: string, clock: Clock, freeBytesMin: number) {
    this.#directory = directory;
    this.#clock = clock;
    this.#freeBytesMin = freeBytesMin;
  }

  hasSpace(): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#lookedAtMs >= pollEveryMs) {
      this.#lookedAtMs = now;
      this.#hasSpace = freeBytes(this.#directory) >= this.#freeBytesMin;
    }
    return this.#hasSpace;
  }
}

const pollEveryMs = 250;
