/** Calls a function that writes what has been gathered in memory: at intervals, on request, and one call at a time. */
export class PeriodicWrite {
  readonly #intervalMs: number;
  readonly #write: () => Promise<void>;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `write` handles its own failures: it must not reject. */
  constructor(intervalMs: number, write: () => Promise<void>) {
    this.#intervalMs = intervalMs;
    this.#write = write;
  }

  start(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.run().finally(() => this.start());
    }, this.#intervalMs);
    this.#timer.unref();
  }

  /** Resolves with the running write, or with a new one. */
  run(): Promise<void> {
    this.#running ??= this.#write().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Resolves after a write that includes everything gathered before the call. */
  async catchUp(): Promise<void> {
    await this.#running;
    await this.run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    // A running write may leave something behind, because it came too late or the write failed. Try once more.
    await this.run();
    await this.run();
  }
}
