import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';

type AddColumn = Extract<JobWork, { kind: 'ADD_COLUMN' }>;

/** Whether the column is there, and every job that was to add it failed or was cancelled: then another may fill it. */
export async function isUnfilled(catalog: Catalog, pool: DataPool, work: AddColumn): Promise<boolean> {
  if (!pool.columns.some((column) => isDeepStrictEqual(column, work.column))) return false;
  const ended = await catalog.jobs.endedWith(pool.environmentId, pool.id, work);
  return ended.length > 0 && ended.every(({ status }) => status === 'FAILED');
}
