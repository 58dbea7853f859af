import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { Engine } from '../engine/engine.js';
import type { ByteBudget } from './byte-budget.js';
import type { CommitRequest, PendingCommit } from './commit-request.js';
import { GroupInsert } from './group-insert.js';

/**
 * Makes few large inserts of many small requests: those that arrive while one insert into a table runs form
 * the next one, so that load makes groups larger, not waiting longer. Tables do not wait for each other.
 * A request is answered once its rows are on disk and every query sees them, or with UNAVAILABLE when
 * that could not be brought about before its deadline.
 */
export interface GroupCommitOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  /** Stays the same when the process restarts, and is no other node's. */
  readonly nodeId: string;
  /** Shared with whoever reads bodies. */
  readonly budget: ByteBudget;
  readonly limits: GroupCommitLimits;
  readonly observe?: Partial<GroupCommitObserver>;
  /** Tests give their own. */
  readonly delay?: (ms: number) => Promise<void>;
}

export interface GroupCommitLimits {
  /** Requests that wait or are being inserted, over all Data Pools. */
  readonly queueRequestsMax: number;
  readonly groupRowsMax: number;
  readonly groupBytesMax: number;
  /** A request that could not be stored for this long is refused. */
  readonly commitMsMax: number;
}

export interface GroupCommitObserver {
  group(size: { requests: number; rows: number; bytes: number }): void;
  committed(durationMs: number): void;
  /** An insert failed, and what became of its rows has to be looked up. */
  recovery(error: unknown): void;
}

interface TableQueue {
  readonly waiting: PendingCommit[];
  /** Set while the next group waits for more: called with every request that arrives. */
  onArrival?: (() => void) | undefined;
}

/**
 * An insert costs the engine milliseconds however few rows it has, so that two inserts of half the requests
 * cost twice one of all. Those who were just answered tend to send again at once: the next group waits for
 * as many of them, but no longer than a share of what the last insert took.
 */
const gatherShareMax = 0.5;
const gatherMsMax = 10;

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queues = new Map<string, TableQueue>();
  readonly #drained: (() => void)[] = [];
  #requests = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  get queuedRequests(): number {
    return this.#requests;
  }

  async commit(request: CommitRequest): Promise<void> {
    const { budget, clock, limits } = this.#options;
    if (this.#requests >= limits.queueRequestsMax) {
      throw unavailable('Too many requests are waiting to be stored', { details: { reason: 'overload' } });
    }
    budget.take(request.rows.length);
    this.#requests += 1;
    const startedAtMs = clock.monotonic();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#enqueue({
          request,
          receivedAtMs: clock.now(),
          enqueuedAtMs: startedAtMs,
          deadlineMs: startedAtMs + limits.commitMsMax,
          resolve,
          reject,
        });
      });
      this.#options.observe?.committed?.(clock.monotonic() - startedAtMs);
    } finally {
      budget.give(request.rows.length);
      this.#requests -= 1;
      if (this.#requests === 0) for (const resolve of this.#drained.splice(0)) resolve();
    }
  }

  /** Resolves when everything that was accepted has its answer. */
  drain(): Promise<void> {
    if (this.#requests === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #enqueue(pending: PendingCommit): void {
    const { id } = pending.request.pool;
    const queue = this.#queues.get(id);
    if (queue) {
      queue.waiting.push(pending);
      queue.onArrival?.();
      return;
    }
    const created: TableQueue = { waiting: [pending] };
    this.#queues.set(id, created);
    // What arrived together is stored together.
    setImmediate(() => this.#work(id, created));
  }

  /** One group after the other, until none is waiting. */
  async #work(id: string, queue: TableQueue): Promise<void> {
    const { engine, clock, nodeId, delay = setTimeoutPromise, observe } = this.#options;
    const onRecovery = (error: unknown) => observe?.recovery?.(error);
    while (queue.waiting.length > 0) {
      const group = this.#nextGroup(queue.waiting);
      if (group.length === 0) continue;
      const startedAtMs = clock.monotonic();
      await new GroupInsert({ engine, clock, nodeId, delay, onRecovery }, group).run();
      const lastedMs = clock.monotonic() - startedAtMs;
      await gather(queue, group.length, Math.min(lastedMs * gatherShareMax, gatherMsMax), delay);
    }
    this.#queues.delete(id);
  }

  #nextGroup(waiting: PendingCommit[]): PendingCommit[] {
    const { clock, limits, observe } = this.#options;
    const now = clock.monotonic();
    const group: PendingCommit[] = [];
    let taken = 0;
    let rows = 0;
    let bytes = 0;
    for (const pending of waiting) {
      const { request } = pending;
      const isFull =
        rows + request.rowCount > limits.groupRowsMax || bytes + request.rows.length > limits.groupBytesMax;
      if (isFull && group.length > 0) break;
      taken += 1;
      if (pending.deadlineMs <= now) {
        pending.reject(unavailable('The events could not be stored in time'));
        continue;
      }
      group.push(pending);
      rows += request.rowCount;
      bytes += request.rows.length;
    }
    waiting.splice(0, taken);
    if (group.length > 0) observe?.group?.({ requests: group.length, rows, bytes });
    return group;
  }
}

/** Resolves when so many more are waiting, or when the time is over. */
async function gather(
  queue: TableQueue,
  more: number,
  msMax: number,
  delay: (ms: number) => Promise<void>,
): Promise<void> {
  const wanted = queue.waiting.length + more;
  const arrived = new Promise<void>((resolve) => {
    queue.onArrival = () => {
      if (queue.waiting.length >= wanted) resolve();
    };
  });
  await Promise.race([arrived, delay(msMax)]);
  queue.onArrival = undefined;
}
