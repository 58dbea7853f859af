import type { LoadProgress, LoadResult } from '@weir/client';
import { countText, formatBytes } from '../../../format/format.js';
import { href } from '../../../routing/href.js';
import { useMay } from '../../../session/permissions.js';

function JobsLink({ poolId }: { poolId: string }) {
  const may = useMay();
  return (
    may('administer') && (
      <a href={href('/pools/$id/$tab', { id: poolId, tab: 'jobs' })}>Jobs of this Data Pool</a>
    )
  );
}

export function LoadProgressPanel({
  poolId,
  progress,
  cancel,
}: {
  poolId: string;
  progress: LoadProgress | undefined;
  cancel: () => void;
}) {
  const { stage = 'UPLOADING', bytesSent = 0, bytesTotal = 0, jobProgress = 0 } = progress ?? {};
  const isUploading = stage === 'UPLOADING';
  const share = isUploading ? bytesSent / Math.max(bytesTotal, 1) : jobProgress;
  return (
    <div className="stack">
      <p role="status">{isUploading ? 'Uploading…' : 'Loading the rows…'}</p>
      <span className="row">
        <progress aria-label={isUploading ? 'Upload' : 'Load'} max={1} value={share} />
        <span className="small">
          {isUploading
            ? `${formatBytes(bytesSent)} of ${formatBytes(bytesTotal)}`
            : `${Math.round(share * 100)} %`}
        </span>
        {isUploading && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </span>
      {!isUploading && (
        <p>
          You can leave this page. <JobsLink poolId={poolId} />
        </p>
      )}
    </div>
  );
}

export function LoadOutcome({ poolId, result }: { poolId: string; result: LoadResult }) {
  const { rows, job, ignoredColumns } = result;
  const may = useMay();
  return (
    <div className="stack" role="status">
      <p>
        <strong>{countText(rows, 'row')} loaded</strong> by job <span className="mono">{job}</span>.
      </p>
      {ignoredColumns.length > 0 && <p className="note">Ignored columns: {ignoredColumns.join(', ')}</p>}
      <p className="row">
        {may('readRecords') && <a href={href('/pools/$id/$tab', { id: poolId, tab: 'records' })}>Records</a>}
        <JobsLink poolId={poolId} />
      </p>
    </div>
  );
}
