import { dataPoolJobsQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import type { WholePool } from '../../api/use-pools.js';
import { Segments } from '../../ui/segments.js';
import { Answered, Empty } from '../../ui/states.js';
import { AddColumnForm } from './add-column-form.js';
import { DeletionForm } from './deletion-form.js';
import { JobTable } from './job-table.js';
import { RebuildForm } from './rebuild-form.js';
import { ReplayRecordsForm } from './replay-records-form.js';
import { UpdateForm } from './update-form.js';
import { useRefreshWhenJobsEnd } from './use-refresh-when-jobs-end.js';

const pollMs = 1_500;

const kinds = [
  { value: 'column', label: 'Add a column' },
  { value: 'update', label: 'Update records' },
  { value: 'delete', label: 'Delete records' },
  { value: 'rebuild', label: 'Rebuild the table' },
  { value: 'replay', label: 'Replay records' },
];

export function PoolJobs({ pool }: { pool: WholePool }) {
  const [kind, setKind] = useState('column');
  const answer = useOperation(
    dataPoolJobsQuery,
    { dataPool: pool.id, first: 50 },
    { refetchIntervalMs: pollMs, keepPrevious: true },
  );
  useRefreshWhenJobsEnd(answer.data?.dataPool?.jobs?.nodes);
  return (
    <div className="stack">
      <section className="panel stack">
        <Segments label="Kind of job" options={kinds} value={kind} onChange={setKind} />
        {kind === 'column' && <AddColumnForm pool={pool} />}
        {kind === 'update' && <UpdateForm pool={pool} />}
        {kind === 'delete' && <DeletionForm pool={pool} />}
        {kind === 'rebuild' && <RebuildForm pool={pool} />}
        {kind === 'replay' && <ReplayRecordsForm pool={pool} />}
      </section>
      <Answered answer={answer} what="jobs">
        {({ dataPool }) =>
          !dataPool?.jobs || dataPool.jobs.nodes.length === 0 ? (
            <Empty title="No jobs on this Data Pool yet" />
          ) : (
            <JobTable jobs={dataPool.jobs.nodes} withPool={false} />
          )
        }
      </Answered>
    </div>
  );
}
