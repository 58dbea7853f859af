import { sameBytes } from './key-bytes.js';

/**
 * Remembers the keys of every object that is open, to find one that comes twice.
 *
 * Small objects, nearly all of them, are compared key by key on their hashes. Past `smallObjectKeysMax` an
 * object's keys move to a Set of strings, whose hashes the JavaScript engine salts: the plain hash here can
 * be made to collide on purpose, and must not decide how long 100,000 keys take. The strings begin with the
 * quote that precedes each key, because strings that are all digits have unsalted hashes.
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

  /** Makes ready for an event: the one before may have been left in the middle. */
  reset(): void {
    this.top = 0;
  }

  /** Lets go of the body and of the sets of large objects. */
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

  /** How many keys the object has so far, or -1 when this one is there already. */
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
      // The object is refused already: what follows need not be remembered.
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
