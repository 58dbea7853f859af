import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';

/**
 * Slows guessing down: after some failures in a row, a client and the address it comes from must wait,
 * twice as long after each further failure. A success clears the client. Both are counted, so that
 * neither many addresses on one client nor one address on many clients go on undisturbed.
 */
const freeFailures = { client: 10, address: 50 } as const;
const waitMsMin = 1_000;
const waitMsMax = 60_000;
const countedMax = 50_000;
/** Longer than every identifier, webhook key and address: what is longer is none of them, and need not be told apart. */
const nameCharactersMax = 100;
const forgottenAfterMs = 15 * 60 * 1000;

interface Failures {
  readonly count: number;
  readonly openAtMs: number;
}

export class FailureThrottle {
  readonly #clock: Clock;
  readonly #failures = new LRUCache<string, Failures>({ max: countedMax, ttl: forgottenAfterMs });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws while either has to wait. */
  check(client: string, address: string): void {
    const openAtMs = Math.max(
      ...this.#keys(client, address).map(([key]) => this.#failures.get(key)?.openAtMs ?? 0),
    );
    const waitMs = openAtMs - this.#clock.monotonic();
    if (waitMs <= 0) return;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new WeirError('RATE_LIMITED', `Too many failed attempts; try again in ${retryAfterSeconds} s`, {
      retryAfterSeconds,
    });
  }

  failed(client: string, address: string): void {
    for (const [key, free] of this.#keys(client, address)) {
      const count = (this.#failures.get(key)?.count ?? 0) + 1;
      const waitMs = count < free ? 0 : Math.min(waitMsMin * 2 ** (count - free), waitMsMax);
      this.#failures.set(key, { count, openAtMs: this.#clock.monotonic() + waitMs });
    }
  }

  succeeded(client: string, address: string): void {
    const [clientKey] = this.#keys(client, address)[0];
    this.#failures.delete(clientKey);
  }

  #keys(client: string, address: string): [[string, number], [string, number]] {
    // A client is counted per address: a stranger who guesses at its secret must not lock its owner out.
    const from = address.slice(0, nameCharactersMax);
    return [
      [`client ${client.slice(0, nameCharactersMax)} ${from}`, freeFailures.client],
      [`address ${from}`, freeFailures.address],
    ];
  }
}
