import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import type { DataVersions } from '../base/data-versions.js';
import type { QueryResult } from '../engine/engine.js';

/**
 * Remembers what statements answered, for as long as asking again would give the same: until records are
 * written to a Data Pool that was read, or anything in the catalog changes. The statement with its values is the
 * key, and it says everything that an answer depends on besides: the Environment's database, the table, the
 * range in time, and the conditions of access policies. An age bounds what no version counts: records that expire.
 */
export interface ResultCacheOptions {
  readonly versions: DataVersions;
  /** Grows whenever the catalog may have changed. */
  readonly catalogGeneration: () => number;
  readonly clock: Clock;
}

const entriesMax = 10_000;
const bytesMax = 64 * 1024 * 1024;
const entryBytesMax = 1024 * 1024;
const ageMsMax = 60_000;
/** Parsed rows take about this many times the bytes of their text. */
const parsedBytesPerByte = 4;

interface Entry {
  readonly stamp: string;
  readonly result: QueryResult;
}

export class ResultCache {
  readonly #options: ResultCacheOptions;
  readonly #entries: LRUCache<string, Entry>;

  constructor(options: ResultCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: entriesMax,
      maxSize: bytesMax,
      maxEntrySize: entryBytesMax,
      ttl: ageMsMax,
      sizeCalculation: ({ result }, key) => 2 * key.length + parsedBytesPerByte * result.bytes,
      perf: { now: () => options.clock.monotonic() },
      ttlResolution: 0,
    });
  }

  /** What an answer from now on is computed at: the same stamp later means that the answer still holds. */
  stamp(dataPoolIds: readonly string[]): string {
    const { versions, catalogGeneration } = this.#options;
    return `${catalogGeneration()} ${dataPoolIds.map((id) => versions.of(id)).join(' ')}`;
  }

  find(key: string, stamp: string): QueryResult | undefined {
    const entry = this.#entries.get(key);
    return entry?.stamp === stamp ? entry.result : undefined;
  }

  /** `stamp` is from before the statement began: what began before a change must not pass for newer. */
  keep(key: string, stamp: string, result: QueryResult): void {
    this.#entries.set(key, { stamp, result });
  }
}
