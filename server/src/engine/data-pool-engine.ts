import type { DataVersions } from '../base/data-versions.js';
import type { Engine, EngineQuery, InsertRequest, QueryResult, Statement } from './engine.js';

/** Rows can be durable, and acknowledged, a moment before the engine has them. */
export interface AcknowledgedRows {
  /** Resolves when the tables of these Data Pools have every row that was acknowledged before. */
  settled(dataPoolIds: readonly string[]): Promise<void>;
  /** And so that they will not be stored again after a restart, when a statement may have changed them. */
  settledForGood(dataPoolIds: readonly string[]): Promise<void>;
}

/**
 * The engine as it stands for what is in Data Pools. A statement begins only when its tables have what was
 * acknowledged. A change is counted after it can be seen and before its maker learns that it was made, so that whoever
 * is told of a change never gets an answer from before it; one of which it is not known whether it was made counts too.
 */
export class DataPoolEngine implements Engine {
  readonly #engine: Engine;
  readonly #versions: DataVersions;
  readonly #rows: AcknowledgedRows | undefined;

  constructor(engine: Engine, versions: DataVersions, rows?: AcknowledgedRows) {
    this.#engine = engine;
    this.#versions = versions;
    this.#rows = rows;
  }

  async query(request: EngineQuery): Promise<QueryResult> {
    await this.#rows?.settled(request.statement.tables);
    return await this.#engine.query(request);
  }

  async insert(request: InsertRequest): Promise<void> {
    try {
      await this.#engine.insert(request);
    } finally {
      if (request.dataPoolId !== undefined) this.#versions.bump(request.dataPoolId);
    }
  }

  async command(statement: Statement, timeoutMs?: number): Promise<void> {
    await this.#rows?.settledForGood(statement.tables);
    try {
      await this.#engine.command(statement, timeoutMs);
    } finally {
      for (const dataPoolId of statement.tables) this.#versions.bump(dataPoolId);
    }
  }

  cancel(queryId: string): Promise<void> {
    return this.#engine.cancel(queryId);
  }

  ping(): Promise<void> {
    return this.#engine.ping();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
