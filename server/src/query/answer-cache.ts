import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import type { DataVersions } from '../base/data-versions.js';

/**
 * Caches answers while they are valid: until records are written to a Data Pool that was read, or anything in the catalog
 * changes, including access policies. Everything else that an answer depends on is in its key. A maximum age covers
 * expiring records, which no version counts.
 */
export interface AnswerCacheOptions {
  readonly versions: DataVersions;
  /** Increases whenever the catalog may have changed. */
  readonly catalogGeneration: () => number;
  readonly clock: Clock;
}

/** The versions of the Data Pools that an answer depends on, from before it was computed. */
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
  /** On the wall clock, not the monotonic one, because the time ranges of queries are in wall time. */
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
      // Strings take at most two bytes per character.
      sizeCalculation: ({ bytes }, key) => 2 * key.length + bytes + 1,
      perf: { now: () => options.clock.monotonic() },
      ttlResolution: 0,
    });
  }

  /** Call before computing the answer. */
  basis(dataPoolIds: readonly string[]): Basis {
    return { dataPoolIds, stamp: this.#stamp(dataPoolIds) };
  }

  find(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || !this.holds(entry.basis)) return undefined;
    return this.#options.clock.now() < entry.untilMs ? entry.value : undefined;
  }

  /** Does not store an answer whose computation began before a change, because it may be outdated. */
  keep(key: string, basis: Basis, value: T, bytes: number, untilMs = Number.POSITIVE_INFINITY): void {
    if (this.holds(basis)) this.#entries.set(key, { basis, value, bytes, untilMs });
  }

  /** Whether nothing has changed since. */
  holds({ dataPoolIds, stamp }: Basis): boolean {
    return this.#stamp(dataPoolIds) === stamp;
  }

  #stamp(dataPoolIds: readonly string[]): string {
    const { versions, catalogGeneration } = this.#options;
    let stamp = String(catalogGeneration());
    for (const id of dataPoolIds) stamp += ` ${versions.of(id)}`;
    return stamp;
  }
}
