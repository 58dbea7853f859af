import type { DefinitionChange } from '../engine/apply-changes.js';
import type { Statement } from '../engine/engine.js';
import { createServiceTable, serviceTableName } from './service-table.js';

const history = {
  name: 'query_history',
  columns: [
    'id String',
    'environment_id LowCardinality(String)',
    "created_at DateTime64(3, 'UTC')",
    'created_by LowCardinality(String)',
    'bytes_processed UInt64',
    'duration_ms UInt32',
    'records_processed UInt64',
    'resulting_bytes UInt32',
    'resulting_records UInt32',
    'tier LowCardinality(String)',
    'status LowCardinality(String)',
    'type LowCardinality(String)',
    'subtype LowCardinality(Nullable(String))',
    'sql String CODEC(ZSTD)',
  ],
  addedColumns: ['policy_values_digest String', 'booster String CODEC(ZSTD)'],
  orderBy: 'environment_id, id',
};

export const historyTable: string = serviceTableName(history);

export function createQueryHistory(retentionDays: number, cluster: string | undefined): DefinitionChange[] {
  const ttl = `toDateTime(created_at) + INTERVAL ${Math.floor(retentionDays)} DAY`;
  return createServiceTable({ ...history, ttl }, cluster);
}

export interface HistoryFilter {
  readonly environmentId: string;
  /** Only queries of this Application. Absent: all of the Environment. */
  readonly createdBy?: string | undefined;
  readonly id?: string | undefined;
  /** Only queries with tokens that may read the same. Absent: any. */
  readonly reader?: string | undefined;
  readonly after?: string | undefined;
  readonly type?: string | undefined;
  /** Only queries of these kinds. Absent: any. */
  readonly types?: readonly string[] | undefined;
  readonly subtype?: string | undefined;
  readonly status?: string | undefined;
  readonly createdFromMs?: number | undefined;
  readonly createdBeforeMs?: number | undefined;
}

const columns = [
  'id',
  'environment_id',
  'toUnixTimestamp64Milli(created_at)',
  'created_by',
  'bytes_processed',
  'duration_ms',
  'records_processed',
  'resulting_bytes',
  'resulting_records',
  'tier',
  'status',
  'type',
  'subtype',
  'sql',
  'policy_values_digest',
  'booster',
];

/** Newest first, because identifiers sort by time. A row whose write had an unknown outcome may be stored twice. */
export function readQueryHistory(filter: HistoryFilter, limit: number): Statement {
  const parameters: Record<string, string | number> = { environment: filter.environmentId, limit };
  const conditions = ['environment_id = {environment:String}'];
  const add = (name: string, type: string, value: string | number | undefined, condition: string) => {
    if (value === undefined) return;
    parameters[name] = value;
    conditions.push(condition.replace('?', `{${name}:${type}}`));
  };
  add('by', 'String', filter.createdBy, 'created_by = ?');
  add('digest', 'String', filter.reader, 'policy_values_digest = ?');
  add('id', 'String', filter.id, 'id = ?');
  add('after', 'String', filter.after, 'id < ?');
  add('type', 'String', filter.type, 'type = ?');
  add('subtype', 'String', filter.subtype, 'subtype = ?');
  add('status', 'String', filter.status, 'status = ?');
  if (filter.types) {
    const names = filter.types.map((type, index) => {
      parameters[`type${index}`] = type;
      return `{type${index}:String}`;
    });
    conditions.push(`type IN (${names.join(', ')})`);
  }
  add('from', 'Int64', filter.createdFromMs, 'created_at >= fromUnixTimestamp64Milli(?)');
  add('before', 'Int64', filter.createdBeforeMs, 'created_at < fromUnixTimestamp64Milli(?)');
  return {
    text: `SELECT ${columns.join(', ')} FROM ${historyTable} WHERE ${conditions.join(' AND ')} ORDER BY environment_id, id DESC LIMIT 1 BY id LIMIT {limit:UInt32}`,
    parameters,
    tables: [],
  };
}

/** Most different sets of columns that are read. */
const readsMax = 1_000;

/** By Metric and columns: how many queries of these Metrics read no booster, and how many records they processed. */
export function readMetricReads(environmentId: string, metricIds: readonly string[]): Statement {
  return {
    text: `SELECT JSONExtractString(booster, 'metricId') AS metric, JSONExtractRaw(booster, 'columns') AS columns, count(), sum(records_processed) AS records
FROM ${historyTable}
WHERE environment_id = {environment:String} AND status = 'COMPLETED' AND booster != ''
  AND NOT JSONExtractBool(booster, 'used') AND has(splitByChar(',', {metrics:String}), metric)
GROUP BY metric, columns ORDER BY records DESC LIMIT ${readsMax}`,
    parameters: { environment: environmentId, metrics: metricIds.join(',') },
    tables: [],
  };
}
