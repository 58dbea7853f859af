import { statfsSync } from 'node:fs';
import type { Clock } from '../../base/clock.js';

/**
 * Whether the disk has room for what is acknowledged before it is in its table. On a disk that is nearly full the
 * journal could still be written and the table no longer, and then nobody could read that table: what was
 * acknowledged is missing from it. Looked up at most every quarter of a second.
 */
export class DiskRoom {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #freeBytesMin: number;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #hasRoom = false;

  constructor(directory: string, clock: Clock, freeBytesMin: number) {
    this.#directory = directory;
    this.#clock = clock;
    this.#freeBytesMin = freeBytesMin;
  }

  hasRoom(): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#lookedAtMs >= lookEveryMs) {
      this.#lookedAtMs = now;
      this.#hasRoom = freeBytes(this.#directory) >= this.#freeBytesMin;
    }
    return this.#hasRoom;
  }
}

const lookEveryMs = 250;

/** None where it cannot be told. */
function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
