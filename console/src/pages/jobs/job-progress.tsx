import type { ShownJob } from './shown-job.js';

export function JobProgress({ job }: { job: ShownJob }) {
  const percent = Math.round(job.progress * 100);
  if (job.cancelledAt) return <span className="note">Cancelled</span>;
  return (
    <span className="row">
      <progress aria-label={`Progress of ${job.id}`} max={1} value={job.progress} />
      <span className="small">{percent} %</span>
    </span>
  );
}
