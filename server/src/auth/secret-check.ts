import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WeirError } from '../base/errors.js';
import { hashSecret, secretMatches } from '../base/secret-hash.js';
import type { FailureThrottle } from './failure-throttle.js';

/**
 * Checks secrets against their slow hashes, no faster than the throttle allows, and caches matches, so that a webhook's
 * thousandth event does not pay for the hash again, and guesses of strangers do not hold up who has had the right secret. The
 * cache holds only keyed digests; their key lives as long as the process. A hash that is removed from the catalog never
 * matches again, because callers always pass the current hashes.
 */
const cachedMax = 10_000;
/** Each check takes 32 MiB and a thread for about 50 ms, so few run at a time and the queue is bounded. */
const checksAtOnceMax = 2;
const checksWaitingMax = 64;

export interface SecretAttempt {
  /** Failures are counted by client and by address. */
  readonly client: string;
  readonly address: string;
  /** Candidates: one match is enough. */
  readonly secrets: readonly string[];
  readonly hashes: readonly string[];
  /** Most hashes per client. Every wrong secret costs this many, so that timing does not reveal how many a client has. */
  readonly hashesMax: number;
  /** Whether people choose the secret, so that it could be found by very many guesses. */
  readonly isGuessable: boolean;
}

export class SecretCheck {
  readonly #throttle: FailureThrottle;
  readonly #matches: typeof secretMatches;
  readonly #key = randomBytes(32);
  readonly #cached = new LRUCache<string, true>({ max: cachedMax });
  /** Identical concurrent attempts are checked once: opening a dashboard sends many. */
  readonly #underWay = new Map<string, Promise<string | undefined>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Dummy hash, checked in place of the hashes that a client does not have. */
  readonly #dummyHash = hashSecret(randomBytes(16).toString('hex'));

  constructor(throttle: FailureThrottle, matches = secretMatches) {
    this.#throttle = throttle;
    this.#matches = matches;
  }

  /** The hash that one of the secrets matches. Throws RATE_LIMITED after too many wrong secrets. */
  async match(attempt: SecretAttempt): Promise<string | undefined> {
    const { client, address, secrets, hashes, isGuessable } = attempt;
    // Guesses could be compared with what is cached as fast as requests are sent, which finds a password.
    if (isGuessable) this.#throttle.checkClient(client, address);
    // Before the rest: strangers behind the same address do not lock out who has had the right secret.
    const cached = this.#findCached(secrets, hashes);
    if (cached !== undefined) {
      if (isGuessable) this.#throttle.succeeded(client, address);
      return cached;
    }
    this.#throttle.checkClient(client, address);
    this.#throttle.checkAddress(client, address);
    const key = this.#digest(client, address, ...hashes, '', ...secrets);
    const underWay = this.#underWay.get(key);
    if (underWay) return await underWay;
    const begun = this.#begin(attempt);
    this.#underWay.set(key, begun);
    return await begun.finally(() => this.#underWay.delete(key));
  }

  async #begin(attempt: SecretAttempt): Promise<string | undefined> {
    const end = this.#throttle.begin(attempt.client, attempt.address);
    try {
      const matched = await this.#firstMatch(attempt);
      end(matched === undefined ? 'failed' : 'succeeded');
      return matched;
    } catch (error) {
      end('abandoned');
      throw error;
    }
  }

  async #firstMatch({ secrets, hashes, hashesMax }: SecretAttempt): Promise<string | undefined> {
    const nobody = await this.#dummyHash;
    const padded = [...hashes, ...Array<string>(Math.max(hashesMax - hashes.length, 0)).fill(nobody)];
    for (const secret of secrets) {
      for (const hash of padded) {
        const isMatch = await this.#limited(() => this.#matches(secret, hash));
        if (!isMatch || !hashes.includes(hash)) continue;
        this.#cached.set(this.#digest(secret, hash), true);
        return hash;
      }
    }
    return undefined;
  }

  #findCached(secrets: readonly string[], hashes: readonly string[]): string | undefined {
    return hashes.find((hash) => secrets.some((secret) => this.#cached.get(this.#digest(secret, hash))));
  }

  #digest(...texts: readonly string[]): string {
    const hmac = createHmac('sha256', this.#key);
    for (const text of texts) hmac.update(text).update('\0');
    return hmac.digest('base64');
  }

  async #limited<T>(check: () => Promise<T>): Promise<T> {
    if (this.#running >= checksAtOnceMax) {
      if (this.#waiting.length >= checksWaitingMax) {
        throw new WeirError(
          'RATE_LIMITED',
          'Too many credentials are being checked at the moment; try again shortly',
          {
            retryAfterSeconds: 1,
          },
        );
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await check();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
