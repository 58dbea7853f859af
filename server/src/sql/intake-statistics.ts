import type { DefinitionChange } from '../engine/apply-changes.js';
import type { Statement } from '../engine/engine.js';
import { createServiceTable, type ServiceTable, serviceTableName } from './service-table.js';

export const statisticsDaysMax = 90;
/** A day, minute by minute. */
export const statisticsMinutesMax = 1_440;

export const statisticsCounters = [
  'requests',
  'refused_requests',
  'accepted',
  'rejected',
  'quarantined',
  'duplicates',
  'bytes',
] as const;

/**
 * What each minute of a Data Source's intake amounted to. A part has the totals so far of one process, and a later row of the
 * same part replaces it. So a row can be written again after a failure, and nothing is counted twice.
 */
const statistics: ServiceTable = {
  name: 'intake_statistics',
  columns: [
    'data_source_id LowCardinality(String)',
    "minute DateTime('UTC')",
    'part String',
    ...statisticsCounters.map((counter) => `${counter} UInt64`),
    'latency Array(UInt32) CODEC(ZSTD)',
  ],
  engine: 'ReplacingMergeTree',
  version: 'requests',
  orderBy: 'data_source_id, minute, part',
  ttl: `minute + INTERVAL ${statisticsDaysMax} DAY`,
  shardBy: 'cityHash64(data_source_id)',
};

export const statisticsTable: string = serviceTableName(statistics);

export function createIntakeStatistics(cluster: string | undefined): DefinitionChange[] {
  return createServiceTable(statistics, cluster);
}

/** One row: the sums of the counters, and of the buckets of the latency. */
export function readIntakeStatistics(dataSourceId: string, startMs: number, stopMs: number): Statement {
  return {
    text: `SELECT ${statisticsCounters.map((counter) => `sum(${counter})`).join(', ')}, sumForEach(latency)
FROM ${statisticsTable} FINAL
WHERE data_source_id = {source:String}
  AND minute >= toDateTime({start:UInt32}, 'UTC') AND minute < toDateTime({stop:UInt32}, 'UTC')`,
    parameters: { source: dataSourceId, start: startMs / 1000, stop: stopMs / 1000 },
    tables: [],
  };
}

/** A row for each span of minutes with requests: its start in seconds, and events by what became of them. */
export function readIntakeMinutes(
  dataSourceId: string,
  startMs: number,
  stopMs: number,
  spanMs: number,
): Statement {
  return {
    text: `SELECT intDiv(toUnixTimestamp(minute), {span:UInt32}) * {span:UInt32} AS start, sum(accepted), sum(rejected), sum(quarantined)
FROM ${statisticsTable} FINAL
WHERE data_source_id = {source:String}
  AND minute >= toDateTime({start:UInt32}, 'UTC') AND minute < toDateTime({stop:UInt32}, 'UTC')
GROUP BY start`,
    parameters: {
      source: dataSourceId,
      start: startMs / 1000,
      stop: stopMs / 1000,
      span: spanMs / 1000,
    },
    tables: [],
  };
}
