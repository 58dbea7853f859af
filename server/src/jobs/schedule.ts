import type { Log } from '../base/log.js';

export interface ScheduleOptions {
  readonly everyMs: number;
  /** What is looked for: "syncs that are due". */
  readonly what: string;
  /** Creates the jobs that are due. What fails is tried again the next time. */
  readonly createDue: (signal: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** Creates jobs without being asked, when they are due. It looks at its start, at intervals, and when it is told to, once at a time. */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), this.#options.everyMs);
    void this.look();
  }

  look(): Promise<void> {
    this.#looking ??= this.#createDue().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looking;
  }

  async #createDue(): Promise<void> {
    const { createDue, what, log } = this.#options;
    try {
      await createDue(this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted) log.warn({ err: error }, `looking for ${what} failed`);
    }
  }
}
