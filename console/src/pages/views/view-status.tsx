import type { MaterializedViewPartsFragment } from '@weir/client';
import { href } from '../../routing/href.js';
import { StatusBadge } from '../../ui/badge.js';

export type ShownView = MaterializedViewPartsFragment;

/** The status of a view, the progress of its backfill, and why it has stopped. */
export function ViewStatus({ view: { id, status, progress, error } }: { view: ShownView }) {
  return (
    <>
      <span className="row">
        <StatusBadge status={status} />
        {status === 'BACKFILLING' && (
          <>
            <progress aria-label={`Progress of ${id}`} max={1} value={progress} />
            <span className="small">{Math.round(progress * 100)} %</span>
          </>
        )}
      </span>
      {error && <div className="problem-text">{error.message}</div>}
    </>
  );
}

export function PoolLink({ pool }: { pool: ShownView['source'] }) {
  return <a href={href('/pools/$id', { id: pool.id })}>{pool.uniqueName}</a>;
}
