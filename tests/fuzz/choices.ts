import fc from 'fast-check';

/**
 * The decisions behind one case, as numbers from fast-check. A generator is a plain function that takes one
 * number a decision; where the numbers run out, every decision is the first, simplest option. So fast-check
 * shrinks any case by shortening the list and lowering its numbers, whatever the grammar.
 */
export class Choices {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number below `count`. */
  below(count: number): number {
    const number = this.#numbers[this.#next] ?? 0;
    this.#next += 1;
    return number % count;
  }

  pick<T>(options: readonly T[]): T {
    const picked = options[this.below(options.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from');
    return picked;
  }

  /** True in this many of a hundred cases, never once the numbers have run out. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** One of several generators, as often as its weight says; the first should be the simplest. */
  weighted<T>(options: readonly (readonly [weight: number, make: () => T])[]): T {
    let left = this.below(options.reduce((total, [weight]) => total + weight, 0));
    for (const [weight, make] of options) {
      if (left < weight) return make();
      left -= weight;
    }
    throw new Error('There is nothing to choose from');
  }

  many<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index));
  }

  text(alphabet: string, charactersMax: number): string {
    return this.many(0, charactersMax, () => this.pick([...alphabet])).join('');
  }
}

const numberMax = 0xffffff;

/** Without fast-check's bias towards small values, which would make most cases trivial. */
export const choices: fc.Arbitrary<Choices> = fc
  .noBias(fc.array(fc.nat({ max: numberMax }), { minLength: 0, maxLength: 400, size: 'max' }))
  .map((numbers) => new Choices(numbers));
