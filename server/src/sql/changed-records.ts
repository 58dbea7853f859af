import { receivedAtColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { DefinitionChange } from '../engine/apply-changes.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import type { RecordChange } from './mutation.js';
import { receiptExpiry, receiptKeptHours } from './receipts.js';
import { eventOfRow, requestOfRow } from './row-id-parts.js';
import { createServiceTable, serviceTableName } from './service-table.js';

/** Which job updates or deletes which records: noted before it does, for as long as the records have receipts. */
const changedRecords = {
  name: 'changed_records',
  columns: [
    'environment_id LowCardinality(String)',
    'data_pool_id LowCardinality(String)',
    'request_id String CODEC(ZSTD)',
    'event_index UInt32',
    'job_id LowCardinality(String)',
    "received_at DateTime64(3, 'UTC')",
  ],
  // A job that is resumed may note a record again.
  engine: 'ReplacingMergeTree' as const,
  orderBy: 'environment_id, data_pool_id, request_id, event_index, job_id',
  ttl: receiptExpiry,
};

const table = serviceTableName(changedRecords);

export function createChangedRecords(cluster: string | undefined): DefinitionChange[] {
  return createServiceTable(changedRecords, cluster);
}

/** Notes the records that a change is about to affect. */
export function noteChangesStatement(
  pool: Pick<DataPool, 'environmentId' | 'id'>,
  jobId: string,
  { where, values }: Pick<RecordChange, 'where' | 'values'>,
): Statement {
  const receivedAt = quoteIdentifier(receivedAtColumn.name);
  return {
    text: `INSERT INTO ${table}
SELECT {environment:String}, {pool:String}, ${requestOfRow}, ${eventOfRow}, {job:String}, ${receivedAt}
FROM ${tableName(pool)} WHERE ${where} AND ${receivedAt} > now('UTC') - INTERVAL ${receiptKeptHours} HOUR`,
    parameters: { ...values.params, environment: pool.environmentId, pool: pool.id, job: jobId },
    tables: [pool.id],
  };
}

/** An event, by its request and its index in it. */
export interface EventPlace {
  readonly requestId: string;
  readonly eventIndex: number;
}

/** For each of these events whose record is noted: its place and the job, oldest job first. */
export function changedEventsStatement(
  { environmentId, id }: Pick<DataPool, 'environmentId' | 'id'>,
  events: readonly EventPlace[],
): Statement {
  return {
    text: `SELECT DISTINCT request_id, event_index, job_id FROM ${table}
WHERE environment_id = {environment:String} AND data_pool_id = {pool:String} AND request_id IN {requests:Array(String)}
  AND concat(request_id, ' ', toString(event_index)) IN {events:Array(String)}
ORDER BY job_id`,
    parameters: {
      environment: environmentId,
      pool: id,
      requests: events.map(({ requestId }) => requestId),
      events: events.map(({ requestId, eventIndex }) => `${requestId} ${eventIndex}`),
    },
    tables: [],
  };
}

/** The jobs for which records of a request are noted, oldest first. */
export function jobsOfRequestStatement(
  { environmentId, id }: Pick<DataPool, 'environmentId' | 'id'>,
  requestId: string,
): Statement {
  return {
    text: `SELECT DISTINCT job_id FROM ${table}
WHERE environment_id = {environment:String} AND data_pool_id = {pool:String} AND request_id = {request:String}
ORDER BY job_id`,
    parameters: { environment: environmentId, pool: id, request: requestId },
    tables: [],
  };
}
