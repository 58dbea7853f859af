import { formatNumber } from '../../format/format.js';
import { href } from '../../routing/href.js';
import { JobProgress } from './job-progress.js';
import { Rejections } from './rejections.js';
import { isRunning, type ListedReplayJob } from './shown-job.js';

/** What a replay has done or, as a dry run, would do. */
export function ReplayOutcome({ job }: { job: ListedReplayJob }) {
  return (
    <div className="stack" role="status">
      {isRunning(job) && <p>{job.isDryRun ? 'Counting…' : 'Storing events…'}</p>}
      {isRunning(job) && <JobProgress job={job} />}
      {job.error && <p className="problem-text">{job.error.message}</p>}
      {job.cancelledAt && <p>The job was cancelled.</p>}
      {job.status === 'SUCCEEDED' && (
        <div>
          <p>{summaryOf(job)}</p>
          <Rejections rejections={job.rejections} />
        </div>
      )}
      <p>
        <a href={href('/pools/$id/$tab', { id: job.dataPool.id, tab: 'jobs' })}>
          Jobs of {job.dataPool.uniqueName}
        </a>
      </p>
    </div>
  );
}

function summaryOf({ isDryRun, affectedRecords, rejectedEvents }: ListedReplayJob): string {
  const stored = `${formatNumber(affectedRecords)} ${isDryRun ? 'would be stored' : 'stored'}`;
  const none = rejectedEvents === null || rejectedEvents === '0';
  return none ? `${stored}.` : `${stored}, ${formatNumber(rejectedEvents)} cannot:`;
}
