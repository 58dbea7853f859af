import { unavailable, WeirError } from '../../server/src/base/errors.js';
import type {
  Engine,
  EngineQuery,
  InsertRequest,
  QueryResult,
  Statement,
} from '../../server/src/engine/engine.js';

/**
 * An engine for tests of the intake. It stores rows by their IDs, and each insert behaves as the test specifies: it stores
 * all rows, stores some and then fails, or waits.
 */
export type InsertBehaviour = (rows: readonly string[]) => {
  readonly stored?: number;
  readonly error?: Error;
  readonly until?: Promise<unknown>;
};

export class FakeEngine implements Engine {
  readonly inserts: { readonly table: string; readonly rows: readonly string[] }[] = [];
  /** The stored rows of each table, in order. */
  readonly tables = new Map<string, string[]>();
  readonly behaviours: InsertBehaviour[] = [];
  /** The default behaviour of inserts. */
  usual: InsertBehaviour = () => ({});
  isUnavailable = false;
  looks = 0;
  readonly cancelled: string[] = [];

  async insert({ table, rows }: InsertRequest): Promise<void> {
    if (this.isUnavailable) throw unavailable('The engine is not reachable');
    const lines = rows.toString().split('\n').slice(0, -1);
    this.inserts.push({ table, rows: lines });
    const { stored = lines.length, error, until } = (this.behaviours.shift() ?? this.usual)(lines);
    await until;
    this.tables.set(table, [...(this.tables.get(table) ?? []), ...lines.slice(0, stored)]);
    if (error) throw error;
  }

  async query({ statement }: EngineQuery): Promise<QueryResult> {
    if (this.isUnavailable) throw unavailable('The engine is not reachable');
    this.looks += 1;
    const [, database, table] = /FROM `(\w+)`\.`(\w+)`/.exec(statement.text) ?? [];
    const wanted = new Set(statement.parameters['requests'] as string[]);
    const found = new Map<string, number[]>();
    for (const row of this.tables.get(`${database}.${table}`) ?? []) {
      const id = String(JSON.parse(row)._weir_request).replaceAll('-', '');
      const request = id.slice(0, 24);
      if (wanted.has(request))
        found.set(request, [...(found.get(request) ?? []), Number.parseInt(id.slice(24), 16)]);
    }
    return {
      columns: [],
      rows: [...found],
      bytes: 0,
      statistics: { recordsProcessed: 0, bytesProcessed: 0 },
    };
  }

  async export(): Promise<never> {
    throw unavailable('The engine is not reachable');
  }

  async command(_statement: Statement): Promise<void> {
    if (this.isUnavailable) throw unavailable('The engine is not reachable');
  }

  async cancel(id: string): Promise<void> {
    if (this.isUnavailable) throw unavailable('The engine is not reachable');
    this.cancelled.push(id);
  }

  endFor(): void {}
  async ping(): Promise<void> {}
  async close(): Promise<void> {}
}

export const lost = () => unavailable('The engine is not reachable');
export const refusal = () => new WeirError('QUERY_FAILED', 'no');
