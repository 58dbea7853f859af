import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataVersions } from '../base/data-versions.js';
import { unavailable } from '../base/errors.js';
import type { Engine, EngineExport, EngineQuery, InsertRequest, QueryResult, Statement } from './engine.js';

/** How long held inserts may wait for one that runs already, such as a step of a materialized view. */
const waitMsMax = 5_000;

/** Rows that are acknowledged and durable, but may not be in the engine yet. */
export interface AcknowledgedRows {
  /** Resolves when the tables of these Data Pools contain every row acknowledged so far. */
  settled(dataPoolIds: readonly string[]): Promise<void>;
  /** Like `settled`, and the rows will not be replayed after a restart, which could undo changes made since. */
  settledDurably(dataPoolIds: readonly string[]): Promise<void>;
}

/**
 * Wraps the engine for statements on Data Pools. A statement starts only when its tables contain all acknowledged rows.
 * The version of a Data Pool is raised after a change is visible and before its caller is notified, so that a caller
 * never gets a cached answer from before its own change. A change with an unknown outcome raises it too.
 */
export class DataPoolEngine implements Engine {
  readonly #engine: Engine;
  readonly #versions: DataVersions;
  readonly #rows: AcknowledgedRows | undefined;
  /** Running inserts by Data Pool. */
  readonly #inserts = new Map<string, Set<Promise<unknown>>>();
  /** Data Pools whose inserts wait. */
  readonly #held = new Map<string, Promise<void>>();

  constructor(engine: Engine, versions: DataVersions, rows?: AcknowledgedRows) {
    this.#engine = engine;
    this.#versions = versions;
    this.#rows = rows;
  }

  async query(request: EngineQuery): Promise<QueryResult> {
    await this.#rows?.settled(request.statement.tables);
    return await this.#engine.query(request);
  }

  async export(request: EngineExport): Promise<Readable> {
    await this.#rows?.settled(request.statement.tables);
    return await this.#engine.export(request);
  }

  async insert(request: InsertRequest): Promise<void> {
    const { dataPoolId } = request;
    if (dataPoolId === undefined) return await this.#engine.insert(request);
    await this.asInsert(dataPoolId, () =>
      this.#engine.insert(request).finally(() => this.#versions.bump(dataPoolId)),
    );
  }

  /** Runs work that inserts into the Data Pool's table in another way, so that it can be held. */
  async asInsert<T>(dataPoolId: string, work: () => Promise<T>): Promise<T> {
    for (let held = this.#held.get(dataPoolId); held; held = this.#held.get(dataPoolId)) await held;
    const running = work();
    const inserts = this.#inserts.get(dataPoolId) ?? new Set();
    this.#inserts.set(dataPoolId, inserts.add(running));
    try {
      return await running;
    } finally {
      inserts.delete(running);
      if (inserts.size === 0) this.#inserts.delete(dataPoolId);
    }
  }

  /**
   * Runs work while no insert of this object into the Data Pool's table is running; inserts wait until it ends. Everything that
   * waits for acknowledged rows waits with them, so the work gets an engine that does not.
   */
  async holdInserts<T>(dataPoolId: string, work: (engine: Engine) => Promise<T>): Promise<T> {
    let release = () => {};
    this.#held.set(dataPoolId, new Promise((resolve) => (release = resolve)));
    try {
      const running = Promise.allSettled(this.#inserts.get(dataPoolId) ?? []);
      const late = new AbortController();
      const isLate = delay(waitMsMax, true, { signal: late.signal }).catch(() => false);
      const tooLong = await Promise.race([running.then(() => false), isLate]);
      late.abort();
      if (tooLong) throw unavailable('Inserts into the table take too long');
      return await work(this.#engine);
    } finally {
      this.#held.delete(dataPoolId);
      release();
    }
  }

  async command(statement: Statement, timeoutMs?: number): Promise<void> {
    await this.#rows?.settledDurably(statement.tables);
    try {
      await this.#engine.command(statement, timeoutMs);
    } finally {
      for (const dataPoolId of statement.tables) this.#versions.bump(dataPoolId);
    }
  }

  cancel(queryId: string, timeoutMs?: number): Promise<void> {
    return this.#engine.cancel(queryId, timeoutMs);
  }

  endFor(queryId: string): void {
    this.#engine.endFor(queryId);
  }

  ping(): Promise<void> {
    return this.#engine.ping();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
