import type { Clock } from '../../server/src/base/clock.js';

/** A clock that only moves when the test advances it. */
export class ManualClock implements Clock {
  #ms: number;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#ms = startMs;
  }

  now(): number {
    return this.#ms;
  }

  monotonic(): number {
    return this.#ms;
  }

  advance(ms: number): void {
    this.#ms += ms;
  }
}
