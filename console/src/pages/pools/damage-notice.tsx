import { type DataPoolDamagePartsFragment, dismissDataPoolDamageMutation } from '@weir/client';
import { useState } from 'react';
import { useChange } from '../../api/use-operation.js';
import type { WholePool } from '../../api/use-pools.js';
import { countText } from '../../format/format.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { Failure } from '../../ui/states.js';
import { Time } from '../../ui/time.js';

type Range = DataPoolDamagePartsFragment['ranges'][number];

/** Which records the column store has lost, and what to do. */
export function DamageNotice({ pool }: { pool: WholePool }) {
  const [isAsking, setIsAsking] = useState(false);
  const { damage } = pool;
  if (!damage) return null;
  return (
    <section className="alert" aria-label="Missing records">
      <strong>Records are missing</strong>
      <p>{damage.description}</p>
      <ul>
        {damage.ranges.map((range) => (
          <li key={`${range.columnName} ${range.start} ${range.isQuarantined}`}>
            <MissingRange range={range} />
          </li>
        ))}
      </ul>
      <p>
        Found <Time value={damage.detectedAt} />
      </p>
      <div>
        <button type="button" className="small-button" onClick={() => setIsAsking(true)}>
          Dismiss…
        </button>
      </div>
      {isAsking && <DismissDialog pool={pool} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function MissingRange({ range }: { range: Range }) {
  const { columnName, start, stop, recordCount, isQuarantined } = range;
  const noun = isQuarantined ? 'quarantined event' : 'record';
  return (
    <>
      {recordCount === null ? `Unknown number of ${noun}s` : countText(recordCount, noun)},{' '}
      {columnName === null ? 'stored' : <span className="mono">{columnName}</span>}{' '}
      {start === null ? (
        'before'
      ) : (
        <>
          between <Time value={start} /> and
        </>
      )}{' '}
      <Time value={stop} />
    </>
  );
}

function DismissDialog({ pool, onClose }: { pool: WholePool; onClose: () => void }) {
  const dismiss = useChange(dismissDataPoolDamageMutation, () => {
    announce('Damage dismissed');
    onClose();
  });
  return (
    <Dialog title="Go on without these records?" onClose={onClose}>
      <p>
        The files that could not be read are moved to the folder <code>damaged</code> of the data directory,
        and nothing is reported any more. The records stay missing.
      </p>
      {dismiss.isError && <Failure error={dismiss.error} />}
      <div className="row row-end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="danger"
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate({ id: pool.id })}
        >
          Dismiss
        </button>
      </div>
    </Dialog>
  );
}
