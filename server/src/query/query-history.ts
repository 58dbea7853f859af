import { notFound } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Principal } from '../base/principal.js';
import { applyChanges } from '../engine/apply-changes.js';
import { BackgroundTable } from '../engine/background-table.js';
import type { Engine } from '../engine/engine.js';
import { readRows } from '../engine/read-rows.js';
import {
  createQueryHistory,
  type HistoryFilter,
  historyTable,
  readMetricReads,
  readQueryHistory,
} from '../sql/query-history.js';
import { fromHistoryRow, toHistoryRow } from './query-history-rows.js';
import type { QueryInfo } from './query-info.js';
import type { MetricReads } from './suggested-boosters.js';
import { visibleQueries } from './visible-queries.js';

/** The history of all queries, written in the background. Unwritten entries are found in memory. */
export interface QueryHistoryOptions {
  readonly engine: Engine;
  readonly log: Log;
  readonly retentionDays: number;
  readonly cluster: string | undefined;
}

const readTimeoutMs = 10_000;

export class QueryHistory {
  readonly #options: QueryHistoryOptions;
  readonly #table: BackgroundTable<QueryInfo>;

  constructor(options: QueryHistoryOptions) {
    this.#options = options;
    this.#table = new BackgroundTable({
      engine: options.engine,
      log: options.log,
      table: historyTable,
      toRow: (info) => `${JSON.stringify(toHistoryRow(info))}\n`,
      bytesOf,
    });
  }

  async open(): Promise<void> {
    const { engine, retentionDays, cluster } = this.#options;
    await applyChanges(engine, createQueryHistory(retentionDays, cluster));
    this.#table.start();
  }

  record(info: QueryInfo): void {
    this.#table.add(info);
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
    const remembered = this.#table.unwritten.filter((info) => matches(info, visible));
    const stored = await this.#read(visible, size + 1);
    const byId = new Map([...stored, ...remembered].map((info) => [info.id, info]));
    const items = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
    return { items: items.slice(0, size), hasNextPage: items.length > size };
  }

  /** What queries of these Metrics read that no booster answered. */
  async metricReads(environmentId: string, metricIds: readonly string[]): Promise<readonly MetricReads[]> {
    await this.#table.flush();
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
    await this.#table.close();
  }

  async #read(filter: HistoryFilter, limit: number): Promise<QueryInfo[]> {
    const limits = { timeoutMs: readTimeoutMs, threadsMax: 1 };
    const rows = await readRows(this.#options.engine, readQueryHistory(filter, limit), limits);
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
    (filter.reader === undefined || info.reader === filter.reader) &&
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
