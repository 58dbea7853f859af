import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';

type AddColumn = Extract<JobWork, { kind: 'ADD_COLUMN' }>;

/** Whether the column exists, but every job that was to fill it failed or was cancelled, so that another may fill it. */
export async function isUnfilled(catalog: Catalog, pool: DataPool, work: AddColumn): Promise<boolean> {
  if (!pool.columns.some((column) => isDeepStrictEqual(column, work.column))) return false;
  const ended = await catalog.jobs.endedWith(pool.environmentId, pool.id, work);
  return ended.length > 0 && ended.every(({ status }) => status === 'FAILED');
}
