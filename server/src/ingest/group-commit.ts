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
}

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
      await new GroupInsert({ engine, clock, nodeId, delay, onRecovery }, group).run();
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
