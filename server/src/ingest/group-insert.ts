import type { Clock } from '../base/clock.js';
import { unavailable, WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import { quarantinedDataPoolId } from '../catalog/quarantine.js';
import type { Engine } from '../engine/engine.js';
import { TooManyParts, thrownByStatement } from '../engine/engine-error.js';
import { insertTableName } from '../sql/data-pool-ddl.js';
import { countPartsStatement, setPartsMax } from '../sql/parts-max.js';
import { nothingRunsStatement, storedRowsStatement } from '../sql/stored-requests.js';
import type { CommitRequest, PendingCommit } from './commit-request.js';
import { withoutRows } from './row-id.js';

/**
 * Stores one group of requests for one table, each completely and once, and answers each. Acknowledged requests that could
 * not be stored are returned.
 *
 * A success reported by the engine is reliable: the embedded one reports it only when no write has failed. After any other outcome some of the rows may be stored: an insert is atomic
 * only within a partition, and an answer can be lost. Then, until the requests' deadline, the insert is cancelled if it
 * still runs, the rows are looked up by their IDs, and the missing ones are inserted. When the engine has refused the
 * group, they are inserted one request at a time, so that one bad request does not fail the others.
 *
 * In tables where rows replace others, all rows are inserted again in order, without a lookup: a missing row may have been
 * replaced already, and inserting it alone would bring it back.
 */
export interface GroupInsertOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly delay: (ms: number) => Promise<void>;
  readonly onRecovery: (error: unknown) => void;
  /** Whether an earlier insert of this node into the table may still be running, so that this one must not overtake it. */
  readonly mayRun: boolean;
}

const retryDelayMsMin = 20;
const retryDelayMsMax = 500;
const settleDelayMs = 20;
const lookTimeoutMs = 10_000;
/** The clock may have been set back a little between an attempt and the lookup of its rows. */
const clockSlackMs = 3_600_000;
const looksRequestsMax = 1_000;

interface OpenRequest {
  readonly pending: PendingCommit;
  /** Rows that are not known to be stored. */
  rows: Buffer;
}

export class GroupInsert {
  readonly #options: GroupInsertOptions;
  readonly #group: readonly PendingCommit[];
  /** Requests still to be stored, in order. */
  #open: OpenRequest[];
  readonly #givenBack: PendingCommit[] = [];
  #mayRun: boolean;
  #isCrowded = false;

  constructor(options: GroupInsertOptions, group: readonly PendingCommit[]) {
    this.#options = options;
    this.#group = group;
    this.#mayRun = options.mayRun;
    this.#open = group.map((pending) => ({ pending, rows: pending.request.rows }));
  }

  /** Whether an insert may still be running: nothing is known of its outcome, and the time to find out was up. */
  get mayRun(): boolean {
    return this.#mayRun;
  }

  /** Whether the table has as many parts as the engine permits. */
  get isCrowded(): boolean {
    return this.#isCrowded;
  }

  /** Never rejects: every request gets its own answer. Resolves with the requests that have to be retried. */
  async run(): Promise<readonly PendingCommit[]> {
    const retried = this.#group.filter(({ request }) => request.earlier);
    try {
      if (this.#mayRun) await this.#settleOwn();
      if (retried.length > 0) await this.#leaveOutStored(retried);
      await this.#insert(this.#open);
    } catch (error) {
      await this.#recover(error);
    }
    return this.#givenBack;
  }

  async #recover(first: unknown): Promise<void> {
    let error = first;
    let delayMs = retryDelayMsMin;
    this.#options.onRecovery(error);
    while (this.#dropExpired(error)) {
      try {
        await this.#leaveOutStored(this.#open.map(({ pending }) => pending));
        if (error instanceof TooManyParts) await this.#makeRoom(error);
        if (isRefusal(error)) await this.#insertOneByOne();
        else await this.#insert(this.#open);
        return;
      } catch (failure) {
        // Insert and lookup were both refused: the table is gone, and retrying will not help.
        if (isRefusal(error) && isRefusal(failure)) return this.#rejectAll(failure);
        error = failure;
      }
      await this.#options.delay(delayMs);
      delayMs = Math.min(delayMs * 2, retryDelayMsMax);
    }
  }

  /** Answers requests whose deadline has passed; false when none is left. */
  #dropExpired(error: unknown): boolean {
    const now = this.#options.clock.monotonic();
    this.#open = this.#open.filter(({ pending }) => {
      if (pending.deadlineMs > now) return true;
      this.#giveUp(pending, error);
      return false;
    });
    return this.#open.length > 0;
  }

  /**
   * In a table with as many parts as the engine permits. Rows that were acknowledged are stored nevertheless: everybody who reads the
   * table, or deletes from it, waits for them. The limit holds for others.
   */
  async #makeRoom(error: TooManyParts): Promise<void> {
    this.#isCrowded = true;
    for (const { pending } of this.#open) if (!pending.isAcknowledged) this.#giveUp(pending, error);
    this.#open = this.#open.filter(({ pending }) => pending.isAcknowledged);
    const [first] = this.#open;
    if (!first) return;
    const { engine, nodeId } = this.#options;
    const { pool } = first.pending.request;
    const { rows } = await engine.query({
      id: `${insertId(nodeId, pool.id)} parts`,
      statement: countPartsStatement(pool),
      limits: { timeoutMs: lookTimeoutMs },
      asWriter: true,
    });
    await engine.command(setPartsMax(pool, Number(rows[0]?.[0]) + 1));
  }

  #rejectAll(error: unknown): void {
    for (const { pending } of this.#open) this.#giveUp(pending, error);
    this.#open = [];
  }

  #giveUp(pending: PendingCommit, error: unknown): void {
    if (pending.isAcknowledged) this.#givenBack.push(pending);
    else pending.reject(notStored(error));
  }

  async #insertOneByOne(): Promise<void> {
    for (const entry of [...this.#open]) {
      try {
        await this.#insert([entry]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.#giveUp(entry.pending, error);
        this.#open = this.#open.filter((other) => other !== entry);
      }
    }
  }

  async #insert(entries: readonly OpenRequest[]): Promise<void> {
    const rows = entries.map((entry) => entry.rows).filter((part) => part.length > 0);
    const [first] = entries;
    if (first && rows.length > 0) {
      const { engine, nodeId } = this.#options;
      const { pool } = first.pending.request;
      const table = insertTableName(pool);
      this.#mayRun = true;
      try {
        await engine.insert({
          id: insertId(nodeId, table),
          table,
          dataPoolId: pool.id,
          rows: rows.length === 1 && rows[0] ? rows[0] : Buffer.concat(rows),
          timeoutMs: this.#remainingMs(),
        });
      } catch (error) {
        this.#mayRun = !isRefusal(error);
        throw error;
      }
      this.#mayRun = false;
    }
    const stored = new Set(entries);
    this.#open = this.#open.filter((entry) => !stored.has(entry));
    for (const { pending } of entries) pending.resolve();
  }

  /** Cancels inserts that may still be storing rows of these requests, then looks up which rows are stored. */
  async #leaveOutStored(requests: readonly PendingCommit[]): Promise<void> {
    const [first] = requests;
    if (!first) return;
    const { pool } = first.request;
    const table = insertTableName(pool);
    const nodes = new Set(requests.map(({ request }) => request.earlier?.nodeId ?? this.#options.nodeId));
    for (const nodeId of nodes) await this.#settle(insertId(nodeId, table));
    if (nodes.has(this.#options.nodeId)) this.#mayRun = false;
    if (replacesRows(pool)) return;
    for (let at = 0; at < requests.length; at += looksRequestsMax) {
      await this.#look(pool, requests.slice(at, at + looksRequestsMax));
    }
  }

  /** A request that was refused must not be stored after the next one, whose records it would replace. */
  async #settleOwn(): Promise<void> {
    const [first] = this.#group;
    if (first) await this.#settle(insertId(this.#options.nodeId, insertTableName(first.request.pool)));
    this.#mayRun = false;
  }

  async #settle(id: string): Promise<void> {
    const { engine, delay } = this.#options;
    for (;;) {
      await engine.cancel(id, this.#remainingMs());
      try {
        return await engine.command(nothingRunsStatement(id), this.#remainingMs());
      } catch (error) {
        const isRunning = error instanceof WeirError && error.details?.['engineCode'] === thrownByStatement;
        if (!isRunning || this.#remainingMs() <= 1) throw error;
      }
      await delay(settleDelayMs);
    }
  }

  async #look(pool: CommitRequest['pool'], requests: readonly PendingCommit[]): Promise<void> {
    const sinceMs = Math.min(
      ...requests.map(({ request, receivedAtMs }) => request.earlier?.sinceMs ?? receivedAtMs),
    );
    const ids = requests.map(({ request }) => request.requestId);
    const places = new Map<string, Set<number>>();
    for (const table of lookedUpIn(pool)) {
      const { rows } = await this.#options.engine.query({
        id: `${insertId(this.#options.nodeId, pool.id)} look`,
        statement: storedRowsStatement(table, ids, sinceMs - clockSlackMs),
        limits: { timeoutMs: Math.min(this.#remainingMs(), lookTimeoutMs) },
      });
      for (const [id, list] of rows)
        places.set(
          String(id),
          new Set([...(places.get(String(id)) ?? []), ...(list as unknown[]).map(Number)]),
        );
    }
    const looked = new Set(requests);
    for (const entry of this.#open) {
      const stored = places.get(entry.pending.request.requestId);
      if (stored && looked.has(entry.pending)) entry.rows = withoutRows(entry.pending.request.rows, stored);
    }
  }

  #remainingMs(): number {
    const deadlineMs = Math.max(...this.#group.map((pending) => pending.deadlineMs));
    return Math.max(1, Math.ceil(deadlineMs - this.#options.clock.monotonic()));
  }
}

/** A quarantined event may have been replayed since: then its Data Pool has a row with its ID. */
function lookedUpIn({ environmentId, id }: CommitRequest['pool']): Pick<DataPool, 'environmentId' | 'id'>[] {
  const dataPoolId = quarantinedDataPoolId(id);
  return [{ environmentId, id }, ...(dataPoolId === undefined ? [] : [{ environmentId, id: dataPoolId }])];
}

/** A node runs one insert per table at a time, so node ID and table name identify it. */
const insertId = (nodeId: string, table: string) => `INS ${nodeId} ${table}`;

export const replacesRows = ({ tableSettings: { engine } }: CommitRequest['pool']) =>
  engine.type === 'REPLACING_MERGE_TREE' || engine.type === 'AGGREGATING_MERGE_TREE';

/** The engine refused the rows. Other failures may be temporary. */
const isRefusal = (error: unknown) => error instanceof WeirError && error.code === 'QUERY_FAILED';

/** The sender did nothing wrong and should try again. The log has the engine's message. */
function notStored(error: unknown): WeirError {
  if (error instanceof WeirError && error.code === 'UNAVAILABLE') return error;
  return unavailable('The events could not be stored', { cause: error });
}
