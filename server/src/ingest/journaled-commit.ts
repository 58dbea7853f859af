import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { CommitRequest } from './commit-request.js';
import type { GroupCommit } from './group-commit.js';
import { replacesRows } from './group-insert.js';
import type { DiskSpace } from './journal/disk-space.js';
import type { Appended, Journal } from './journal/journal.js';
import type { RequestId } from './row-id.js';

/**
 * Acknowledges small requests as soon as they are in the journal (a write-ahead log), and stores them in the background, in
 * larger groups than their senders would wait for. `settled` guarantees that every query sees what was acknowledged before
 * it: a statement starts only when its tables contain all of those rows.
 *
 * This requires that one process both writes and reads, as with the embedded engine. It is used only while the engine keeps
 * up. Otherwise a request waits until its rows are in their table, as large requests always do. That is the backpressure:
 * senders notice an engine that is slow, full or unavailable.
 */
export interface JournaledCommitOptions {
  readonly journal: Journal;
  readonly groups: GroupCommit;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly findDestination: (environmentId: string, id: string) => Promise<CommitRequest['pool'] | undefined>;
  /** Whether rows acknowledged now will fit into their table. */
  readonly diskSpace: Pick<DiskSpace, 'hasSpace'>;
  /** Called before a request is answered. */
  readonly onAcknowledged: (dataPoolId: string) => void;
  readonly onCommitted: (durationMs: number) => void;
}

/** Rows that are acknowledged but not yet in a Data Pool's table. */
interface Backlog {
  /** Times of acknowledgement by sequence number, oldest first. */
  readonly sinceMs: Map<number, number>;
  bytes: number;
  /** The highest sequence number so far. */
  last: number;
  /** Callers that wait for everything up to a sequence number. */
  waiting: { readonly last: number; readonly resolve: () => void }[];
}

/** Larger requests are worth a separate insert, and the journal would write them twice. */
const requestBytesMax = 64 * 1024;
const backlogBytesMax = 8 * 1024 * 1024;
const lagMsMax = 1_000;
/** Queries wait until a part is written for each partition. A busy disk needs 50 ms to sync one. */
const partitionsAheadMax = 20;
const settleMsMax = 10_000;

export class JournaledCommit {
  readonly #options: JournaledCommitOptions;
  readonly #backlogs = new Map<string, Backlog>();

  constructor(options: JournaledCommitOptions) {
    this.#options = options;
  }

  /** Starts to store rows that an earlier process acknowledged and may not have stored. */
  async resume(): Promise<number> {
    const { journal, groups, findDestination, nodeId } = this.#options;
    for (const { sequence, environmentId, dataPoolId, requestId, receivedAtMs, ...left } of journal.left) {
      const pool = await findDestination(environmentId, dataPoolId);
      if (!pool) {
        journal.stored(sequence);
        continue;
      }
      const earlier = { nodeId, sinceMs: receivedAtMs };
      const request = { ...left, pool, requestId: requestId as RequestId, earlier };
      this.#store(request, sequence, groups.readmit(request));
    }
    return journal.left.length;
  }

  async commit(request: CommitRequest): Promise<void> {
    const { groups, clock, onAcknowledged, onCommitted } = this.#options;
    if (!this.#mayAcknowledge(request)) return await this.#commitDirectly(request);
    const startedAtMs = clock.monotonic();
    const leave = groups.admit(request);
    const { sequence, written } = this.#append(request);
    try {
      await written;
    } catch (error) {
      leave();
      throw notWritten(error);
    }
    this.#store(request, sequence, leave);
    onAcknowledged(request.pool.id);
    onCommitted(clock.monotonic() - startedAtMs);
  }

  /**
   * In tables where rows replace others, unmarked records of the journal are replayed after a crash and would replace these
   * later rows. So these rows are acknowledged only when the marks of earlier records are on disk.
   */
  async #commitDirectly(request: CommitRequest): Promise<void> {
    const { groups, journal } = this.#options;
    const before = this.#settled(request.pool.id);
    await groups.commit(request);
    if (!replacesRows(request.pool)) return;
    await before;
    await journal.sync().catch((error: unknown) => {
      throw notWritten(error);
    });
  }

  /** Resolves when the tables of these Data Pools contain every row acknowledged so far. */
  async settled(dataPoolIds: readonly string[]): Promise<void> {
    const waits: Promise<unknown>[] = [];
    for (const dataPoolId of dataPoolIds) {
      if (!this.#backlogs.has(dataPoolId)) continue;
      this.#options.groups.hurry(dataPoolId);
      waits.push(this.#settled(dataPoolId));
    }
    if (waits.length > 0) await within(settleMsMax, Promise.all(waits));
  }

  /** Like `settled`, with the marks on disk: rows that a statement changes must not be replayed after a restart. */
  async settledDurably(dataPoolIds: readonly string[]): Promise<void> {
    await this.settled(dataPoolIds);
    await this.#options.journal.sync();
  }

  #mayAcknowledge(request: CommitRequest): boolean {
    const { pool, rows, earlier } = request;
    // Summing tables merge rows, so stored rows could not be looked up.
    if (earlier || rows.length > requestBytesMax || pool.tableSettings.engine.type === 'SUMMING_MERGE_TREE')
      return false;
    if (!this.#options.diskSpace.hasSpace()) return false;
    const { groups } = this.#options;
    if (groups.isCrowded(pool.id) || groups.partitionsWith(request) > partitionsAheadMax) return false;
    const backlog = this.#backlogs.get(pool.id);
    if (!backlog) return true;
    const [sinceMs] = backlog.sinceMs.values();
    const lagMs = sinceMs === undefined ? 0 : this.#options.clock.monotonic() - sinceMs;
    return lagMs <= lagMsMax && backlog.bytes + rows.length <= backlogBytesMax;
  }

  #append({ pool, requestId, rows, rowCount }: CommitRequest): Appended {
    return this.#options.journal.append({
      environmentId: pool.environmentId,
      dataPoolId: pool.id,
      requestId,
      rowCount,
      receivedAtMs: this.#options.clock.now(),
      rows,
    });
  }

  #store(request: CommitRequest, sequence: number, leave: () => void): void {
    const { groups, journal, clock } = this.#options;
    const { id } = request.pool;
    const backlog = this.#backlog(id);
    backlog.sinceMs.set(sequence, clock.monotonic());
    backlog.bytes += request.rows.length;
    backlog.last = sequence;
    groups.store(request, () => {
      journal.stored(sequence);
      backlog.sinceMs.delete(sequence);
      backlog.bytes -= request.rows.length;
      if (backlog.waiting.length > 0) answerWaiting(backlog);
      if (backlog.sinceMs.size === 0) this.#backlogs.delete(id);
      leave();
    });
  }

  #backlog(dataPoolId: string): Backlog {
    const known = this.#backlogs.get(dataPoolId);
    if (known) return known;
    const created: Backlog = { sinceMs: new Map(), bytes: 0, last: 0, waiting: [] };
    this.#backlogs.set(dataPoolId, created);
    return created;
  }

  /** Resolves when everything currently in the backlog is stored. */
  #settled(dataPoolId: string): Promise<void> {
    const backlog = this.#backlogs.get(dataPoolId);
    if (!backlog) return Promise.resolve();
    return new Promise((resolve) => backlog.waiting.push({ last: backlog.last, resolve }));
  }
}

function answerWaiting(backlog: Backlog): void {
  const [oldest = Number.POSITIVE_INFINITY] = backlog.sinceMs.keys();
  const { waiting } = backlog;
  backlog.waiting = waiting.filter(({ last }) => last >= oldest);
  for (const { last, resolve } of waiting) if (last < oldest) resolve();
}

const notWritten = (error: unknown) => unavailable('The events could not be stored', { cause: error });

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable('Events that were acknowledged are still being stored')), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
