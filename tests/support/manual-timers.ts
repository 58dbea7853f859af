/** Timers that end when the test says. */
export class ManualTimers {
  readonly #due = new Set<{ at: number; passed: () => void }>();
  #nowMs = 0;

  readonly start = (ms: number, passed: () => void) => {
    const timer = { at: this.#nowMs + ms, passed };
    this.#due.add(timer);
    return () => void this.#due.delete(timer);
  };

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const timer of [...this.#due].filter(({ at }) => at <= this.#nowMs)) {
      this.#due.delete(timer);
      timer.passed();
    }
  }

  get running(): number {
    return this.#due.size;
  }
}
