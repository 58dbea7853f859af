import { WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { LoadWork } from '../catalog/job.js';
import { keyedRequestId } from '../ingest/row-id.js';
import { hasEndedEngine } from '../query/engine-bans.js';
import { type JobControl, JobStopped, unlessStopped } from './job-control.js';
import type { JobServices } from './job-services.js';
import { type FileLoad, publishRows, type StagedFile, stageFile } from './load-file.js';

export interface LoadState {
  /** Set when the rows are in the job's table, on disk. */
  readonly staged: StagedFile;
  /** Set before they are made visible. From then on the job is not cancelled. */
  readonly isPublishing: boolean;
  /** Set afterwards, before the job's table is dropped: without it, nothing would show that they are visible. */
  readonly isPublished: boolean;
}

type Control = JobControl<LoadState, LoadWork>;

/** Loads a file into a table of its own, and makes its rows visible in one step: all of them or none. */
export async function runLoad(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  if (control.failure) throw control.failure;
  const { staged: earlier, isPublishing = false, isPublished = false } = control.state;
  if (earlier) count(control, earlier);
  if (isPublished) return;
  if (!isPublishing) control.check();
  const load = fileLoad(control.job, pool);
  const watch = { signal: control.signal, onProgress: (share: number) => control.progress(share) };
  const staged =
    earlier ??
    (await stageFile(services, load, watch)
      .catch(unlessStopped(control))
      .catch(keepFailure(services, control)));
  count(control, staged);
  if (!isPublishing) await control.keep({ staged, isPublishing: true });
  await publishRows(services, load, staged.rows, isPublishing);
  await control.keep({ isPublished: true }).catch((error: unknown) => {
    // It is too late to cancel it.
    if (!(error instanceof JobStopped) || error.reason !== 'cancelled') throw error;
  });
}

/** At once: the file may have ended the engine, and would again if the end of the job could not be saved. */
const keepFailure =
  ({ bans }: JobServices, control: Control) =>
  async (error: unknown) => {
    const { createdBy: applicationId, work } = control.job;
    if (hasEndedEngine(error)) bans.note({ applicationId, tenant: work.tenant ?? '' });
    if (error instanceof WeirError && error.code !== 'UNAVAILABLE') await control.fail(error);
    throw error;
  };

function count(control: Control, { rows, ignoredColumns }: StagedFile): void {
  control.count({ affected: rows, ignoredColumns });
}

export function fileLoad(
  { id: jobId, environmentId, work }: Pick<Control['job'], 'id' | 'environmentId' | 'work'>,
  pool: DataPool,
): FileLoad {
  return {
    pool,
    table: { environmentId, jobId },
    file: work.file,
    requestId: keyedRequestId(pool.id, 'load', jobId),
  };
}
