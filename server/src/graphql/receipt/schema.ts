import { uniqueIdBytesMax } from '../../ingest/unique-id-list.js';
import { type Verification, verifications } from '../../receipts/receipt.js';
import { eventReceiptsMax, receiptKeptHours } from '../../sql/receipts.js';

const meaningOf = (verification: Verification) =>
  verification === 'NONE'
    ? 'Not at all: the request has no valid credentials, or the webhook needs none.'
    : verification === 'BASIC_AUTH'
      ? 'By basic authentication.'
      : `By a signature of the scheme \`${verification}\`.`;

/** Receipts of webhook requests. */
export const receiptSchema = /* GraphQL */ `
extend type Query {
  """
  The receipt of a webhook request, by the ID in the header \`Weir-Receipt\` of its answer. Receipts are kept for ${receiptKeptHours}
  hours. Needs the scope \`admin\`.
  """
  receipt(
    """
    The receipt's identifier.
    """
    id: ID!
  ): Receipt
  """
  The receipts of the events with a unique ID, newest first, at most ${eventReceiptsMax} of them, each with what has become of its record since.
  Data Pools that were deleted, or whose access policies hide records from the caller, are left out. Needs the scope \`admin\`.
  """
  eventReceipts(
    """
    The unique ID, as \`recordsByUniqueId\` takes it. It has at most ${uniqueIdBytesMax} bytes; events with longer ones are not found.
    """
    uniqueId: String!
    """
    The Data Pool. By default all Data Pools of the Environment that have a unique ID.
    """
    dataPool: DataPoolInput
  ): [EventReceipt!]!
}

"""
What became of a webhook request. Each of its events is counted once; no event is counted if the request was refused before its
events were read.
"""
type Receipt {
  """
  The receipt's identifier.
  """
  id: ID!
  """
  When the request came, in UTC.
  """
  receivedAt: DateTime!
  """
  The Data Source that the request was sent to; null if it was deleted.
  """
  dataSource: DataSource
  """
  The Data Pool of that Data Source; null if it was deleted.
  """
  dataPool: DataPool
  """
  How the sender was verified.
  """
  verification: RequestVerification!
  """
  The status of the answer.
  """
  statusCode: Int!
  """
  Why the request was refused, as in the metric \`weir_intake_refusals_total\`; null if it was not.
  """
  reason: String
  """
  Events that were stored.
  """
  storedEvents: Int!
  """
  Events that were put in quarantine.
  """
  quarantinedEvents: Int!
  """
  Events that an earlier request with the same idempotency key had stored or quarantined.
  """
  duplicateEvents: Int!
  """
  Events that were refused.
  """
  refusedEvents: Int!
  """
  The jobs that updated or deleted records of the request since, oldest first.
  """
  jobs: [Job!]!
}

"""
The receipt of one event, with what has become of its record since.
"""
type EventReceipt {
  """
  The receipt of the request that the event came with.
  """
  receipt: Receipt!
  """
  The event's place in the request, counted from 0.
  """
  eventIndex: Int!
  """
  What has become of its record.
  """
  state: RecordState!
  """
  The jobs that updated or deleted the record, oldest first. A job that failed or was cancelled may not have reached the record.
  """
  jobs: [Job!]!
  """
  If the record was replaced: the receipt of the request whose record took its place; null if that request has no receipt any more.
  """
  replacedBy: Receipt
}

"""
What has become of the record of an event.
"""
enum RecordState {
  """
  It is stored as it came.
  """
  STORED
  """
  The event could not be stored, and is in quarantine.
  """
  QUARANTINED
  """
  It is stored, and a job has updated it.
  """
  UPDATED
  """
  The record of another event with the same unique ID has taken its place.
  """
  REPLACED
  """
  A job has deleted it.
  """
  DELETED
  """
  It is not stored any more, and no job has deleted it: it expired. Or the event was in quarantine, from which it was discarded,
  or replayed into another Data Pool.
  """
  GONE
}

"""
How the sender of a request was verified: not at all, by basic authentication, or by a signature of the named scheme.
"""
enum RequestVerification {
${verifications.map((verification) => `  """\n  ${meaningOf(verification)}\n  """\n  ${verification}`).join('\n')}
}
`;
