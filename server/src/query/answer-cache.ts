import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import type { DataVersions } from '../base/data-versions.js';

/**
 * Remembers answers for as long as asking again would give the same: until records are written to a Data Pool
 * that was read, or anything in the catalog changes, access policies included. Whatever else an answer depends
 * on is in its key. An age bounds what no version counts: records that expire.
 */
export interface AnswerCacheOptions {
  readonly versions: DataVersions;
  /** Grows whenever the catalog may have changed. */
  readonly catalogGeneration: () => number;
  readonly clock: Clock;
}

/** The Data Pools that an answer depends on, as they were before it began to be computed. */
export interface Basis {
  readonly dataPoolIds: readonly string[];
  readonly stamp: string;
}

const entriesMax = 10_000;
const bytesMax = 32 * 1024 * 1024;
const entryBytesMax = 1024 * 1024;
const ageMsMax = 60_000;

interface Entry<T> {
  readonly basis: Basis;
  readonly value: T;
  readonly bytes: number;
  /** By the clock that is shown, not the one that only grows: the ranges that queries name are in it. */
  readonly untilMs: number;
}

export class AnswerCache<T extends object> {
  readonly #options: AnswerCacheOptions;
  readonly #entries: LRUCache<string, Entry<T>>;

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: entriesMax,
      maxSize: bytesMax,
      maxEntrySize: entryBytesMax,
      ttl: ageMsMax,
      // Texts of keys have two bytes a character at most.
      sizeCalculation: ({ bytes }, key) => 2 * key.length + bytes + 1,
      perf: { now: () => options.clock.monotonic() },
      ttlResolution: 0,
    });
  }

  /** To be taken before the answer is computed. */
  basis(dataPoolIds: readonly string[]): Basis {
    return { dataPoolIds, stamp: this.#stamp(dataPoolIds) };
  }

  find(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || !this.#holds(entry.basis)) return undefined;
    return this.#options.clock.now() < entry.untilMs ? entry.value : undefined;
  }

  /** What began before a change is not kept: it may be from before it. */
  keep(key: string, basis: Basis, value: T, bytes: number, untilMs = Number.POSITIVE_INFINITY): void {
    if (this.#holds(basis)) this.#entries.set(key, { basis, value, bytes, untilMs });
  }

  #holds({ dataPoolIds, stamp }: Basis): boolean {
    return this.#stamp(dataPoolIds) === stamp;
  }

  #stamp(dataPoolIds: readonly string[]): string {
    const { versions, catalogGeneration } = this.#options;
    let stamp = String(catalogGeneration());
    for (const id of dataPoolIds) stamp += ` ${versions.of(id)}`;
    return stamp;
  }
}
