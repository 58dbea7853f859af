import type { Log } from '../base/log.js';
import type { SyncingStore } from '../catalog/syncings.js';

/** Shorter than the shortest interval of a Data Pool. */
const lookEveryMs = 2_000;

export interface SyncScheduleOptions {
  readonly syncings: SyncingStore;
  readonly log: Log;
  /** Signals a new job. */
  readonly wake: () => void;
}

/** Creates the jobs of syncs when they are due. All nodes may do so at the same time. */
export class SyncSchedule {
  readonly #options: SyncScheduleOptions;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: SyncScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    this.look();
  }

  /** Looks now whether syncs are due. */
  look(): void {
    this.#looking ??= this.#startDue().finally(() => {
      this.#looking = undefined;
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #startDue(): Promise<void> {
    const { syncings, log, wake } = this.#options;
    try {
      if (await syncings.startDue()) wake();
    } catch (error) {
      log.warn({ err: error }, 'looking for syncs that are due failed');
    }
  }
}
