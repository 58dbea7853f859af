import { noUniqueIds } from '../ingest/unique-id-list.js';
import type { NewReceipt } from '../receipts/receipt.js';
import type { AnsweredRequest } from './answered-request.js';
import { eventCounts, noEvents } from './event-counts.js';

/** What is remembered of an answered request. */
export function receiptOf(request: AnsweredRequest): NewReceipt {
  const { receiptId, dataSource, dataPoolId, receivedAtMs, verification, status, reason, outcome } = request;
  const events = outcome ? eventCounts(outcome) : noEvents;
  return {
    id: receiptId,
    environmentId: dataSource.environmentId,
    dataSourceId: dataSource.id,
    dataPoolId,
    receivedAt: receivedAtMs,
    verification,
    statusCode: status,
    reason: reason ?? null,
    requestId: outcome?.requestId ?? null,
    uniqueIds: outcome?.isStored ? outcome.uniqueIds : noUniqueIds,
    storedEvents: events.accepted,
    quarantinedEvents: events.quarantined,
    duplicateEvents: events.duplicates,
    refusedEvents: events.rejected,
  };
}
