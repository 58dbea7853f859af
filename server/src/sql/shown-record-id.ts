import { createHmac } from 'node:crypto';
import { requestIdColumn } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { type Sql, sql } from './sql-text.js';
import type { Values } from './values.js';

/** The two halves of a SipHash key, as decimal numbers. */
export type RecordIdKey = readonly [string, string];

export function recordIdKey(secret: string): RecordIdKey {
  const digest = createHmac('sha256', secret).update('record IDs').digest();
  return [String(digest.readBigUInt64BE(0)), String(digest.readBigUInt64BE(8))];
}

/**
 * The ID of a record for callers from whom access policies may hide something. The stored ID has the index of the event in its
 * request, so gaps would count hidden neighbours, and the rest may be a digest of the request, by which a guessed body could be
 * checked. A keyed hash of it tells nothing, not even by its order, and is the same in every answer.
 */
export function shownRecordId([high, low]: RecordIdKey, values: Values): Sql {
  const key = sql`(${values.add('UInt64', high)}, ${values.add('UInt64', low)})`;
  return sql`toUUID(UUIDNumToString(sipHash128ReferenceKeyed(${key}, ${quoteIdentifier(requestIdColumn)})))`;
}
