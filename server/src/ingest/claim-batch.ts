import type { Clock } from '../base/clock.js';
import {
  type ClaimedKey,
  type IdempotencyClaim,
  type IdempotencyKeyStore,
  type KeyName,
  keyNameOf,
  sweptAtOnceMax,
} from '../catalog/idempotency-keys.js';

/**
 * Group commit for the catalog: claims that arrive during one transaction share the next, together with the marks of keys
 * done since. A mark may come late, or never when the process is killed. The rows are in the table by then, so a retry
 * finds them.
 */
export type ClaimStore = Pick<IdempotencyKeyStore, 'claim' | 'takeOver' | 'sweep'>;

export interface ClaimBatchOptions {
  readonly store: ClaimStore;
  readonly clock: Clock;
  readonly nodeId: string;
}

const claimsPerTransactionMax = 1_000;
/** How long a mark waits for a claim to share its transaction. */
const markDelayMs = 200;
/** How long a mark waits after a failed write. */
const markAgainMs = 1_000;
/** Senders retry for up to 76 hours; an extra day allows for clock differences. */
export const idempotencyKeyKeptMs = 100 * 3_600_000;
const sweepEveryMs = 600_000;

interface Waiting {
  readonly claim: IdempotencyClaim;
  readonly resolve: (held: ClaimedKey) => void;
  readonly reject: (error: unknown) => void;
}

export class ClaimBatch {
  readonly #options: ClaimBatchOptions;
  #waiting: Waiting[] = [];
  #done: KeyName[] = [];
  /** Resolves to whether everything was written. */
  #running: Promise<boolean> | undefined;
  #markTimer: NodeJS.Timeout | undefined;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ClaimBatchOptions) {
    this.#options = options;
  }

  /** The record of the key after the attempt to claim it. */
  claim(claim: IdempotencyClaim): Promise<ClaimedKey> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claim, resolve, reject });
      this.#start();
    });
  }

  done(key: KeyName): void {
    this.#done.push({ dataPoolId: key.dataPoolId, keyDigest: key.keyDigest });
    this.#markLater(markDelayMs);
  }

  /** Tries to write everything that waits, and resolves to whether all of it is written. Failed marks are retried later. */
  async flush(): Promise<boolean> {
    await this.#running;
    while (this.#running || this.#waiting.length > 0 || this.#done.length > 0) {
      this.#start();
      if (!(await this.#running)) return false;
    }
    return true;
  }

  #markLater(ms: number): void {
    this.#markTimer ??= setTimeout(() => this.#start(), ms).unref();
  }

  #start(): void {
    clearTimeout(this.#markTimer);
    this.#markTimer = undefined;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#waiting.length > 0) this.#start();
      else if (this.#done.length > 0) this.#markLater(markAgainMs);
    });
  }

  async #work(): Promise<boolean> {
    // Claims that arrive in the same turn share the first transaction.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 || this.#done.length > 0) {
      const claims = this.#waiting.splice(0, claimsPerTransactionMax);
      const done = this.#done.splice(0, claimsPerTransactionMax);
      if (!(await this.#transaction(claims, done))) return false;
    }
    await this.#sweep();
    return true;
  }

  async #transaction(waiting: readonly Waiting[], done: readonly KeyName[]): Promise<boolean> {
    const { store, clock, nodeId } = this.#options;
    try {
      const claims = waiting.map(({ claim }) => claim);
      const recorded = await store.claim(claims, done, nodeId, clock.now());
      for (const { claim, resolve, reject } of waiting) {
        const held = recorded.get(keyNameOf(claim));
        if (held) resolve(held);
        else reject(new Error('A claimed idempotency key is not in the catalog'));
      }
      return true;
    } catch (error) {
      // Write the marks with the next claims, which may include a retry: where rows merge, it could not find them.
      this.#done.unshift(...done);
      for (const { reject } of waiting) reject(error);
      return false;
    }
  }

  async #sweep(): Promise<void> {
    const { store, clock } = this.#options;
    if (clock.monotonic() - this.#sweptAtMs < sweepEveryMs) return;
    this.#sweptAtMs = clock.monotonic();
    // After a failure, the next sweep tries again.
    const swept = await store.sweep(clock.now() - idempotencyKeyKeptMs).catch(() => 0);
    // There are more, so sweep again with the next claims; otherwise keys could arrive faster than they are deleted.
    if (swept >= sweptAtOnceMax) this.#sweptAtMs = Number.NEGATIVE_INFINITY;
  }
}
