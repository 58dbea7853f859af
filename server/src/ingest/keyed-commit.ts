import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import { conflict, unavailable } from '../base/errors.js';
import { type ClaimedKey, type IdempotencyClaim, keyNameOf } from '../catalog/idempotency-keys.js';
import { quarantinedDataPoolId } from '../catalog/quarantine.js';
import { ClaimBatch, type ClaimStore } from './claim-batch.js';
import { type CommitRequest, type Commits, commitAll } from './commit-request.js';
import type { IdempotencyKey } from './idempotency-key.js';

/**
 * Stores a request with an idempotency key once, however often and to whichever node it is sent. The catalog records who
 * has claimed a key. While a claim is open, the rows' IDs, which are derived from key and body, show in the table what an
 * earlier attempt has stored.
 *
 * - Within this process, requests with the same key share one attempt and its answer.
 * - A claim that this node left open (after a restart or a failure) is taken over at once, because its data directory has
 *   one owner. Another node's claim is taken over when its lease has expired. Until then the answer is UNAVAILABLE,
 *   because that node may still be storing the rows.
 */
export interface KeyedCommitOptions {
  readonly commits: Commits;
  readonly store: ClaimStore;
  readonly clock: Clock;
  readonly nodeId: string;
  /** Longer than any attempt. */
  readonly leaseMs: number;
}

interface Attempt {
  readonly bodyDigest: string;
  readonly outcome: Promise<boolean>;
}

const otherBody = () =>
  conflict('This idempotency key was already used with a different body', {
    details: { reason: 'conflict' },
  });

export class KeyedCommit {
  readonly #options: KeyedCommitOptions;
  readonly #claims: ClaimBatch;
  readonly #attempts = new Map<string, Attempt>();

  constructor(options: KeyedCommitOptions) {
    this.#options = options;
    this.#claims = new ClaimBatch(options);
  }

  /** Resolves to whether this request stored the rows; false when another with the same key had stored them. */
  async commit(key: IdempotencyKey, requests: readonly CommitRequest[]): Promise<boolean> {
    const name = keyNameOf(key);
    const running = this.#attempts.get(name);
    if (running) {
      if (running.bodyDigest !== key.bodyDigest) throw otherBody();
      await running.outcome;
      return false;
    }
    const outcome = this.#attempt(key, requests).finally(() => this.#attempts.delete(name));
    this.#attempts.set(name, { bodyDigest: key.bodyDigest, outcome });
    return await outcome;
  }

  /** Writes outstanding marks of finished keys. */
  async close(): Promise<void> {
    await this.#claims.flush();
  }

  async #attempt(key: IdempotencyKey, requests: readonly CommitRequest[]): Promise<boolean> {
    const { commits } = this.#options;
    const claim: IdempotencyClaim = { ...key, claimId: randomUUID() };
    const held = await this.#claims.claim(claim);
    if (held.bodyDigest !== key.bodyDigest) throw otherBody();
    if (held.isDone) return false;
    if (held.claimId === claim.claimId) {
      await commitAll(commits, requests);
    } else {
      await this.#takeOver(held, claim.claimId);
      const earlier = { nodeId: held.nodeId, sinceMs: held.createdAt };
      await commitAll(
        commits,
        requests.map((request) => ({ ...request, earlier })),
      );
    }
    this.#claims.done(key);
    // A retry brings the mark with its claim, so it finds the rows stored.
    if (requests.some(losesIds) && !(await this.#claims.flush()))
      throw unavailable('The events are stored, but their idempotency key could not be marked');
    return true;
  }

  async #takeOver(held: ClaimedKey, claimId: string): Promise<void> {
    const { store, clock, nodeId, leaseMs } = this.#options;
    const leaseLeftMs = held.nodeId === nodeId ? 0 : held.claimedAt + leaseMs - clock.now();
    const mayTakeOver = leaseLeftMs <= 0 && (await store.takeOver(held, claimId, nodeId, clock.now()));
    if (mayTakeOver) return;
    throw unavailable('Another request with this idempotency key is being stored', {
      details: { reason: 'key_in_use' },
      retryAfterSeconds: Math.max(1, Math.ceil(leaseLeftMs / 1000)),
    });
  }
}

/**
 * Where rows merge, or leave a quarantine, their IDs may be gone by the time of a retry, so the key must be marked before the
 * request is acknowledged.
 */
const losesIds = ({ pool }: CommitRequest) =>
  pool.tableSettings.engine.type !== 'MERGE_TREE' || quarantinedDataPoolId(pool.id) !== undefined;
