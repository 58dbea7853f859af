import type { Job } from '../catalog/job.js';
import type { Receipt } from './receipt.js';

/** An event, by its place in a request. */
export interface ReceivedEvent {
  readonly receipt: Receipt;
  readonly eventIndex: number;
  /** Whether it was quarantined when it came. It may have been stored since. */
  readonly isQuarantined: boolean;
}

/** `GONE`: it expired or, if it was quarantined, it was discarded or replayed into another Data Pool. */
export type RecordState = 'STORED' | 'QUARANTINED' | 'UPDATED' | 'REPLACED' | 'DELETED' | 'GONE';

/** The record of an event, as far as it is known. */
export interface EventReceipt extends ReceivedEvent {
  readonly state: RecordState;
  /** Those that updated or deleted the record, oldest first. */
  readonly jobs: readonly Job[];
  /** The event whose record took its place, if that event's receipt is known. */
  readonly replacedBy: Receipt | null;
}

/** What is known about the events of one Data Pool that have the same unique ID. */
export interface KnownRecords {
  /** Newest first. */
  readonly events: readonly ReceivedEvent[];
  /** Whether records replace each other. */
  readonly isMutable: boolean;
  /** The rows that queries see. */
  readonly seenRows: ReadonlySet<string>;
  /** The rows that are in quarantine. */
  readonly quarantinedRows: ReadonlySet<string>;
  readonly jobsByRow: ReadonlyMap<string, readonly Job[]>;
}

/** The row that an event was stored as. A repeated request has the rows of the first one. */
export const rowOf = ({ receipt, eventIndex }: ReceivedEvent): string => `${receipt.requestId} ${eventIndex}`;

export function eventReceipt(event: ReceivedEvent, known: KnownRecords): EventReceipt {
  const { seenRows, jobsByRow, isMutable } = known;
  const row = rowOf(event);
  const jobs = jobsByRow.get(row) ?? [];
  const shown = (state: RecordState, by?: ReceivedEvent): EventReceipt => ({
    ...event,
    state,
    jobs,
    replacedBy: by?.receipt ?? null,
  });
  const isUpdated = jobs.some(({ work }) => work.kind === 'UPDATE');
  if (seenRows.has(row)) return shown(isUpdated ? 'UPDATED' : 'STORED');
  if (known.quarantinedRows.has(row)) return shown('QUARANTINED');
  const deletion = jobs.find(({ work }) => work.kind === 'DELETION');
  const next = isMutable
    ? nextVersion(event, known, deletion?.startedAt ?? Number.POSITIVE_INFINITY)
    : undefined;
  if (next) return shown('REPLACED', next);
  if (deletion) return shown('DELETED');
  // A version column may have preferred an earlier event.
  if (isMutable && seenRows.size > 0) {
    return shown(
      'REPLACED',
      known.events.find((other) => seenRows.has(rowOf(other)) && isFirst(known, other)),
    );
  }
  return shown('GONE');
}

/** The next event that stored another row, before a time. */
function nextVersion(event: ReceivedEvent, known: KnownRecords, untilMs: number): ReceivedEvent | undefined {
  const at = known.events.indexOf(event);
  return known.events
    .slice(0, at)
    .findLast(
      (other) =>
        rowOf(other) !== rowOf(event) && isFirst(known, other) && other.receipt.receivedAt <= untilMs,
    );
}

/** Whether the request stored the event's row itself, and did not repeat another. A quarantined event may be stored later. */
const isFirst = ({ seenRows }: KnownRecords, event: ReceivedEvent) =>
  event.receipt.duplicateEvents === 0 && (!event.isQuarantined || seenRows.has(rowOf(event)));
