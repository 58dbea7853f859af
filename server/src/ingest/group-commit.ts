import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { ByteBudget } from '../base/byte-budget.js';
import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { Engine } from '../engine/engine.js';
import type { CommitRequest, PendingCommit } from './commit-request.js';
import { GroupInsert } from './group-insert.js';
import { countNew, PartitionsUnderWay } from './partitions-under-way.js';
import { partitionsOf } from './row-partitions.js';

/**
 * Combines many small requests into a few large inserts. Requests that arrive during an insert into a table form the next
 * one, so load makes groups larger instead of waiting times longer. Tables are independent of each other. A request is
 * answered once its rows are on disk and visible to every query, or with UNAVAILABLE when its deadline passes first.
 */
export interface GroupCommitOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  /** Unique to this node, and stable across restarts. */
  readonly nodeId: string;
  /** Shared with the reading of request bodies. */
  readonly budget: ByteBudget;
  readonly limits: GroupCommitLimits;
  /** Acknowledged rows are dropped only when their Data Pool has been deleted. */
  readonly isGone?: (pool: CommitRequest['pool']) => Promise<boolean>;
  readonly observe?: Partial<GroupCommitObserver>;
  /** Replaced in tests. */
  readonly delay?: Delay;
}

type Delay = (ms: number) => Promise<void>;

export interface GroupCommitLimits {
  /** Most requests that wait or are being inserted, over all Data Pools. */
  readonly queueRequestsMax: number;
  readonly groupRowsMax: number;
  readonly groupBytesMax: number;
  /** An insert writes a part for each partition, which takes longer than its rows. */
  readonly groupPartitionsMax: number;
  /** A request that is not stored within this time is refused. */
  readonly commitMsMax: number;
}

export interface GroupCommitObserver {
  group(size: { requests: number; rows: number; bytes: number }): void;
  committed(durationMs: number): void;
  /** An insert failed, so its rows have to be looked up. */
  recovery(error: unknown): void;
}

interface TableQueue {
  readonly waiting: PendingCommit[];
  /** A caller waits for the queued or running requests to be stored. */
  isHurried: boolean;
  /** Set while the next group waits for more requests. Called on a new request or when `isHurried` is set. */
  onChange?: (() => void) | undefined;
}

/**
 * An insert costs the engine milliseconds however few rows it has, so two inserts of half the requests cost twice as much
 * as one. Clients that were just answered tend to send again at once, so the next group waits for as many requests, but no
 * longer than this share of the last insert's duration.
 */
const gatherShareMax = 0.5;
const gatherMsMax = 10;
/**
 * How long a group that nobody waits for may grow, and at which size it is inserted. Every insert creates a part that the
 * engine has to merge: at twenty per second, merging took longer than everything else for a stream of small requests.
 */
const restMs = 250;
const restRowsMax = 10_000;
const restBytesMax = 4 * 1024 * 1024;
/** Delay between attempts to store acknowledged rows, after the first attempt has used up its time. */
const tryAgainMs = 500;

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  readonly #queues = new Map<string, TableQueue>();
  readonly #drained: (() => void)[] = [];
  /** Data Pools into which an insert may still be running although nobody waits for it any more. */
  readonly #mayRun = new Set<string>();
  /** Data Pools whose tables had as many parts as the engine permits when rows were inserted last. */
  readonly #crowded = new Set<string>();
  readonly #partitions = new PartitionsUnderWay();
  #requests = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  get queuedRequests(): number {
    return this.#requests;
  }

  /** Resolves when the rows are in their table, or rejects within `commitMsMax`. */
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

  /** Takes a slot in the queue until the returned function is called; throws when the queue is full. */
  admit(request: CommitRequest): () => void {
    const { budget, limits } = this.#options;
    const { rows } = request;
    if (this.#requests >= limits.queueRequestsMax) {
      throw unavailable('Too many requests are waiting to be stored', { details: { reason: 'overload' } });
    }
    budget.take(rows.length);
    const leave = this.readmit(request);
    return () => {
      budget.give(rows.length);
      leave();
    };
  }

  /** Takes a slot for a request that an earlier process admitted, regardless of the limits. */
  readmit(request: CommitRequest): () => void {
    this.#requests += 1;
    const leavePartitions = this.#partitions.enter(request);
    return () => {
      leavePartitions();
      this.#requests -= 1;
      if (this.#requests === 0) for (const resolve of this.#drained.splice(0)) resolve();
    };
  }

  /** How many partitions this request has rows in, together with all that wait or are being inserted. */
  partitionsWith(request: CommitRequest): number {
    return this.#partitions.countWith(request);
  }

  /** Rows of this Data Pool may find no place in its table until there are fewer partitions. */
  isCrowded(dataPoolId: string): boolean {
    return this.#crowded.has(dataPoolId);
  }

  /** Stores an acknowledged request that already has a slot. Retries until it succeeds. */
  store(request: CommitRequest, onStored: () => void): void {
    this.#enqueue(request, true, onStored, () => {});
  }

  /** Signals that a caller waits for this Data Pool's queue. */
  hurry(dataPoolId: string): void {
    const queue = this.#queues.get(dataPoolId);
    if (!queue) return;
    queue.isHurried = true;
    queue.onChange?.();
  }

  /** Resolves when every accepted request has been answered. */
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
    // Requests that arrive together are stored together.
    setImmediate(() => this.#work(dataPoolId, created));
    return created;
  }

  /** Stores one group after the other until the queue is empty. */
  async #work(id: string, queue: TableQueue): Promise<void> {
    const { engine, clock, nodeId, delay = setTimeoutPromise, observe } = this.#options;
    const onRecovery = (error: unknown) => observe?.recovery?.(error);
    while (queue.waiting.length > 0) {
      queue.isHurried = false;
      const group = this.#nextGroup(queue.waiting);
      if (group.length === 0) continue;
      const startedAtMs = clock.monotonic();
      const mayRun = this.#mayRun.has(id);
      const insert = new GroupInsert({ engine, clock, nodeId, delay, onRecovery, mayRun }, group);
      const left = await insert.run();
      if (insert.mayRun) this.#mayRun.add(id);
      else this.#mayRun.delete(id);
      if (insert.isCrowded) this.#crowded.add(id);
      // For rows that were acknowledged, the engine has made an exception.
      else if (group.some(({ isAcknowledged }) => !isAcknowledged)) this.#crowded.delete(id);
      if (left.length > 0) await this.#tryAgain(queue, left, delay);
      const lastedMs = clock.monotonic() - startedAtMs;
      if (group.every(({ isAcknowledged }) => isAcknowledged)) await rest(queue, delay);
      else await gather(queue, group.length, Math.min(lastedMs * gatherShareMax, gatherMsMax), delay);
    }
    this.#queues.delete(id);
  }

  /** Puts acknowledged requests back to the front of the queue, unless their Data Pool has been deleted. */
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
    const partitions = new Set<string>();
    for (const pending of waiting) {
      const { request } = pending;
      const own = partitionsOf(request);
      const isFull =
        rows + request.rowCount > limits.groupRowsMax ||
        bytes + request.rows.length > limits.groupBytesMax ||
        partitions.size + countNew(own, partitions) > limits.groupPartitionsMax;
      // A retry looks for the rows of its previous attempt, which must not be in the same group.
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
      for (const each of own) partitions.add(each);
    }
    waiting.splice(0, taken);
    if (group.length > 0) observe?.group?.({ requests: group.length, rows, bytes });
    return group;
  }
}

/** Resolves when this many more requests wait, or when time is up. */
function gather(queue: TableQueue, more: number, msMax: number, delay: Delay): Promise<void> {
  const wanted = queue.waiting.length + more;
  return pause(queue, () => queue.waiting.length >= wanted, msMax, delay);
}

/** Resolves when a caller waits, when the group is large enough, or when time is up. */
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
