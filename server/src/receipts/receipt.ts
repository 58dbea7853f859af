import { signatureSchemes } from '../catalog/webhook-signature.js';
import type { EngineCell } from '../engine/engine.js';
import type { UniqueIds } from '../ingest/unique-id-list.js';
import { arrivalTimestamp } from '../sql/time-filter.js';

/** How a sender showed that it may send. */
export const verifications = ['NONE', 'BASIC_AUTH', ...signatureSchemes] as const;
export type Verification = (typeof verifications)[number];

/** What became of one webhook request. */
export interface Receipt {
  readonly id: string;
  readonly environmentId: string;
  readonly dataSourceId: string;
  readonly dataPoolId: string;
  readonly receivedAt: number;
  readonly verification: Verification;
  readonly statusCode: number;
  /** Why the request was refused; null if it was not. */
  readonly reason: string | null;
  /** Of its rows; null if its events were not read. */
  readonly requestId: string | null;
  readonly storedEvents: number;
  readonly quarantinedEvents: number;
  readonly duplicateEvents: number;
  readonly refusedEvents: number;
}

/** A receipt to be recorded. */
export interface NewReceipt extends Receipt {
  readonly uniqueIds: UniqueIds;
}

/**
 * A row of the table in JSONEachRow, newline-terminated. Written for every request, so without the detour over an object: no
 * value but the reason can contain what JSON escapes.
 */
export function toReceiptRow(receipt: NewReceipt): string {
  return `{"id":"${receipt.id}","environment_id":"${receipt.environmentId}","data_source_id":"${receipt.dataSourceId}","data_pool_id":"${receipt.dataPoolId}","received_at":"${arrivalTimestamp(receipt.receivedAt)}","verification":"${receipt.verification}","status_code":${receipt.statusCode},"reason":${receipt.reason === null ? '""' : JSON.stringify(receipt.reason)},"request_id":"${receipt.requestId ?? ''}","stored_events":${receipt.storedEvents},"quarantined_events":${receipt.quarantinedEvents},"duplicate_events":${receipt.duplicateEvents},"refused_events":${receipt.refusedEvents},"unique_ids":[${receipt.uniqueIds.stored}],"quarantined_unique_ids":[${receipt.uniqueIds.quarantined}]}\n`;
}

/** A row, with columns in the order in which the table is read. */
export function fromReceiptRow(row: readonly EngineCell[]): Receipt {
  const [id, environmentId, dataSourceId, dataPoolId, receivedAt, verification, ...others] = row;
  const [statusCode, reason, requestId, stored, quarantined, duplicates, refused] = others;
  return {
    id: String(id),
    environmentId: String(environmentId),
    dataSourceId: String(dataSourceId),
    dataPoolId: String(dataPoolId),
    receivedAt: Number(receivedAt),
    verification: verification as Verification,
    statusCode: Number(statusCode),
    reason: String(reason) || null,
    requestId: String(requestId) || null,
    storedEvents: Number(stored),
    quarantinedEvents: Number(quarantined),
    duplicateEvents: Number(duplicates),
    refusedEvents: Number(refused),
  };
}
