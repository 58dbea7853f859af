/**
 * Finds which of thousands of patterns are in a text, in one pass: the first characters of every pattern are
 * hashed, and the text's own hash is rolled along (Rabin-Karp).
 */
const windowCharacters = 8;
const base = 257;
const slotCount = 1 << 18;
/** What the character that leaves the window weighs in its hash. */
const leavingWeight = Array.from({ length: windowCharacters - 1 }).reduce<number>(
  (weight) => Math.imul(weight, base),
  1,
);

const slotOf = (hash: number) => ((hash ^ (hash >>> 15)) >>> 0) % slotCount;

export class PatternIndex<T> {
  readonly #slots = new Uint8Array(slotCount);
  readonly #byStart = new Map<string, { readonly text: string; readonly of: T }[]>();

  add(text: string, of: T): void {
    if (text.length < windowCharacters) throw new Error(`"${text}" is too short to be told from chance`);
    const start = text.slice(0, windowCharacters);
    const others = this.#byStart.get(start) ?? [];
    others.push({ text, of });
    this.#byStart.set(start, others);
    let hash = 0;
    for (let at = 0; at < windowCharacters; at += 1)
      hash = (Math.imul(hash, base) + start.charCodeAt(at)) | 0;
    this.#slots[slotOf(hash)] = 1;
  }

  find(text: string): { readonly text: string; readonly of: T }[] {
    const found = new Set<{ readonly text: string; readonly of: T }>();
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (at >= windowCharacters) {
        hash = (hash - Math.imul(text.charCodeAt(at - windowCharacters), leavingWeight)) | 0;
      }
      hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
      if (at < windowCharacters - 1 || this.#slots[slotOf(hash)] === 0) continue;
      const from = at - windowCharacters + 1;
      for (const pattern of this.#byStart.get(text.slice(from, at + 1)) ?? []) {
        if (text.startsWith(pattern.text, from)) found.add(pattern);
      }
    }
    return [...found];
  }
}
