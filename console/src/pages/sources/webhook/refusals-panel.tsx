import { type RecentRefusalsQuery, recentRefusalsQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.js';
import { layOutJson } from '../../../format/json-layout.js';
import { CopyButton } from '../../../ui/copyable.js';
import { Dialog } from '../../../ui/dialog.js';
import { Answered } from '../../../ui/states.js';
import { Table, type TableColumn } from '../../../ui/table.js';
import { Time } from '../../../ui/time.js';
import { describedError } from './event-errors.js';

type Refusal = NonNullable<RecentRefusalsQuery['dataSource']>['recentRefusals'][number];

const refetchIntervalMs = 10_000;

/** Why requests of the webhook's senders fail. */
export function RefusalsPanel({ sourceId }: { sourceId: string }) {
  const answer = useOperation(
    recentRefusalsQuery,
    { id: sourceId },
    { refetchIntervalMs, alwaysFresh: true },
  );
  const [shown, setShown] = useState<Refusal>();
  return (
    <section className="panel stack">
      <h2>Recent refusals</h2>
      <Answered answer={answer} what="recent refusals">
        {({ dataSource }) => <Refusals refusals={dataSource?.recentRefusals ?? []} onOpen={setShown} />}
      </Answered>
      {shown && <RefusalDialog refusal={shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

function Refusals({
  refusals,
  onOpen,
}: {
  refusals: readonly Refusal[];
  onOpen: (refusal: Refusal) => void;
}) {
  if (refusals.length === 0)
    return (
      <p className="note">No request was refused in the last 7 days. Refused requests will be listed here.</p>
    );
  const columns: readonly TableColumn<Refusal>[] = [
    { header: 'Received', cell: ({ receivedAt }) => <Time value={receivedAt} /> },
    { header: 'Status', cell: ({ status }) => status, numeric: true },
    { header: 'Why', cell: ({ errors }) => <Reason errors={errors} /> },
    {
      header: 'Details',
      cell: (refusal) => (
        <button
          type="button"
          className="small-button"
          aria-label={`Open refusal ${refusals.indexOf(refusal) + 1}`}
          onClick={() => onOpen(refusal)}
        >
          Open
        </button>
      ),
    },
  ];
  return (
    <Table label="Recent refusals" columns={columns} rows={refusals} rowKey={({ receiptId }) => receiptId} />
  );
}

function Reason({ errors: [first, ...others] }: Pick<Refusal, 'errors'>) {
  if (!first) return <>—</>;
  return (
    <>
      {describedError(first)}
      {others.length > 0 && <span className="note small"> and {others.length} more</span>}
    </>
  );
}

function RefusalDialog({ refusal, onClose }: { refusal: Refusal; onClose: () => void }) {
  const { receiptId, receivedAt, status, errors, sample } = refusal;
  return (
    <Dialog title="Refused request" onClose={onClose} wide>
      <dl className="facts">
        <dt>Received</dt>
        <dd>
          <Time value={receivedAt} />
        </dd>
        <dt>Status</dt>
        <dd>{status}</dd>
        <dt>Receipt</dt>
        <dd className="mono">{receiptId}</dd>
        <dt>Errors</dt>
        <dd>
          {errors.map((error) => (
            <div key={describedError(error)}>{describedError(error)}</div>
          ))}
        </dd>
        <dt>Sample</dt>
        <dd>
          {sample === null ? (
            'None: the body was not read, or the sender had no valid credentials.'
          ) : (
            <pre className="wrap-pre">{layOutJson(sample)}</pre>
          )}
        </dd>
      </dl>
      <div className="row row-end">
        {sample !== null && <CopyButton text={sample} what="the sample" />}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
