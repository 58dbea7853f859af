import { notFound } from '../../base/errors.js';
import type { Job, JobWork } from '../../catalog/job.js';

type JobOf<Kind extends JobWork['kind']> = Job<Extract<JobWork, { kind: Kind }>>;

export type ShownDeletionJob = JobOf<'DELETION'>;
export type ShownUpdateDataPoolRecordsJob = JobOf<'UPDATE'>;
export type ShownAddColumnToDataPoolJob = JobOf<'ADD_COLUMN'>;
export type ShownRebuildDataPoolJob = JobOf<'REBUILD'>;
export type ShownReplayJob = JobOf<'REPLAY'>;
export type ShownLoadJob = JobOf<'LOAD'>;
export type ShownSyncJob = JobOf<'SYNC'>;
export type ShownBoosterJob = JobOf<'BUILD_BOOSTER' | 'DROP_BOOSTER'>;

/** Narrows a job to its kind. A job of another kind gives NOT_FOUND. */
export function jobOfKind<Kind extends JobWork['kind']>(job: Job, kind: Kind): JobOf<Kind> {
  if (job.work.kind !== kind) throw notFound('Job', job.id);
  return job as JobOf<Kind>;
}
