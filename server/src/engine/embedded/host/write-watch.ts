import type { Session } from 'chdb';

/**
 * chDB ignores writes that fail, on a full disk or a broken one: an insert, a merge or a change of a definition then succeeds with
 * empty files. It only counts them. So nothing that was written is reported before this has looked at the count, and it
 * looks often while nothing is reported, for merges: their sources are kept for two minutes, and the engine takes them
 * back when it is killed and started again.
 */
export interface WriteWatchOptions {
  readonly open: () => Session;
  readonly close: (session: Session) => void;
  /** Called once, when writes have failed. The process has to end without another answer. */
  readonly onFailed: (writes: number) => void;
}

const pollMs = 500;
/** Without a count for this long nobody knows whether the sources of a merge are needed, and they are deleted later. */
const unknownMsMax = 60_000;
const countText =
  "SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed' FORMAT TSV";

/** The count could not be read, for example because the engine has no memory left. */
class NotCounted extends Error {
  /** As of other statements for which the engine has no room. */
  readonly clickhouseCode = 202;
}

export class WriteWatch {
  readonly #options: WriteWatchOptions;
  #session: Session | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #countedAt = performance.now();

  constructor(options: WriteWatchOptions) {
    this.#options = options;
  }

  start(): void {
    setInterval(() => {
      this.check().catch(() => {
        if (performance.now() - this.#countedAt > unknownMsMax) this.#options.onFailed(0);
      });
    }, pollMs).unref();
  }

  /** Resolves if no write before this call has failed. All that call during one count share the next. */
  check(): Promise<void> {
    if (!this.#running) return this.#run();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#run();
      });
    return this.#next;
  }

  #run(): Promise<void> {
    const counting = this.#count().finally(() => {
      if (this.#running === counting) this.#running = undefined;
    });
    this.#running = counting;
    return counting;
  }

  async #count(): Promise<void> {
    this.#session ??= this.#options.open();
    const session = this.#session;
    let text: string;
    try {
      text = Buffer.from((await session.queryAsync(countText)).bytes()).toString('utf8');
    } catch (error) {
      // A Session whose query failed may give a wrong answer to the next.
      this.#options.close(session);
      this.#session = undefined;
      throw new NotCounted('The engine does not tell whether writes have failed', { cause: error });
    }
    const writes = Number(text.trim() || 0);
    this.#countedAt = performance.now();
    if (writes === 0) return;
    this.#options.onFailed(writes);
    await new Promise(() => undefined);
  }
}
