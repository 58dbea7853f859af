import { DataVersions } from '../base/data-versions.js';
import type { Engine, InsertRequest, QueryRequest, QueryResult, Statement } from './engine.js';

/**
 * Counts every change that goes through it, whoever makes it: after the change can be seen and before its maker
 * learns that it was made, so that whoever is told of a change never gets an answer from before it. A change of
 * which it is not known whether it was made counts as one.
 */
export class ChangeCountingEngine implements Engine {
  readonly versions = new DataVersions();
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  query(request: QueryRequest): Promise<QueryResult> {
    return this.#engine.query(request);
  }

  async insert(request: InsertRequest): Promise<void> {
    try {
      await this.#engine.insert(request);
    } finally {
      // A Data Pool's table has the Data Pool's identifier as its name.
      this.versions.bump(request.table.slice(request.table.indexOf('.') + 1));
    }
  }

  async command(statement: Statement, timeoutMs?: number): Promise<void> {
    try {
      await this.#engine.command(statement, timeoutMs);
    } finally {
      this.versions.bumpAll();
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
