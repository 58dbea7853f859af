import { type CreateReplayJobInput, createReplayJobMutation, replayJobQuery } from '@weir/client';
import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operation.js';
import { isRunning } from './shown-job.js';
import { useRefreshWhenJobsEnd } from './use-refresh-when-jobs-end.js';

const pollMs = 1_000;

/** A replay job that the page starts and follows to its end. */
export function useReplayJob() {
  const create = useChange(createReplayJobMutation);
  const created = create.data?.createReplayJob?.job;
  const [endedId, setEndedId] = useState<string>();
  const followed = useOperation(
    replayJobQuery,
    { id: created?.id ?? '' },
    {
      enabled: created !== undefined,
      refetchIntervalMs: created && created.id !== endedId ? pollMs : undefined,
    },
  );
  const job = created && (followed.data?.replayJob ?? created);
  if (job && !isRunning(job) && job.id !== endedId) setEndedId(job.id);
  useRefreshWhenJobsEnd(job ? [job] : []);
  return {
    job,
    error: create.error ?? followed.error,
    isBusy: create.isPending || (job !== undefined && isRunning(job)),
    start: (input: CreateReplayJobInput) => create.mutate({ input }),
    reset: create.reset,
  };
}
