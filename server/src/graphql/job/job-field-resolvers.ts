import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Job, JobTally } from '../../catalog/job.js';

/** What all kinds have in common. */
export function jobFieldResolvers(catalog: Catalog) {
  return {
    environment: async ({ environmentId }: Job) => {
      const environment = await catalog.environments.findById(environmentId);
      if (!environment) throw notFound('Environment', environmentId);
      return environment;
    },
    dataPool: async ({ environmentId, dataPoolId }: Job) => {
      const dataPool = await catalog.dataPools.findById(environmentId, dataPoolId);
      if (!dataPool) throw notFound('Data Pool', dataPoolId);
      return dataPool;
    },
    affectedRecords: ({ tally }: Job) => countOf(tally, 'affected'),
    succeededAt: ({ status, endedAt }: Job) => (status === 'SUCCEEDED' ? endedAt : null),
    failedAt: ({ status, endedAt }: Job) => (status === 'FAILED' ? endedAt : null),
    cancelledAt: ({ status, endedAt, cancelRequestedAt }: Job) =>
      status === 'FAILED' && cancelRequestedAt !== null ? endedAt : null,
  };
}

export function countOf(
  tally: JobTally | null,
  group: Exclude<keyof JobTally, 'rejections' | 'ignoredColumns'>,
): string | null {
  const count = tally?.[group];
  return count === undefined ? null : String(count);
}
