import type { Log } from '../base/log.js';
import { PeriodicWrite } from '../base/periodic-write.js';
import type { Engine } from './engine.js';

/**
 * A table of Weir's own that is written in the background. Adding an entry only appends it to a bounded list in memory, which
 * is written in bulk, so it can neither slow down a request nor make it fail. Until entries are written, they are found in
 * memory.
 */
export interface BackgroundTableOptions<Entry> {
  readonly engine: Pick<Engine, 'insert'>;
  readonly log: Log;
  /** `database.table`. */
  readonly table: string;
  /** A row in JSONEachRow, newline-terminated. */
  readonly toRow: (entry: Entry) => string;
  /** Approximate size in memory. */
  readonly bytesOf: (entry: Entry) => number;
  /** Called before everything added so far is written. It returns what is called when that has succeeded. */
  readonly onFlush?: () => () => void;
}

const flushIntervalMs = 1_000;
const pendingMax = 50_000;
/** Entries can have hundreds of kilobytes, so a limit on the count is not enough. */
const pendingBytesMax = 32 * 1024 * 1024;
const flushBatchMax = 10_000;
const flushBatchBytesMax = 4 * 1024 * 1024;
/** When the list is full, this share of the oldest entries is dropped. */
const droppedShare = 0.25;
const insertTimeoutMs = 10_000;

export class BackgroundTable<Entry> {
  readonly #options: BackgroundTableOptions<Entry>;
  #pending: Entry[] = [];
  #pendingBytes = 0;
  /** Entries that are being written, still found here until that succeeds. */
  #writing: readonly Entry[] = [];
  /** One write at a time, because entries must stay findable until they are written. */
  readonly #writes = new PeriodicWrite(flushIntervalMs, () => this.#writeAll());
  #dropped = 0;

  constructor(options: BackgroundTableOptions<Entry>) {
    this.#options = options;
  }

  /** Starts to write once a second. */
  start(): void {
    this.#writes.start();
  }

  add(entry: Entry): void {
    this.#pending.push(entry);
    this.#pendingBytes += this.#options.bytesOf(entry);
    this.#dropOldest();
  }

  /** The entries that may not be in the table yet, oldest first. */
  get unwritten(): readonly Entry[] {
    return [...this.#writing, ...this.#pending];
  }

  async close(): Promise<void> {
    await this.#writes.close();
  }

  /** Writes everything added so far. Never rejects: after a failure the entries stay in memory. */
  async flush(): Promise<void> {
    await this.#writes.catchUp();
  }

  /** Entries added meanwhile wait for the next write: a small insert costs the engine as much as a large one. */
  async #writeAll(): Promise<void> {
    const { engine, log, table, toRow, onFlush } = this.#options;
    let left = this.#pending.length;
    if (left === 0) return;
    const onWritten = onFlush?.();
    while (left > 0 && this.#pending.length > 0) {
      this.#writing = this.#takeBatch();
      left -= this.#writing.length;
      try {
        const rows = Buffer.from(this.#writing.map(toRow).join(''));
        await engine.insert({ table, rows, timeoutMs: insertTimeoutMs });
        this.#writing = [];
      } catch (error) {
        this.#putBack();
        const counts = { pending: this.#pending.length, dropped: this.#dropped };
        log.warn({ err: error, table, ...counts }, 'writing a table in the background failed');
        return;
      }
    }
    onWritten?.();
  }

  #takeBatch(): Entry[] {
    const { bytesOf } = this.#options;
    let bytes = 0;
    let count = 0;
    for (const entry of this.#pending) {
      if (count === flushBatchMax || (count > 0 && bytes + bytesOf(entry) > flushBatchBytesMax)) break;
      bytes += bytesOf(entry);
      count += 1;
    }
    this.#pendingBytes -= bytes;
    return this.#pending.splice(0, count);
  }

  /** Keeps the entries for the next attempt, as far as the limit allows. */
  #putBack(): void {
    this.#pending = [...this.#writing, ...this.#pending];
    this.#pendingBytes += this.#bytesOf(this.#writing);
    this.#writing = [];
    this.#dropOldest();
  }

  /** Drops the oldest entries: the newest are the ones that users look at. */
  #dropOldest(): void {
    while (this.#pending.length > pendingMax || this.#pendingBytes > pendingBytesMax) {
      const dropped = this.#pending.splice(0, Math.ceil(this.#pending.length * droppedShare));
      this.#pendingBytes -= this.#bytesOf(dropped);
      this.#dropped += dropped.length;
    }
  }

  #bytesOf(entries: readonly Entry[]): number {
    return entries.reduce((sum, entry) => sum + this.#options.bytesOf(entry), 0);
  }
}
