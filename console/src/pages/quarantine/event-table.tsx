import { Table, type TableColumn } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { EventProblems } from './event-problems.js';
import { Payload } from './payload.js';
import type { ShownEvent } from './problem.js';

interface EventTableProps {
  readonly events: readonly ShownEvent[];
  readonly onCorrect: (event: ShownEvent) => void;
  readonly onDiscard: (event: ShownEvent) => void;
}

export function EventTable({ events, onCorrect, onDiscard }: EventTableProps) {
  const columns: readonly TableColumn<ShownEvent>[] = [
    { header: 'Received', cell: ({ receivedAt }) => <Time value={receivedAt} /> },
    {
      header: 'Problems and payload',
      cell: ({ errors, payload }) => (
        <>
          <EventProblems errors={errors} />
          <Payload text={payload} />
        </>
      ),
    },
    {
      header: 'Actions',
      cell: (event) => (
        <div className="row">
          <button type="button" className="small-button" onClick={() => onCorrect(event)}>
            Correct
          </button>
          <button type="button" className="small-button danger" onClick={() => onDiscard(event)}>
            Discard
          </button>
        </div>
      ),
    },
  ];
  return <Table label="Quarantined events" columns={columns} rows={events} rowKey={({ id }) => id} />;
}
