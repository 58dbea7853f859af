import type { CreateReplayJobInput } from '@weir/client';
import type { ReactNode } from 'react';
import { formatNumber } from '../../format/format.js';
import { Failure } from '../../ui/states.js';
import { ReplayOutcome } from './replay-outcome.js';
import { useReplayJob } from './use-replay-job.js';

interface ReplayStepsProps {
  /** Use it as the key too: what else is replayed needs another dry run. */
  readonly input: CreateReplayJobInput;
  readonly isComplete?: boolean;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** A dry run, then the replay itself. */
export function ReplaySteps({ input, isComplete = true, children }: ReplayStepsProps) {
  const dryRun = useReplayJob();
  const replay = useReplayJob();
  const job = replay.job ?? dryRun.job;
  const error = replay.error ?? dryRun.error;
  const isBusy = dryRun.isBusy || replay.isBusy;
  const counted = dryRun.job?.status === 'SUCCEEDED' && !replay.job ? dryRun.job.affectedRecords : null;
  const count = () => {
    replay.reset();
    dryRun.start({ ...input, dryRun: true });
  };
  return (
    <>
      {job && <ReplayOutcome job={job} />}
      {error && <Failure error={error} />}
      <div className="row">
        {children}
        <button type="button" disabled={!isComplete || isBusy} onClick={count}>
          Dry run
        </button>
        <button
          type="button"
          className="primary"
          disabled={counted === null || counted === '0' || isBusy}
          onClick={() => replay.start(input)}
        >
          {counted === null ? 'Replay' : `Replay ${formatNumber(counted)}`}
        </button>
      </div>
    </>
  );
}
