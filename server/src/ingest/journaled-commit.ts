import type { Clock } from '../base/clock.js';
import { unavailable } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import type { CommitRequest } from './commit-request.js';
import type { GroupCommit } from './group-commit.js';
import { replacesRows } from './group-insert.js';
import type { DiskRoom } from './journal/disk-room.js';
import type { Journal } from './journal/journal.js';
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
  /** In order. */
  readonly entries: Set<{ readonly sinceMs: number }>;
  bytes: number;
  /** Resolves when all of it is stored. */
  settled: Promise<unknown>;
}

/** Larger requests are worth an insert of their own, and would be written twice. */
const requestBytesMax = 64 * 1024;
const backlogBytesMax = 8 * 1024 * 1024;
const lagMsMax = 250;
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
      this.#store(request, sequence).then(groups.readmit());
    }
    return journal.left.length;
  }

  async commit(request: CommitRequest): Promise<void> {
    const { groups, clock, onAcknowledged, onCommitted } = this.#options;
    if (!this.#mayAcknowledge(request)) return await this.#commitDirectly(request);
    const startedAtMs = clock.monotonic();
    const leave = groups.admit(request);
    const sequence = await this.#append(request).catch((error: unknown) => {
      leave();
      throw notWritten(error);
    });
    this.#store(request, sequence).then(leave);
    onAcknowledged(request.pool.id);
    onCommitted(clock.monotonic() - startedAtMs);
  }

  /**
   * Where rows replace others, what the journal holds unmarked is stored again after a crash, and would then
   * replace these later rows: they are acknowledged when the marks of what came before them are on disk.
   */
  async #commitDirectly(request: CommitRequest): Promise<void> {
    const { groups, journal } = this.#options;
    const before = this.#backlogs.get(request.pool.id)?.settled;
    await groups.commit(request);
    if (!replacesRows(request.pool)) return;
    await before;
    await journal.sync().catch((error: unknown) => {
      throw notWritten(error);
    });
  }

  /** Resolves when the tables that a statement names have everything that was acknowledged before. */
  async settled({ text, parameters }: Statement): Promise<void> {
    const waits: Promise<unknown>[] = [];
    for (const [dataPoolId, { settled }] of this.#backlogs) {
      if (!text.includes(dataPoolId) && !Object.values(parameters).includes(dataPoolId)) continue;
      this.#options.groups.hurry(dataPoolId);
      waits.push(settled);
    }
    if (waits.length > 0) await within(settleMsMax, Promise.all(waits));
  }

  /** As `settled`, and on disk: what the statement changes must not be stored anew after a restart. */
  async settledForGood(statement: Statement): Promise<void> {
    await this.settled(statement);
    await this.#options.journal.sync();
  }

  #mayAcknowledge({ pool, rows, earlier }: CommitRequest): boolean {
    // Sums cannot be looked through for what they were made of.
    if (earlier || rows.length > requestBytesMax || pool.tableSettings.engine.type === 'SUMMING_MERGE_TREE')
      return false;
    if (!this.#options.room.hasRoom()) return false;
    const backlog = this.#backlogs.get(pool.id);
    if (!backlog) return true;
    const [oldest] = backlog.entries;
    const lagMs = oldest ? this.#options.clock.monotonic() - oldest.sinceMs : 0;
    return lagMs <= lagMsMax && backlog.bytes + rows.length <= backlogBytesMax;
  }

  #append({ pool, requestId, rows, rowCount }: CommitRequest): Promise<number> {
    return this.#options.journal.append({
      environmentId: pool.environmentId,
      dataPoolId: pool.id,
      requestId,
      rowCount,
      receivedAtMs: this.#options.clock.now(),
      rows,
    });
  }

  #store(request: CommitRequest, sequence: number): Promise<void> {
    const { groups, journal, clock } = this.#options;
    const { id } = request.pool;
    const backlog = this.#backlogs.get(id) ?? { entries: new Set(), bytes: 0, settled: Promise.resolve() };
    this.#backlogs.set(id, backlog);
    const entry = { sinceMs: clock.monotonic() };
    backlog.entries.add(entry);
    backlog.bytes += request.rows.length;
    const stored = groups.store(request).then(() => {
      journal.stored(sequence);
      backlog.entries.delete(entry);
      backlog.bytes -= request.rows.length;
      if (backlog.entries.size === 0) this.#backlogs.delete(id);
    });
    backlog.settled = backlog.settled.then(() => stored);
    return stored;
  }
}

const notWritten = (error: unknown) => unavailable('The events could not be stored', { cause: error });

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable('Events that were acknowledged are still being stored')), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
