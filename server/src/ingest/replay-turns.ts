import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { IdempotencyClaim, IdempotencyKeyStore } from '../catalog/idempotency-keys.js';

/**
 * Runs one piece of work on a quarantine at a time, on all nodes: two that look for a row before either has stored it would store it
 * twice. The turn is a claim in the catalog, like that of an idempotency key, and is taken over when it has expired.
 */
export interface ReplayTurnsOptions {
  readonly store: Pick<IdempotencyKeyStore, 'claim' | 'takeOver' | 'release'>;
  readonly clock: Clock;
  readonly nodeId: string;
  /** Longer than any attempt to store events. */
  readonly leaseMs: number;
}

const keyDigest = 'replay';
const askAgainMs = 100;

export class ReplayTurns {
  readonly #options: ReplayTurnsOptions;
  /** The last turn of each Data Pool in this process. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: ReplayTurnsOptions) {
    this.#options = options;
  }

  async inTurn<T>(dataPoolId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(dataPoolId) ?? Promise.resolve();
    const own = before.then(() => this.#claimed(dataPoolId, work));
    const settled = own.catch(() => undefined);
    this.#last.set(dataPoolId, settled);
    try {
      return await own;
    } finally {
      if (this.#last.get(dataPoolId) === settled) this.#last.delete(dataPoolId);
    }
  }

  async #claimed<T>(dataPoolId: string, work: () => Promise<T>): Promise<T> {
    const claim: IdempotencyClaim = { dataPoolId, keyDigest, bodyDigest: '', claimId: randomUUID() };
    const { clock, leaseMs, store } = this.#options;
    const giveUpAtMs = clock.monotonic() + leaseMs;
    while (!(await this.#take(claim))) {
      if (clock.monotonic() > giveUpAtMs)
        throw unavailable('Another node works on the quarantined events of this Data Pool');
      await delay(askAgainMs);
    }
    try {
      return await work();
    } finally {
      await store.release(claim);
    }
  }

  /** What this node has left behind is of an earlier process: in this one, each waits for the one before. */
  async #take(claim: IdempotencyClaim): Promise<boolean> {
    const { store, clock, nodeId, leaseMs } = this.#options;
    const [held] = (await store.claim([claim], [], nodeId, clock.now())).values();
    if (!held || held.claimId === claim.claimId) return held !== undefined;
    const isOver = held.nodeId === nodeId || held.claimedAt + leaseMs <= clock.now();
    return isOver && (await store.takeOver(held, claim.claimId, nodeId, clock.now()));
  }
}
