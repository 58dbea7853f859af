import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { Engine } from '../engine/engine.js';
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
  /** The rows of what is acknowledged are given up only when their Data Pool is. */
  readonly isGone?: (pool: CommitRequest['pool']) => Promise<boolean>;
  readonly observe?: Partial<GroupCommitObserver>;
  /** Tests give their own. */
  readonly delay?: Delay;
}

type Delay = (ms: number) => Promise<void>;

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
  /** Somebody waits for what is in the queue, or is under way, to be stored. */
  isHurried: boolean;
  /** Set while the next group waits for more: called when there is more, or more hurry. */
  onChange?: (() => void) | undefined;
}

/**
 * An insert costs the engine milliseconds however few rows it has, so that two inserts of half the requests
 * cost twice one of all. Those who were just answered tend to send again at once: the next group waits for
 * as many of them, but no longer than a share of what the last insert took.
 */
const gatherShareMax = 0.5;
const gatherMsMax = 10;
/**
 * How long a group that nobody waits for may gather, and how much is enough. Every insert is a part that the engine
 * has to merge again: at twenty a second that took it longer than all the rest that a stream of small requests costs.
 */
const restMs = 250;
const restRowsMax = 10_000;
const restBytesMax = 4 * 1024 * 1024;
/** Between two attempts at what must be stored, after the first has used up its time. */
const tryAgainMs = 500;

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

  /** Resolves when the rows are in their table, or rejects within the time that a commit may take. */
  async commit(request: CommitRequest): Promise<void> {
    const startedAtMs = this.#options.clock.monotonic();
    const leave = this.admit(request);
    try {
      await new Promise<void>((resolve, reject) => this.#enqueue(request, false, resolve, reject));
      this.#options.observe?.committed?.(this.#options.clock.monotonic() - startedAtMs);
    } finally {
      leave();
    }
  }

  /** Takes a place in the queue until the returned function is called; throws when there is none. */
  admit({ rows }: CommitRequest): () => void {
    const { budget, limits } = this.#options;
    if (this.#requests >= limits.queueRequestsMax) {
      throw unavailable('Too many requests are waiting to be stored', { details: { reason: 'overload' } });
    }
    budget.take(rows.length);
    const leave = this.readmit();
    return () => {
      budget.give(rows.length);
      leave();
    };
  }

  /** A place for what an earlier process has admitted, whatever the limits are now. */
  readmit(): () => void {
    this.#requests += 1;
    return () => {
      this.#requests -= 1;
      if (this.#requests === 0) for (const resolve of this.#drained.splice(0)) resolve();
    };
  }

  /** Stores what has been acknowledged, and has its place: tries for as long as it takes. */
  store(request: CommitRequest, onStored: () => void): void {
    this.#enqueue(request, true, onStored, () => {});
  }

  /** Somebody waits for what this Data Pool's queue holds. */
  hurry(dataPoolId: string): void {
    const queue = this.#queues.get(dataPoolId);
    if (!queue) return;
    queue.isHurried = true;
    queue.onChange?.();
  }

  /** Resolves when everything that was accepted has its answer. */
  drain(): Promise<void> {
    if (this.#requests === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #enqueue(
    request: CommitRequest,
    isAcknowledged: boolean,
    resolve: () => void,
    reject: (error: unknown) => void,
  ): void {
    const { clock, limits } = this.#options;
    const deadlineMs = clock.monotonic() + limits.commitMsMax;
    const queue = this.#queue(request.pool.id);
    const receivedAtMs = clock.now();
    queue.waiting.push({ request, isAcknowledged, receivedAtMs, deadlineMs, resolve, reject });
    if (!isAcknowledged) queue.isHurried = true;
    queue.onChange?.();
  }

  #queue(dataPoolId: string): TableQueue {
    const known = this.#queues.get(dataPoolId);
    if (known) return known;
    const created: TableQueue = { waiting: [], isHurried: false };
    this.#queues.set(dataPoolId, created);
    // What arrived together is stored together.
    setImmediate(() => this.#work(dataPoolId, created));
    return created;
  }

  /** One group after the other, until none is waiting. */
  async #work(id: string, queue: TableQueue): Promise<void> {
    const { engine, clock, nodeId, delay = setTimeoutPromise, observe } = this.#options;
    const onRecovery = (error: unknown) => observe?.recovery?.(error);
    while (queue.waiting.length > 0) {
      queue.isHurried = false;
      const group = this.#nextGroup(queue.waiting);
      if (group.length === 0) continue;
      const startedAtMs = clock.monotonic();
      const left = await new GroupInsert({ engine, clock, nodeId, delay, onRecovery }, group).run();
      if (left.length > 0) await this.#tryAgain(queue, left, delay);
      const lastedMs = clock.monotonic() - startedAtMs;
      if (group.every(({ isAcknowledged }) => isAcknowledged)) await rest(queue, delay);
      else await gather(queue, group.length, Math.min(lastedMs * gatherShareMax, gatherMsMax), delay);
    }
    this.#queues.delete(id);
  }

  /** What is acknowledged keeps its place before all that came later, unless its Data Pool is gone. */
  async #tryAgain(queue: TableQueue, left: readonly PendingCommit[], delay: Delay): Promise<void> {
    const { clock, nodeId, limits, isGone } = this.#options;
    const [first] = left;
    if (first && (await isGone?.(first.request.pool).catch(() => false))) {
      for (const { resolve } of left) resolve();
      return;
    }
    await delay(tryAgainMs);
    const deadlineMs = clock.monotonic() + limits.commitMsMax;
    queue.waiting.unshift(
      ...left.map((pending) => {
        const earlier = pending.request.earlier ?? { nodeId, sinceMs: pending.receivedAtMs };
        return { ...pending, deadlineMs, request: { ...pending.request, earlier } };
      }),
    );
  }

  #nextGroup(waiting: PendingCommit[]): PendingCommit[] {
    const { clock, limits, observe } = this.#options;
    const now = clock.monotonic();
    const group: PendingCommit[] = [];
    let taken = 0;
    let rows = 0;
    let bytes = 0;
    const ids = new Set<string>();
    for (const pending of waiting) {
      const { request } = pending;
      const isFull =
        rows + request.rowCount > limits.groupRowsMax || bytes + request.rows.length > limits.groupBytesMax;
      // A retry looks for the rows of the attempt before it, which must be stored by then.
      if ((isFull || ids.has(request.requestId)) && group.length > 0) break;
      ids.add(request.requestId);
      taken += 1;
      if (pending.deadlineMs <= now && !pending.isAcknowledged) {
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
function gather(queue: TableQueue, more: number, msMax: number, delay: Delay): Promise<void> {
  const wanted = queue.waiting.length + more;
  return pause(queue, () => queue.waiting.length >= wanted, msMax, delay);
}

/** Nobody waits: resolves when somebody does, when an insert is worth its cost, or when the time is over. */
function rest(queue: TableQueue, delay: Delay): Promise<void> {
  let counted = 0;
  let rows = 0;
  let bytes = 0;
  const isEnough = () => {
    for (; counted < queue.waiting.length; counted++) {
      const { request } = queue.waiting[counted] as PendingCommit;
      rows += request.rowCount;
      bytes += request.rows.length;
    }
    return queue.isHurried || rows >= restRowsMax || bytes >= restBytesMax;
  };
  return pause(queue, isEnough, restMs, delay);
}

async function pause(queue: TableQueue, isEnough: () => boolean, msMax: number, delay: Delay): Promise<void> {
  if (isEnough()) return;
  const changed = new Promise<void>((resolve) => {
    queue.onChange = () => {
      if (isEnough()) resolve();
    };
  });
  await Promise.race([changed, delay(msMax)]);
  queue.onChange = undefined;
}
