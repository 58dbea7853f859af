import { dataPoolSyncsQuery, syncDataPoolMutation } from '@weir/client';
import { useChange, useOperation } from '../../../api/use-operation.js';
import { countText, formatNumber } from '../../../format/format.js';
import { StatusBadge } from '../../../ui/badge.js';
import { Time } from '../../../ui/time.js';

const refetchIntervalMs = 5_000;
const syncsRead = 20;

/** How the last sync of a Data Pool that found files went: what it loaded, the first file that failed and why, and a new attempt. */
export function LastSync({ poolId, poolName }: { poolId: string; poolName: string }) {
  const { data } = useOperation(
    dataPoolSyncsQuery,
    { id: poolId, first: syncsRead },
    { refetchIntervalMs, alwaysFresh: true, keepPrevious: true },
  );
  const again = useChange(syncDataPoolMutation);
  const syncs = data?.dataPool?.syncs?.nodes ?? [];
  // A file that failed is not loaded again before it changes, so later syncs find nothing and say nothing about it.
  const last = syncs.find(({ files, failedFiles }) => Number(files) + Number(failedFiles) > 0) ?? syncs[0];
  if (!last) return <>—</>;
  const failed = last.syncedFiles?.nodes.find(({ error }) => error);
  return (
    <>
      <StatusBadge status={last.status} /> <Time value={last.createdAt} />
      <div>
        {countText(last.records, 'record')} from {countText(last.files, 'file')}
        {Number(last.failedFiles) > 0 && `, ${formatNumber(last.failedFiles)} failed`}
      </div>
      {(failed || last.error) && (
        <>
          <div className="problem-text">
            {failed ? `${failed.path}: ${failed.error?.message}` : last.error?.message}
          </div>
          {failed && <div>Replace the file in the bucket, then sync.</div>}
          <button
            type="button"
            className="small-button"
            disabled={again.isPending}
            onClick={() => again.mutate({ id: poolId })}
            aria-label={`Sync now: ${poolName}`}
          >
            Sync now
          </button>
          {again.isError && <div className="problem-text">{again.error.message}</div>}
        </>
      )}
    </>
  );
}
