import { notFound } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Principal } from '../base/principal.js';
import type { Engine } from '../engine/engine.js';
import {
  createQueryHistory,
  type HistoryFilter,
  historyDatabase,
  historyTable,
  readMetricReads,
  readQueryHistory,
} from '../sql/query-history.js';
import { fromHistoryRow, toHistoryRow } from './query-history-rows.js';
import type { QueryInfo } from './query-info.js';
import type { MetricReads } from './suggested-boosters.js';
import { visibleQueries } from './visible-queries.js';

/**
 * The history of all queries. Recording only appends to a bounded list in memory, which is written in bulk in the
 * background, so it can neither slow down a query nor make it fail. Unwritten entries are found in memory.
 */
export interface QueryHistoryOptions {
  readonly engine: Engine;
  readonly log: Log;
  readonly retentionDays: number;
  readonly cluster: string | undefined;
}

const flushIntervalMs = 1_000;
const pendingMax = 50_000;
/** SQL with a long list of bucket starts has hundreds of kilobytes, so a limit on the count is not enough. */
const pendingBytesMax = 32 * 1024 * 1024;
const flushBatchMax = 10_000;
const flushBatchBytesMax = 4 * 1024 * 1024;
/** When the list is full, this share of the oldest entries is dropped. */
const droppedShare = 0.25;
const insertTimeoutMs = 10_000;
const readTimeoutMs = 10_000;

export class QueryHistory {
  readonly #options: QueryHistoryOptions;
  #pending: QueryInfo[] = [];
  #pendingBytes = 0;
  /** Entries that are being written, still found here until that succeeds. */
  #writing: readonly QueryInfo[] = [];
  #flushing: Promise<void> | undefined;
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
    this.#pending.push(info);
    this.#pendingBytes += bytesOf(info);
    this.#dropOldest();
  }

  async find(principal: Principal, id: string): Promise<QueryInfo> {
    const { items } = await this.list(principal, { id }, 1);
    const [found] = items;
    if (!found) throw notFound('Query', id);
    return found;
  }

  /** The queries that the Principal may see, newest first. */
  async list(
    principal: Principal,
    filter: Omit<HistoryFilter, 'environmentId'>,
    size: number,
  ): Promise<{ items: readonly QueryInfo[]; hasNextPage: boolean }> {
    const mine = visibleQueries(principal);
    const isOthers = mine.createdBy !== undefined && (filter.createdBy ?? mine.createdBy) !== mine.createdBy;
    if (isOthers || mine.types?.length === 0) return { items: [], hasNextPage: false };
    const visible: HistoryFilter = { ...filter, ...mine, createdBy: mine.createdBy ?? filter.createdBy };
    const remembered = [...this.#writing, ...this.#pending].filter((info) => matches(info, visible));
    const stored = await this.#read(visible, size + 1);
    const byId = new Map([...stored, ...remembered].map((info) => [info.id, info]));
    const items = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
    return { items: items.slice(0, size), hasNextPage: items.length > size };
  }

  /** What queries of these Metrics read that no booster answered. */
  async metricReads(environmentId: string, metricIds: readonly string[]): Promise<readonly MetricReads[]> {
    await this.#flush();
    const { rows } = await this.#options.engine.query({
      id: 'QRYHISTORY',
      statement: readMetricReads(environmentId, metricIds),
      limits: { timeoutMs: readTimeoutMs },
    });
    return rows.map(([metricId, columns, queries, records]) => ({
      metricId: String(metricId),
      columns: JSON.parse(String(columns)) as string[],
      queries: Number(queries),
      records: Number(records),
    }));
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    // A running flush may leave entries behind, because they came too late or it failed. Try once more.
    await this.#flush();
    await this.#flush();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#flush().finally(() => this.#schedule());
    }, flushIntervalMs);
    this.#timer.unref();
  }

  /** One flush at a time, because entries must stay findable until they are written. */
  #flush(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  /** Entries recorded meanwhile wait for the next write: a small insert costs the engine as much as a large one. */
  async #writeAll(): Promise<void> {
    let left = this.#pending.length;
    while (left > 0 && this.#pending.length > 0) {
      this.#writing = this.#takeBatch();
      left -= this.#writing.length;
      try {
        await this.#options.engine.insert({
          table: `${historyDatabase}.${historyTable}`,
          rows: Buffer.from(this.#writing.map((info) => `${JSON.stringify(toHistoryRow(info))}\n`).join('')),
          timeoutMs: insertTimeoutMs,
        });
        this.#writing = [];
      } catch (error) {
        this.#putBack();
        this.#options.log.warn(
          { err: error, pending: this.#pending.length, dropped: this.#dropped },
          'writing the query history failed',
        );
        return;
      }
    }
  }

  #takeBatch(): QueryInfo[] {
    let bytes = 0;
    let count = 0;
    for (const info of this.#pending) {
      if (count === flushBatchMax || (count > 0 && bytes + bytesOf(info) > flushBatchBytesMax)) break;
      bytes += bytesOf(info);
      count += 1;
    }
    this.#pendingBytes -= bytes;
    return this.#pending.splice(0, count);
  }

  /** Keeps the entries for the next attempt, as far as the limit allows. */
  #putBack(): void {
    this.#pending = [...this.#writing, ...this.#pending];
    this.#pendingBytes += this.#writing.reduce((sum, info) => sum + bytesOf(info), 0);
    this.#writing = [];
    this.#dropOldest();
  }

  /** Drops the oldest entries: the newest are the ones that users look at. */
  #dropOldest(): void {
    while (this.#pending.length > pendingMax || this.#pendingBytes > pendingBytesMax) {
      const dropped = this.#pending.splice(0, Math.ceil(this.#pending.length * droppedShare));
      this.#pendingBytes -= dropped.reduce((sum, info) => sum + bytesOf(info), 0);
      this.#dropped += dropped.length;
    }
  }

  async #read(filter: HistoryFilter, limit: number): Promise<QueryInfo[]> {
    const { rows } = await this.#options.engine.query({
      id: 'QRYHISTORY',
      statement: readQueryHistory(filter, limit),
      limits: { timeoutMs: readTimeoutMs, threadsMax: 1 },
    });
    return rows.map(fromHistoryRow);
  }
}

const fixedBytes = 500;

function bytesOf({ sql }: QueryInfo): number {
  return fixedBytes + sql.length;
}

function matches(info: QueryInfo, filter: HistoryFilter): boolean {
  return (
    info.environmentId === filter.environmentId &&
    (filter.createdBy === undefined || info.createdBy === filter.createdBy) &&
    (filter.policyValuesDigest === undefined || info.policyValuesDigest === filter.policyValuesDigest) &&
    (filter.id === undefined || info.id === filter.id) &&
    (filter.after === undefined || info.id < filter.after) &&
    (filter.type === undefined || info.type === filter.type) &&
    (filter.types === undefined || filter.types.includes(info.type)) &&
    (filter.subtype === undefined || info.subtype === filter.subtype) &&
    (filter.status === undefined || info.status === filter.status) &&
    (filter.createdFromMs === undefined || info.createdAt >= filter.createdFromMs) &&
    (filter.createdBeforeMs === undefined || info.createdAt < filter.createdBeforeMs)
  );
}
