import type { Tier } from '../base/tier.js';
import type { EngineCell } from '../engine/engine.js';
import { engineTimestamp } from '../sql/time-filter.js';
import type { BoosterUse } from './fitting-booster.js';
import type { QueryInfo, QueryStatus, QuerySubtype, QueryType } from './query-info.js';

/** A QueryInfo as a row of the history's table, by column name. */
export function toHistoryRow(info: QueryInfo) {
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
    // The engine refuses a lone surrogate, and with it all rows of the same insert.
    sql: info.sql.toWellFormed(),
    policy_values_digest: info.reader,
    booster: info.booster === null ? '' : JSON.stringify(info.booster),
  };
}

/** A row, with columns in the order in which the history is read. */
export function fromHistoryRow(row: readonly EngineCell[]): QueryInfo {
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
    reader,
    booster,
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
    reader: String(reader),
    booster: booster ? (JSON.parse(String(booster)) as BoosterUse) : null,
  };
}
