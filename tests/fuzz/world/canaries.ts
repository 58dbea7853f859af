import { PatternIndex } from './pattern-index.js';

/**
 * Values that give themselves away. Each canary is a value that only some callers may see; its text, and the
 * text of it in the encodings that answers or SQL functions produce, must be in no other answer.
 */
export interface Canary {
  readonly label: string;
  readonly value: string;
  /** Actors whose answers may have it; nobody's for secrets and hidden rows. */
  readonly visibleTo: ReadonlySet<string>;
}

export interface Leak {
  readonly canary: Canary;
  readonly found: string;
}

/** Half a marker is as telling as all of it: `left(secret, 10)` is found, too. */
const piecesOf = (value: string): string[] => {
  if (!/^[a-z0-9]{16,}$/.test(value)) return [value];
  const half = Math.floor(value.length / 2);
  return [value.slice(0, half), value.slice(half)];
};

const reversed = (text: string) => [...text].reverse().join('');

/** The part of the base64 text of these bytes that is the same whatever stands before and after them. */
function base64Cores(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + text).toString('base64');
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + Buffer.byteLength(text)) * 8) / 6);
    return encoded.slice(first, last);
  });
}

export class Canaries {
  readonly #byValue = new Map<string, Canary>();
  /** Patterns in small letters, and those in which the case counts. */
  #indexes: { readonly folded: PatternIndex<Canary>; readonly exact: PatternIndex<Canary> } | undefined;

  get count(): number {
    return this.#byValue.size;
  }

  add(label: string, value: string, visibleTo: readonly string[] = []): string {
    const before = this.#byValue.get(value);
    const canary = { label, value, visibleTo: new Set([...(before?.visibleTo ?? []), ...visibleTo]) };
    this.#byValue.set(value, canary);
    this.#indexes = undefined;
    return value;
  }

  /** What this text gives away to this actor. */
  leaks(actor: string, text: string, carried: readonly string[] = []): Leak[] {
    this.#indexes ??= this.#index();
    const { folded, exact } = this.#indexes;
    const plain = /\\u[0-9a-f]{4}/i.test(text) ? `${text}\n${unescaped(text)}` : text;
    return [...folded.find(plain.toLowerCase()), ...exact.find(plain)]
      .filter(({ of: canary }) => !canary.visibleTo.has(actor) && !carried.includes(canary.label))
      .map(({ of: canary, text: found }) => ({ canary, found }));
  }

  #index() {
    const folded = new PatternIndex<Canary>();
    const exact = new PatternIndex<Canary>();
    for (const canary of this.#byValue.values()) {
      for (const piece of piecesOf(canary.value.toLowerCase())) {
        const hex = Buffer.from(piece).toString('hex');
        for (const text of [piece, reversed(piece), hex]) folded.add(text, canary);
      }
      if (!/\D/.test(canary.value)) continue;
      for (const text of base64Cores(canary.value)) exact.add(text, canary);
    }
    return { folded, exact };
  }
}

const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
