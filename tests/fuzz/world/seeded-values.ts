import { createHash } from 'node:crypto';

/** Values that follow from the seed alone, so that a run can be repeated, and from nothing that a query could compute. */
export class SeededValues {
  readonly #seed: string;
  #drawn = 0;

  constructor(seed: number) {
    this.#seed = `weir-fuzz-${seed}`;
  }

  /** A marker: letters and digits, never a number by itself. */
  marker(characters = 20): string {
    const digits = this.#digest().toString(36).padStart(characters, 'k');
    return `q${digits.slice(-(characters - 1))}`;
  }

  /** A number of exactly this many digits whose text is not a power, a sum or a round number. */
  digits(count: number): string {
    const digits = this.#digest()
      .toString()
      .padStart(count, '7')
      .slice(-(count - 1));
    return `${1 + (this.#drawn % 8)}${digits.slice(0, -1)}${'1379'[this.#drawn % 4]}`;
  }

  /** So many hexadecimal digits, at most 64. */
  hex(count: number): string {
    return this.#digest().toString(16).padStart(64, '0').slice(0, count);
  }

  below(count: number): number {
    return Number(this.#digest() % BigInt(count));
  }

  #digest(): bigint {
    this.#drawn += 1;
    return BigInt(`0x${createHash('sha256').update(`${this.#seed} ${this.#drawn}`).digest('hex')}`);
  }
}
