import { freeBytes } from '../../../base/free-bytes.js';

/**
 * Stops merges and mutations before the disk is full, those that run included, so that none of them has a write that fails, which
 * would end the engine. They leave nothing behind, and go on when there is space again. The engine itself only looks for
 * space before it begins one, and other processes can fill the disk meanwhile.
 */
export interface SpaceWatchOptions {
  readonly directory: string;
  /** With less free space than this, nothing is merged. */
  readonly freeBytesMin: number;
  readonly run: (statement: string) => Promise<unknown>;
}

/** A process that writes a gigabyte each second takes longer to fill what is left. */
const pollMs = 50;
/** Merging goes on with this many times the space, so that its own needs do not stop it again. */
const goesOnFactor = 1.5;

export class SpaceWatch {
  readonly #options: SpaceWatchOptions;
  #isStopped = false;
  #isChanging = false;

  constructor(options: SpaceWatchOptions) {
    this.#options = options;
  }

  start(): void {
    setInterval(() => {
      // An engine that has no memory or Session left for it is asked again.
      this.check().catch(() => undefined);
    }, pollMs).unref();
  }

  async check(): Promise<void> {
    if (this.#isChanging) return;
    const { directory, freeBytesMin, run } = this.#options;
    const free = freeBytes(directory);
    const stops = free < (this.#isStopped ? freeBytesMin * goesOnFactor : freeBytesMin);
    if (stops === this.#isStopped) return;
    this.#isChanging = true;
    try {
      await run(stops ? 'SYSTEM STOP MERGES' : 'SYSTEM START MERGES');
      this.#isStopped = stops;
    } finally {
      this.#isChanging = false;
    }
  }
}
