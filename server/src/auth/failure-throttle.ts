import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.js';
import { WeirError } from '../base/errors.js';

/**
 * Slows down guessing: after several failures in a row, a client and its address must wait, twice as long after each
 * further failure. A success clears the client. Both are counted, so that neither many addresses guessing at one client
 * nor one address guessing at many clients escape the throttle. An attempt counts from its start: checking a secret
 * takes a while, during which many more guesses could arrive.
 */
const freeFailures = { client: 10, address: 50 } as const;
const waitMsMin = 1_000;
const waitMsMax = 60_000;
const countedMax = 50_000;
/** Longer than every identifier, webhook key and address, so longer names need not be distinguished. */
const nameCharactersMax = 100;
const forgottenAfterMs = 15 * 60 * 1000;

interface Failures {
  readonly count: number;
  readonly openAtMs: number;
}

/** Ends an attempt. `abandoned` means that the secret was never checked. */
export type EndAttempt = (outcome: 'succeeded' | 'failed' | 'abandoned') => void;

export class FailureThrottle {
  readonly #clock: Clock;
  readonly #failures = new LRUCache<string, Failures>({ max: countedMax, ttl: forgottenAfterMs });
  /** Attempts in progress. */
  readonly #begun = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws while the client has to wait at this address. */
  checkClient(client: string, address: string): void {
    this.#check(this.#keys(client, address)[0][0]);
  }

  /**
   * Throws while the address has to wait, whatever its client. That counts as a failure of the client: otherwise, one guess after
   * the other could be compared with what is known to be right.
   */
  checkAddress(client: string, address: string): void {
    const [ofClient, [addressKey]] = this.#keys(client, address);
    try {
      this.#check(addressKey);
    } catch (error) {
      this.#count(ofClient);
      throw error;
    }
  }

  /** Throws while the client or the address has to wait. */
  check(client: string, address: string): void {
    for (const [key] of this.#keys(client, address)) this.#check(key);
  }

  #check(key: string): void {
    const waitMs = (this.#failures.get(key)?.openAtMs ?? 0) - this.#clock.monotonic();
    if (waitMs > 0) throw rateLimited('Too many failed attempts', Math.ceil(waitMs / 1000));
  }

  /** Throws while the client or the address has to wait, or when too many attempts are in progress. */
  begin(client: string, address: string): EndAttempt {
    this.check(client, address);
    const keys = this.#keys(client, address);
    for (const [key, free] of keys) {
      const begun = this.#begun.get(key) ?? 0;
      if (begun > 0 && begun + (this.#failures.get(key)?.count ?? 0) >= free)
        throw rateLimited('Too many attempts at the same time', 1);
    }
    for (const [key] of keys) this.#begun.set(key, (this.#begun.get(key) ?? 0) + 1);
    return (outcome) => {
      for (const [key] of keys) this.#ended(key);
      if (outcome === 'failed') this.#failed(client, address);
      if (outcome === 'succeeded') this.succeeded(client, address);
    };
  }

  #ended(key: string): void {
    const left = (this.#begun.get(key) ?? 0) - 1;
    if (left > 0) this.#begun.set(key, left);
    else this.#begun.delete(key);
  }

  #failed(client: string, address: string): void {
    for (const key of this.#keys(client, address)) this.#count(key);
  }

  #count([key, free]: readonly [string, number]): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const waitMs = count < free ? 0 : Math.min(waitMsMin * 2 ** (count - free), waitMsMax);
    this.#failures.set(key, { count, openAtMs: this.#clock.monotonic() + waitMs });
  }

  succeeded(client: string, address: string): void {
    const [clientKey] = this.#keys(client, address)[0];
    this.#failures.delete(clientKey);
  }

  #keys(client: string, address: string): [[string, number], [string, number]] {
    // A client is counted per address, so that a stranger who guesses its secret cannot lock out its owner.
    const from = address.slice(0, nameCharactersMax);
    return [
      [`client ${client.slice(0, nameCharactersMax)} ${from}`, freeFailures.client],
      [`address ${from}`, freeFailures.address],
    ];
  }
}

const rateLimited = (reason: string, retryAfterSeconds: number) =>
  new WeirError('RATE_LIMITED', `${reason}; try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
