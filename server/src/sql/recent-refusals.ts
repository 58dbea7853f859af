import type { DefinitionChange } from '../engine/apply-changes.js';
import type { Statement } from '../engine/engine.js';
import { createServiceTable, type ServiceTable, serviceTableName } from './service-table.js';

/** Samples are parts of payloads, so they are not kept for long. */
export const refusalDaysMax = 7;

/** How many requests of a Data Source are kept. Strangers are those who failed to authenticate. */
export const refusalSlots = { senders: 25, strangers: 5 } as const;

/**
 * Refused webhook requests. Each process has a fixed number of slots for each Data Source, and a row replaces the earlier one
 * in its slot. So the table stays small however many requests are refused.
 */
const refusals: ServiceTable = {
  name: 'recent_refusals',
  columns: [
    'id String',
    'data_source_id LowCardinality(String)',
    'writer String',
    'slot UInt8',
    'is_from_sender Bool',
    "received_at DateTime64(3, 'UTC')",
    'status UInt16',
    'errors String CODEC(ZSTD)',
    'sample Nullable(String) CODEC(ZSTD)',
  ],
  engine: 'ReplacingMergeTree',
  orderBy: 'data_source_id, writer, slot',
  ttl: `toDateTime(received_at) + INTERVAL ${refusalDaysMax} DAY`,
  shardBy: 'cityHash64(data_source_id)',
};

export const refusalsTable: string = serviceTableName(refusals);

export function createRecentRefusals(cluster: string | undefined): DefinitionChange[] {
  return createServiceTable(refusals, cluster);
}

/** Newest first, at most this many of senders and as many of strangers. */
export function readRecentRefusals(dataSourceId: string, limit: number): Statement {
  return {
    text: `SELECT id, is_from_sender, toUnixTimestamp64Milli(received_at), status, errors, sample
FROM ${refusalsTable} FINAL
WHERE data_source_id = {source:String}
ORDER BY id DESC LIMIT {limit:UInt32} BY is_from_sender`,
    parameters: { source: dataSourceId, limit },
    tables: [],
  };
}
