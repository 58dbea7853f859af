import type { IngestOutcome } from '../ingest/ingest-pipeline.js';

/** What became of the events of a request. Each event is counted once. */
export interface EventCounts {
  readonly accepted: number;
  readonly rejected: number;
  readonly quarantined: number;
  /** An earlier request with the same idempotency key had stored or quarantined them. */
  readonly duplicates: number;
}

export const noEvents: EventCounts = { accepted: 0, rejected: 0, quarantined: 0, duplicates: 0 };

type Counted = Pick<IngestOutcome, 'isStored' | 'isRepeated' | 'isQuarantined' | 'eventCount' | 'failed'>;

export function eventCounts(outcome: Counted): EventCounts {
  const { isStored, isRepeated, isQuarantined, eventCount, failed } = outcome;
  if (!isStored) return { ...noEvents, rejected: eventCount };
  const kept = isQuarantined ? failed.length : 0;
  const valid = eventCount - failed.length;
  return {
    accepted: isRepeated ? 0 : valid,
    rejected: failed.length - kept,
    quarantined: isRepeated ? 0 : kept,
    duplicates: isRepeated ? valid + kept : 0,
  };
}
