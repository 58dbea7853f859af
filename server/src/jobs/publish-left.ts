import type { DataPool } from '../catalog/definitions.js';
import type { Job } from '../catalog/job.js';
import type { JobServices } from './job-services.js';
import { publishRows } from './load-file.js';
import { fileLoad, type LoadState } from './run-load.js';
import { publishLeftOfSync } from './run-sync.js';

/**
 * Completes what a killed process was publishing, before anyone can read: the engine may have attached some of the parts.
 * The jobs themselves continue later.
 */
export async function publishLeftRows(services: JobServices): Promise<void> {
  const { catalog, log } = services;
  for (const { job, state } of await catalog.jobClaims.inProgress()) {
    const pool = await catalog.dataPools.findById(job.environmentId, job.dataPoolId);
    if (pool?.status !== 'LIVE') continue;
    await publishLeft(services, job, state, pool).catch((error: unknown) =>
      log.warn({ err: error, jobId: job.id }, 'rows of a file are not visible yet; the job retries it'),
    );
  }
}

async function publishLeft(
  services: JobServices,
  job: Job,
  state: Partial<LoadState>,
  pool: DataPool,
): Promise<void> {
  if (job.work.kind === 'SYNC') return await publishLeftOfSync(services, job, pool);
  const { staged, isPublishing, isPublished } = state;
  if (job.work.kind !== 'LOAD' || !isPublishing || isPublished || !staged) return;
  await publishRows(services, fileLoad({ ...job, work: job.work }, pool), staged.rows, true);
}
