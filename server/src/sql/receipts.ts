import type { DefinitionChange } from '../engine/apply-changes.js';
import type { Statement } from '../engine/engine.js';
import { createServiceTable, serviceTableName } from './service-table.js';

/** Longer than idempotency keys are kept: while a request may be repeated, its receipt exists. */
export const receiptKeptHours = 120;

/** Of receipts, and of what is noted about their records. */
export const receiptExpiry = `toDateTime(received_at) + INTERVAL ${receiptKeptHours} HOUR`;

const receipts = {
  name: 'receipts',
  columns: [
    'id String',
    'environment_id LowCardinality(String)',
    'data_source_id LowCardinality(String)',
    'data_pool_id LowCardinality(String)',
    "received_at DateTime64(3, 'UTC')",
    'verification LowCardinality(String)',
    'status_code UInt16',
    'reason LowCardinality(String)',
    'request_id String CODEC(ZSTD)',
    'stored_events UInt32',
    'quarantined_events UInt32',
    'duplicate_events UInt32',
    'refused_events UInt32',
    'unique_ids Array(String) CODEC(ZSTD)',
    'quarantined_unique_ids Array(String) CODEC(ZSTD)',
    'INDEX by_unique_id unique_ids TYPE bloom_filter GRANULARITY 1',
    'INDEX by_quarantined_unique_id quarantined_unique_ids TYPE bloom_filter GRANULARITY 1',
  ],
  orderBy: 'environment_id, id',
  ttl: receiptExpiry,
};

export const receiptsTable: string = serviceTableName(receipts);

export function createReceipts(cluster: string | undefined): DefinitionChange[] {
  return createServiceTable(receipts, cluster);
}

const columns = [
  'id',
  'environment_id',
  'data_source_id',
  'data_pool_id',
  'toUnixTimestamp64Milli(received_at)',
  'verification',
  'status_code',
  'reason',
  'request_id',
  'stored_events',
  'quarantined_events',
  'duplicate_events',
  'refused_events',
].join(', ');

/** One receipt. A row whose write had an unknown outcome may be stored twice. */
export function readReceipt(environmentId: string, id: string): Statement {
  return {
    text: `SELECT ${columns} FROM ${receiptsTable} WHERE environment_id = {environment:String} AND id = {id:String} LIMIT 1`,
    parameters: { environment: environmentId, id },
    tables: [],
  };
}

/** Most receipts of one event that are shown. */
export const eventReceiptsMax = 100;

/** The places, counted from 1, of a unique ID in a list. */
const placesIn = (list: string) =>
  `arrayFilter((place, id) -> id = {uniqueId:String}, arrayEnumerate(${list}), ${list})`;

/** The newest receipts of the events with a unique ID, each with their places in its request: stored, and quarantined. */
export function readEventReceipts(
  environmentId: string,
  uniqueId: string,
  dataPoolId: string | undefined,
): Statement {
  const pool = dataPoolId === undefined ? '' : ' AND data_pool_id = {pool:String}';
  return {
    text: `SELECT ${columns}, ${placesIn('unique_ids')}, ${placesIn('quarantined_unique_ids')}
FROM ${receiptsTable} WHERE environment_id = {environment:String}
  AND (has(unique_ids, {uniqueId:String}) OR has(quarantined_unique_ids, {uniqueId:String}))${pool}
ORDER BY id DESC LIMIT 1 BY id LIMIT ${eventReceiptsMax}`,
    parameters: {
      environment: environmentId,
      uniqueId,
      ...(dataPoolId === undefined ? {} : { pool: dataPoolId }),
    },
    tables: [],
  };
}
