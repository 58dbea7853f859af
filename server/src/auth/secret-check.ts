import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WeirError } from '../base/errors.js';
import { hashSecret, secretMatches } from '../base/secret-hash.js';

/**
 * Checks secrets against their slow hashes, and remembers for a while which pairs matched, so that a
 * webhook's thousandth event does not pay for the hash again. Remembered is only a keyed digest, under
 * a key that lives as long as the process; a hash that leaves the catalog is forgotten with it, because
 * the caller always asks with the hashes of now.
 */
const rememberedMax = 10_000;
const rememberedMsMax = 10 * 60 * 1000;
/** Each check takes 32 MiB and a thread for some 50 ms: few at a time, and a bounded line behind them. */
const checksAtOnceMax = 2;
const checksWaitingMax = 64;

export class SecretCheck {
  readonly #key = randomBytes(32);
  readonly #remembered = new LRUCache<string, true>({ max: rememberedMax, ttl: rememberedMsMax });
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Checked when there is no such user, so that it takes as long as when there is. */
  readonly #nobody = hashSecret(randomBytes(16).toString('hex'));

  /** The first of the hashes that the secret belongs to. */
  async match(secret: string, hashes: readonly string[]): Promise<string | undefined> {
    for (const hash of hashes) {
      const digest = this.#digest(secret, hash);
      if (this.#remembered.get(digest)) return hash;
    }
    const candidates = hashes.length > 0 ? hashes : [await this.#nobody];
    for (const hash of candidates) {
      if (!(await this.#limited(() => secretMatches(secret, hash)))) continue;
      this.#remembered.set(this.#digest(secret, hash), true);
      return hash;
    }
    return undefined;
  }

  #digest(secret: string, hash: string): string {
    return createHmac('sha256', this.#key).update(hash).update('\0').update(secret).digest('base64');
  }

  async #limited<T>(check: () => Promise<T>): Promise<T> {
    if (this.#running >= checksAtOnceMax) {
      if (this.#waiting.length >= checksWaitingMax) {
        throw new WeirError('RATE_LIMITED', 'Too many credentials are being checked', {
          retryAfterSeconds: 1,
        });
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
