import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { expiryRules } from './data-pool-ddl.js';
import { seenRecords } from './job-records.js';
import { plainStatement } from './plain-statement.js';
import { expiryTime } from './table-ttl.js';

/** Counts records that have expired by the engine's clock but are not deleted yet. */
export function expiredRecordsStatement(dataPool: DataPool): Statement {
  const expired = expiryRules(dataPool).map((rule) => `(${expiryTime(rule)} <= now('UTC'))`);
  return plainStatement(
    `SELECT count() FROM ${seenRecords(dataPool)} WHERE ${expired.join(' OR ') || 'false'}`,
    dataPool,
  );
}
