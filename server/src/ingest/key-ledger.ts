import { sameBytes } from './key-bytes.js';

/**
 * Records the keys of every open object, to find duplicates.
 *
 * The keys of small objects, which are nearly all, are compared by their hashes. Past `smallObjectKeysMax`, keys move to a
 * Set of strings, whose hashes the JavaScript engine salts: an attacker can make the plain hash here collide, which must
 * not slow down an object of 100,000 keys. The strings include the quote before each key, because strings of digits only
 * have unsalted hashes.
 */
const smallObjectKeysMax = 64;

export class KeyLedger {
  private readonly hashes: Int32Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  /** The body, or the unescaped bytes of a key that was written with escapes. */
  private readonly sources: (Buffer | null)[];
  private readonly bases: Int32Array;
  private readonly large: (Set<string> | null)[];
  private readonly keysPerObjectMax: number;
  private top = 0;
  private sourcesUsed = 0;

  constructor(nestingDepthMax: number, keysPerObjectMax: number) {
    this.keysPerObjectMax = keysPerObjectMax;
    const capacity = smallObjectKeysMax * nestingDepthMax;
    this.hashes = new Int32Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.sources = new Array(capacity).fill(null);
    this.bases = new Int32Array(nestingDepthMax + 1);
    this.large = new Array(nestingDepthMax + 1).fill(null);
  }

  /** Prepares for an event. The previous one may have ended in the middle. */
  reset(): void {
    this.top = 0;
  }

  /** Drops the references to the body and the sets of large objects. */
  release(): void {
    this.sources.fill(null, 0, this.sourcesUsed);
    this.sourcesUsed = 0;
    this.large.fill(null);
  }

  open(depth: number): void {
    this.bases[depth] = this.top;
    if (this.large[depth] !== null) {
      this.large[depth] = null;
    }
  }

  close(depth: number): void {
    this.top = this.bases[depth] as number;
  }

  /** Adds a key and returns how many keys the object has, or -1 for a duplicate. */
  add(depth: number, source: Buffer, start: number, end: number, hash: number): number {
    const large = this.large[depth] as Set<string> | null;
    if (large !== null) {
      return this.addLarge(large, source, start, end);
    }
    const base = this.bases[depth] as number;
    const top = this.top;
    for (let at = base; at < top; at++) {
      if (this.hashes[at] === hash && this.isAt(at, source, start, end)) {
        return -1;
      }
    }
    if (top - base === smallObjectKeysMax) {
      return this.addLarge(this.spill(depth), source, start, end);
    }
    this.hashes[top] = hash;
    this.starts[top] = start;
    this.ends[top] = end;
    if (this.sources[top] !== source) {
      this.sources[top] = source;
      this.sourcesUsed = Math.max(this.sourcesUsed, top + 1);
    }
    this.top = top + 1;
    return this.top - base;
  }

  private isAt(at: number, source: Buffer, start: number, end: number): boolean {
    const known = this.sources[at] as Buffer;
    return sameBytes(known, this.starts[at] as number, this.ends[at] as number, source, start, end);
  }

  private addLarge(large: Set<string>, source: Buffer, start: number, end: number): number {
    const countBefore = large.size;
    if (countBefore > this.keysPerObjectMax) {
      // The object is already refused, so further keys need not be recorded.
      return countBefore;
    }
    large.add(source.toString('latin1', start - 1, end));
    return large.size === countBefore ? -1 : large.size;
  }

  private spill(depth: number): Set<string> {
    const large = new Set<string>();
    const base = this.bases[depth] as number;
    for (let at = base; at < this.top; at++) {
      const source = this.sources[at] as Buffer;
      this.addLarge(large, source, this.starts[at] as number, this.ends[at] as number);
    }
    this.top = base;
    this.large[depth] = large;
    return large;
  }
}
