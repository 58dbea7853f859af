import { notFound } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Principal } from '../base/principal.js';
import type { Tier } from '../base/tier.js';
import type { Engine, EngineCell } from '../engine/engine.js';
import {
  createQueryHistory,
  type HistoryFilter,
  historyDatabase,
  historyTable,
  readQueryHistory,
} from '../sql/query-history.js';
import { engineTimestamp } from '../sql/time-filter.js';
import type { QueryInfo, QueryStatus, QuerySubtype, QueryType } from './query-info.js';

/**
 * Remembers every query. Recording only adds to a bounded list in memory, which is written in bulk in the
 * background: it can neither slow a query down nor make it fail. What is not written yet is found in memory.
 */
export interface QueryHistoryOptions {
  readonly engine: Engine;
  readonly log: Log;
  readonly retentionDays: number;
  readonly cluster: string | undefined;
}

const flushIntervalMs = 1_000;
const pendingMax = 50_000;
const flushBatchMax = 10_000;
const insertTimeoutMs = 10_000;
const readTimeoutMs = 10_000;

export class QueryHistory {
  readonly #options: QueryHistoryOptions;
  #pending: QueryInfo[] = [];
  /** Being written at the moment: still found here until it is. */
  #writing: readonly QueryInfo[] = [];
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;

  constructor(options: QueryHistoryOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { engine, retentionDays, cluster } = this.#options;
    for (const statement of createQueryHistory(retentionDays, cluster)) await engine.command(statement);
    this.#schedule();
  }

  record(info: QueryInfo): void {
    // The newest are the ones that somebody may still be looking at.
    if (this.#pending.length >= pendingMax) this.#dropped += this.#pending.splice(0, flushBatchMax).length;
    this.#pending.push(info);
  }

  async find(principal: Principal, id: string): Promise<QueryInfo> {
    const { items } = await this.list(principal, { id }, 1);
    const [found] = items;
    if (!found) throw notFound('Query', id);
    return found;
  }

  /** Newest first. An Application sees its own queries; one with the scope admin sees all of its Environment's. */
  async list(
    principal: Principal,
    filter: Omit<HistoryFilter, 'environmentId'>,
    size: number,
  ): Promise<{ items: readonly QueryInfo[]; hasNextPage: boolean }> {
    const createdBy = principal.scopes.has('admin') ? filter.createdBy : principal.applicationId;
    const visible: HistoryFilter = { ...filter, createdBy, environmentId: principal.environmentId };
    const remembered = [...this.#writing, ...this.#pending].filter((info) => matches(info, visible));
    const stored = await this.#read(visible, size + 1);
    const byId = new Map([...stored, ...remembered].map((info) => [info.id, info]));
    const items = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
    return { items: items.slice(0, size), hasNextPage: items.length > size };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flush();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#flush().finally(() => this.#schedule());
    }, flushIntervalMs);
    this.#timer.unref();
  }

  async #flush(): Promise<void> {
    while (this.#pending.length > 0) {
      this.#writing = this.#pending.splice(0, flushBatchMax);
      try {
        const rows = Buffer.from(this.#writing.map((info) => `${JSON.stringify(toRow(info))}\n`).join(''));
        await this.#options.engine.insert({
          table: `${historyDatabase}.${historyTable}`,
          rows,
          timeoutMs: insertTimeoutMs,
        });
        this.#writing = [];
      } catch (error) {
        // Kept for the next try, as long as there is room.
        this.#pending = [...this.#writing, ...this.#pending].slice(-pendingMax);
        this.#writing = [];
        this.#options.log.warn(
          { err: error, pending: this.#pending.length, dropped: this.#dropped },
          'writing the query history failed',
        );
        return;
      }
    }
  }

  async #read(filter: HistoryFilter, limit: number): Promise<QueryInfo[]> {
    const { rows } = await this.#options.engine.query({
      id: 'QRYHISTORY',
      statement: readQueryHistory(filter, limit),
      limits: { timeoutMs: readTimeoutMs, threadsMax: 1 },
    });
    return rows.map(fromRow);
  }
}

function matches(info: QueryInfo, filter: HistoryFilter): boolean {
  return (
    info.environmentId === filter.environmentId &&
    (filter.createdBy === undefined || info.createdBy === filter.createdBy) &&
    (filter.id === undefined || info.id === filter.id) &&
    (filter.after === undefined || info.id < filter.after) &&
    (filter.type === undefined || info.type === filter.type) &&
    (filter.subtype === undefined || info.subtype === filter.subtype) &&
    (filter.status === undefined || info.status === filter.status) &&
    (filter.createdFromMs === undefined || info.createdAt >= filter.createdFromMs) &&
    (filter.createdBeforeMs === undefined || info.createdAt < filter.createdBeforeMs)
  );
}

function toRow(info: QueryInfo) {
  return {
    id: info.id,
    environment_id: info.environmentId,
    created_at: engineTimestamp(info.createdAt),
    created_by: info.createdBy,
    bytes_processed: info.bytesProcessed,
    duration_ms: info.durationInMilliseconds,
    records_processed: info.recordsProcessed,
    resulting_bytes: info.resultingBytes,
    resulting_records: info.resultingRecords,
    tier: info.tier,
    status: info.status,
    type: info.type,
    subtype: info.subtype,
    sql: info.sql,
  };
}

function fromRow(row: readonly EngineCell[]): QueryInfo {
  const [
    id,
    environmentId,
    createdAt,
    createdBy,
    bytes,
    durationMs,
    records,
    resultingBytes,
    resultingRecords,
    tier,
    status,
    type,
    subtype,
    sql,
  ] = row;
  return {
    id: String(id),
    environmentId: String(environmentId),
    createdAt: Number(createdAt),
    createdBy: String(createdBy),
    modifiedAt: Number(createdAt),
    modifiedBy: String(createdBy),
    bytesProcessed: String(bytes),
    durationInMilliseconds: Number(durationMs),
    recordsProcessed: String(records),
    resultingBytes: Number(resultingBytes),
    resultingRecords: Number(resultingRecords),
    tier: tier as Tier,
    status: status as QueryStatus,
    type: type as QueryType,
    subtype: (subtype ?? null) as QuerySubtype | null,
    sql: String(sql),
  };
}
