import { LRUCache } from 'lru-cache';
import type { RevisionWatch } from './revision-watch.js';

const foundEntriesMax = 10_000;
const foundBytesMax = 16 * 1024 * 1024;
const fixedBytes = 200;
/** An object takes several times the bytes of its JSON. */
const bytesPerCharacter = 4;
/** Misses are cached separately, so that guessing names neither grows memory nor evicts entries in use. */
const missingEntriesMax = 1_000;
/** No identifier, webhook key or unique name is longer. */
const keyLengthMax = 512;

/** Caches one kind of catalog lookup, no longer than the watch allows. */
export class CachedLookup<T extends object> {
  readonly #watch: RevisionWatch;
  readonly #found = new LRUCache<string, T>({
    max: foundEntriesMax,
    maxSize: foundBytesMax,
    // A Data Pool has up to a thousand columns.
    sizeCalculation: (value) => fixedBytes + bytesPerCharacter * JSON.stringify(value).length,
  });
  readonly #missing = new LRUCache<string, true>({ max: missingEntriesMax });
  readonly #loading = new Map<string, Promise<T | undefined>>();

  constructor(watch: RevisionWatch) {
    this.#watch = watch;
    watch.onOutdated(() => {
      this.#found.clear();
      this.#missing.clear();
      this.#loading.clear();
    });
  }

  async get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    if (key.length > keyLengthMax) return undefined;
    const looking = this.#watch.fresh();
    if (looking) await looking;
    const found = this.#found.get(key);
    if (found !== undefined) return found;
    if (this.#missing.get(key) === true) return undefined;
    return await (this.#loading.get(key) ?? this.#load(key, load));
  }

  #load(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const generation = this.#watch.generation;
    const loading = load()
      .then((value) => {
        // A write happened while this was read, so it may be outdated: return it, but do not cache it.
        if (this.#watch.generation === generation) {
          if (value === undefined) this.#missing.set(key, true);
          else this.#found.set(key, value);
        }
        return value;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key);
      });
    this.#loading.set(key, loading);
    return loading;
  }
}
