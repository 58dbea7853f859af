import type { Engine, InsertRequest, QueryRequest, QueryResult, Statement } from './engine.js';

/**
 * Lets a statement begin only when the tables that it names hold every row that was acknowledged before it:
 * rows can be durable, and acknowledged, a moment before the engine has them.
 */
export interface AcknowledgedRows {
  settled(statement: Statement): Promise<void>;
  /** And so that they will not be stored again after a restart, when the statement may have changed them. */
  settledForGood(statement: Statement): Promise<void>;
}

export class SettledEngine implements Engine {
  readonly #engine: Engine;
  readonly #rows: AcknowledgedRows;

  constructor(engine: Engine, rows: AcknowledgedRows) {
    this.#engine = engine;
    this.#rows = rows;
  }

  async query(request: QueryRequest): Promise<QueryResult> {
    await this.#rows.settled(request.statement);
    return await this.#engine.query(request);
  }

  insert(request: InsertRequest): Promise<void> {
    return this.#engine.insert(request);
  }

  async command(statement: Statement, timeoutMs?: number): Promise<void> {
    await this.#rows.settledForGood(statement);
    await this.#engine.command(statement, timeoutMs);
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
