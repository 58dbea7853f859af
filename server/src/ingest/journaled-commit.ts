import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { CommitRequest } from './commit-request.js';
import type { GroupCommit } from './group-commit.js';
import { replacesRows } from './group-insert.js';
import type { DiskRoom } from './journal/disk-room.js';
import type { Appended, Journal } from './journal/journal.js';
import type { RequestId } from './row-id.js';

/**
 * Acknowledges small requests as soon as they are in the journal, and has them stored in larger groups than
 * their senders would wait for. That every query sees what was acknowledged before it is kept by `settled`:
 * a statement begins only when the tables that it names have all of that.
 *
 * It works only where one process writes and reads, which is so with the embedded engine. And it works only
 * while the engine keeps up: otherwise a request waits until its rows are in their table, as large ones
 * always do, so that an engine that is slow, full or away is felt by those who send.
 */
export interface JournaledCommitOptions {
  readonly journal: Journal;
  readonly groups: GroupCommit;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly findDataPool: (environmentId: string, id: string) => Promise<DataPool | undefined>;
  /** Whether what is acknowledged now will find room in its table. */
  readonly room: Pick<DiskRoom, 'hasRoom'>;
  /** Called before a request is answered. */
  readonly onAcknowledged: (dataPoolId: string) => void;
  readonly onCommitted: (durationMs: number) => void;
}

/** What is acknowledged and not yet in a Data Pool's table. */
interface Backlog {
  /** Since when, by the journal's numbers, the oldest first. */
  readonly sinceMs: Map<number, number>;
  bytes: number;
  /** The highest number that was ever in it. */
  last: number;
  /** Whoever waits for everything up to a number. */
  waiting: { readonly last: number; readonly resolve: () => void }[];
}

/** Larger requests are worth an insert of their own, and would be written twice. */
const requestBytesMax = 64 * 1024;
const backlogBytesMax = 8 * 1024 * 1024;
const lagMsMax = 1_000;
const settleMsMax = 10_000;

export class JournaledCommit {
  readonly #options: JournaledCommitOptions;
  readonly #backlogs = new Map<string, Backlog>();

  constructor(options: JournaledCommitOptions) {
    this.#options = options;
  }

  /** Starts to store what an earlier process acknowledged and may not have stored. */
  async resume(): Promise<number> {
    const { journal, groups, findDataPool, nodeId } = this.#options;
    for (const { sequence, environmentId, dataPoolId, requestId, receivedAtMs, ...left } of journal.left) {
      const pool = await findDataPool(environmentId, dataPoolId);
      if (!pool) {
        journal.stored(sequence);
        continue;
      }
      const earlier = { nodeId, sinceMs: receivedAtMs };
      const request = { ...left, pool, requestId: requestId as RequestId, earlier };
      this.#store(request, sequence, groups.readmit());
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
   * Where rows replace others, what the journal holds unmarked is stored again after a crash, and would then
   * replace these later rows: they are acknowledged when the marks of what came before them are on disk.
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

  /** Resolves when the tables of these Data Pools have everything that was acknowledged before. */
  async settled(dataPoolIds: readonly string[]): Promise<void> {
    const waits: Promise<unknown>[] = [];
    for (const dataPoolId of dataPoolIds) {
      if (!this.#backlogs.has(dataPoolId)) continue;
      this.#options.groups.hurry(dataPoolId);
      waits.push(this.#settled(dataPoolId));
    }
    if (waits.length > 0) await within(settleMsMax, Promise.all(waits));
  }

  /** As `settled`, and on disk: what a statement changes must not be stored anew after a restart. */
  async settledForGood(dataPoolIds: readonly string[]): Promise<void> {
    await this.settled(dataPoolIds);
    await this.#options.journal.sync();
  }

  #mayAcknowledge({ pool, rows, earlier }: CommitRequest): boolean {
    // Sums cannot be looked through for what they were made of.
    if (earlier || rows.length > requestBytesMax || pool.tableSettings.engine.type === 'SUMMING_MERGE_TREE')
      return false;
    if (!this.#options.room.hasRoom()) return false;
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

  /** Resolves when all is stored that is in the backlog now. */
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
