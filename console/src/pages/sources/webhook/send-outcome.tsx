import type { EventResult } from '@weir/client';
import { countText } from '../../../format/format.js';
import { Failure } from '../../../ui/states.js';
import { Table, type TableColumn } from '../../../ui/table.js';
import { describedError, eventErrorsOf } from './event-errors.js';
import './send-outcome.css';

/** Lists every error of a refused request, because a sender has to fix all of them. */
export function SendFailure({ error }: { error: Error }) {
  const errors = eventErrorsOf(error).map(describedError);
  if (errors.length === 0) return <Failure error={error} />;
  return (
    <div className="alert" role="alert">
      <strong>Refused: {countText(errors.length, 'error')}</strong>
      <ul>
        {errors.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The statuses of an event that is in quarantine, and of one that was refused. */
const quarantined = 202;
const refused = 400;

export const areAllStored = (results: readonly EventResult[]) =>
  results.every(({ statusCode }) => statusCode !== quarantined && statusCode !== refused);

export function sentText(results: readonly EventResult[]): string {
  const count = (status: number) => results.filter(({ statusCode }) => statusCode === status).length;
  const [kept, lost] = [count(quarantined), count(refused)];
  return [
    `Stored: ${countText(results.length - kept - lost, 'event')}`,
    ...(kept > 0 ? [`In quarantine: ${countText(kept, 'event')}`] : []),
    ...(lost > 0 ? [`Refused: ${countText(lost, 'event')}`] : []),
  ].join('. ');
}

interface UnstoredEvent {
  readonly index: number;
  readonly reason: string;
  readonly event: string;
}

const unstoredColumns: readonly TableColumn<UnstoredEvent>[] = [
  { header: 'Event', cell: ({ index }) => index },
  { header: 'Column and reason', cell: ({ reason }) => reason },
  { header: 'Sent', cell: ({ event }) => <code className="wrap-pre sent-event">{event}</code> },
];

/** The events that were not stored, each with its reason. */
export function UnstoredEvents({
  results,
  events,
}: {
  results: readonly EventResult[];
  /** The text of each. */
  events: readonly string[];
}) {
  const rows = results.flatMap(({ statusCode, statusMessage }, index) =>
    statusCode === quarantined || statusCode === refused
      ? [{ index, reason: statusMessage, event: events[index] ?? '' }]
      : [],
  );
  if (rows.length === 0) return null;
  return (
    <Table
      label="Events that were not stored"
      columns={unstoredColumns}
      rows={rows}
      rowKey={({ index }) => String(index)}
    />
  );
}
