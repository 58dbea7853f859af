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
 * Group commit for the catalog: claims that arrive while one transaction runs share the next, together
 * with the marks of what has been done since. A mark may come late, or never when the process is killed:
 * the rows themselves are in the table then, and a retry finds them.
 */
export type ClaimStore = Pick<IdempotencyKeyStore, 'claim' | 'takeOver' | 'sweep'>;

export interface ClaimBatchOptions {
  readonly store: ClaimStore;
  readonly clock: Clock;
  readonly nodeId: string;
}

const claimsPerTransactionMax = 1_000;
/** How long a mark waits for a claim to travel with. */
const markDelayMs = 200;
/** And how long after the catalog could not take it. */
const markAgainMs = 1_000;
/** Senders retry for up to 76 hours; a day more leaves room for clocks that differ. */
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
  /** Whether all could be written. */
  #running: Promise<boolean> | undefined;
  #markTimer: NodeJS.Timeout | undefined;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ClaimBatchOptions) {
    this.#options = options;
  }

  /** What is recorded for the key once the claim has been tried. */
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

  /** Everything that waits is written when this resolves, or has been tried: marks are then tried again later. */
  async flush(): Promise<void> {
    await this.#running;
    while (this.#running || this.#waiting.length > 0 || this.#done.length > 0) {
      this.#start();
      if (!(await this.#running)) return;
    }
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
    // Those that arrive in the same turn share the first transaction.
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
      // Marks travel with the next claims, a retry's among them: where rows merge, it could not find them.
      this.#done.unshift(...done);
      for (const { reject } of waiting) reject(error);
      return false;
    }
  }

  async #sweep(): Promise<void> {
    const { store, clock } = this.#options;
    if (clock.monotonic() - this.#sweptAtMs < sweepEveryMs) return;
    this.#sweptAtMs = clock.monotonic();
    // What could not be swept now will be the next time.
    const swept = await store.sweep(clock.now() - idempotencyKeyKeptMs).catch(() => 0);
    // There is more: it goes with the next claims, or keys would come in faster than they go.
    if (swept >= sweptAtOnceMax) this.#sweptAtMs = Number.NEGATIVE_INFINITY;
  }
}
