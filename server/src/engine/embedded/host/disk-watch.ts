import type { Session } from 'chdb';
import type { FailedDiskAccess } from '../host-protocol.js';

/**
 * chDB ignores writes that fail, on a full disk or a broken one: an insert, a merge or a change of a definition then succeeds with
 * empty files. It takes a read that fails for the end of the file: a column that cannot be read has its default value in every row,
 * in answers and in merged parts. It only counts both. So nothing that was written is reported before this has looked at the count, and it
 * looks often while nothing is reported, for merges: their sources are kept for two minutes, and the engine takes them
 * back when it is killed and started again.
 */
export interface DiskWatchOptions {
  readonly open: () => Session;
  readonly close: (session: Session) => void;
  /** Called once, when writes or reads have failed. The process has to end without another answer. */
  readonly onFailed: (failed: FailedDiskAccess) => void;
}

const pollMs = 500;
/** Without a count for this long nobody knows whether the sources of a merge are needed, and they are deleted later. */
const unknownMsMax = 60_000;
const countText = `SELECT sumIf(value, event = 'WriteBufferFromFileDescriptorWriteFailed'),
  sumIf(value, event = 'ReadBufferFromFileDescriptorReadFailed') FROM system.events FORMAT TSV`;

/** The count could not be read, for example because the engine has no memory left. */
class NotCounted extends Error {
  /** As of other statements for which the engine has no room. */
  readonly clickhouseCode = 202;
}

export class DiskWatch {
  readonly #options: DiskWatchOptions;
  #session: Session | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #countedAt = performance.now();
  #ignoredReads = 0;

  constructor(options: DiskWatchOptions) {
    this.#options = options;
  }

  start(): void {
    setInterval(() => {
      this.check().catch(() => {
        if (performance.now() - this.#countedAt > unknownMsMax)
          this.#options.onFailed({ writes: 0, reads: 0 });
      });
    }, pollMs).unref();
  }

  /** From now on only those count that fail later. */
  async ignoreReads(): Promise<void> {
    const { reads } = await this.#count();
    this.#ignoredReads = reads;
  }

  /** Resolves if no write or read before this call has failed. All that call during one count share the next. */
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
    const checking = this.#checkNow().finally(() => {
      if (this.#running === checking) this.#running = undefined;
    });
    this.#running = checking;
    return checking;
  }

  async #checkNow(): Promise<void> {
    const { writes, reads } = await this.#count();
    const failed = { writes, reads: reads - this.#ignoredReads };
    if (failed.writes === 0 && failed.reads === 0) return;
    this.#options.onFailed(failed);
    await new Promise(() => undefined);
  }

  async #count(): Promise<FailedDiskAccess> {
    this.#session ??= this.#options.open();
    const session = this.#session;
    let text: string;
    try {
      text = Buffer.from((await session.queryAsync(countText)).bytes()).toString('utf8');
    } catch (error) {
      // A Session whose query failed may give a wrong answer to the next.
      this.#options.close(session);
      this.#session = undefined;
      throw new NotCounted('The engine does not tell whether writes or reads have failed', { cause: error });
    }
    const [writes = 0, reads = 0] = text.split('\t').map(Number);
    this.#countedAt = performance.now();
    return { writes, reads };
  }
}
