import { jobsQuery } from '@weir/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.js';
import { href } from '../../routing/href.js';
import { useMay } from '../../session/permissions.js';
import { Page } from '../../ui/page.js';
import { type PagePosition, Pager, pageArguments } from '../../ui/pager.js';
import { Answered, Empty } from '../../ui/states.js';
import { ExportJobs } from './export-jobs.js';
import { JobTable } from './job-table.js';

const pageSize = 50;
const pollMs = 2_000;

export function JobsPage() {
  const may = useMay();
  if (!may('administer'))
    return (
      <Page title="Jobs" lead="Exports that were written in the background.">
        <ExportJobs otherwise={<Empty title="No exports yet" />} />
      </Page>
    );
  return (
    <Page
      title="Jobs"
      lead="Background deletions, updates, backfills, loads of files and exports. To start one, open the Jobs or Load tab of a Data Pool."
    >
      <ExportJobs />
      <PoolsJobs />
    </Page>
  );
}

/** The jobs of all Data Pools. */
function PoolsJobs() {
  const [position, setPosition] = useState<PagePosition>({});
  const answer = useOperation(jobsQuery, pageArguments(position, pageSize), {
    keepPrevious: true,
    refetchIntervalMs: pollMs,
  });
  return (
    <Answered answer={answer} what="jobs">
      {({ jobs }) =>
        !jobs || jobs.nodes.length === 0 ? (
          <Empty title="No jobs yet">
            <a href={href('/pools')}>Choose a Data Pool</a>
          </Empty>
        ) : (
          <>
            <JobTable jobs={jobs.nodes} withPool />
            <Pager pageInfo={jobs.pageInfo} onMove={setPosition} />
          </>
        )
      }
    </Answered>
  );
}
