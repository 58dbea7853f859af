import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isRunning, type ShownJob } from './shown-job.js';

/** A job that has ended may have changed records or columns, so cached data is invalidated. */
export function useRefreshWhenJobsEnd(jobs: readonly ShownJob[] | undefined): void {
  const queries = useQueryClient();
  const ended = jobs?.filter((job) => !isRunning(job)).length;
  const before = useRef(ended);
  useEffect(() => {
    if (before.current !== undefined && ended !== undefined && ended > before.current)
      queries.invalidateQueries();
    before.current = ended;
  }, [queries, ended]);
}
