import { conflict } from '../base/errors.js';
import type { modifiedColumns } from './audit.js';
import type { CatalogReader, CatalogWriter } from './catalog-database.js';
import type { DataPoolRow } from './tables.js';

/*
 * A Data Pool that a materialized view fills from a protected one has its records, too. So it is protected as long as the
 * view exists: access control spreads from the source when it is turned on, and cannot be turned off before the source's.
 */

/** The Data Pools that materialized views fill from a Data Pool, directly or through other views. */
export async function filledFrom(
  db: CatalogReader,
  environmentId: string,
  dataPoolId: string,
): Promise<readonly string[]> {
  const views = await db
    .selectFrom('materialized_view')
    .select(['source_data_pool_id', 'destination_data_pool_id'])
    .where('environment_id', '=', environmentId)
    .orderBy('id')
    .execute();
  const reached = new Set([dataPoolId]);
  for (const id of reached)
    for (const view of views) if (view.source_data_pool_id === id) reached.add(view.destination_data_pool_id);
  reached.delete(dataPoolId);
  return [...reached];
}

export async function turnOnAccessControl(
  trx: CatalogWriter,
  { environment_id, id }: Pick<DataPoolRow, 'environment_id' | 'id'>,
  modified: ReturnType<typeof modifiedColumns>,
): Promise<void> {
  await trx
    .updateTable('data_pool')
    .set({ access_control_enabled: 1, ...modified })
    .where('id', 'in', [id, ...(await filledFrom(trx, environment_id, id))])
    .where('access_control_enabled', '=', 0)
    .execute();
}

export async function refuseTurningOff(trx: CatalogWriter, { id, unique_name }: DataPoolRow): Promise<void> {
  const view = await trx
    .selectFrom('materialized_view')
    .innerJoin('data_pool', 'data_pool.id', 'materialized_view.source_data_pool_id')
    .select(['materialized_view.unique_name as view', 'data_pool.unique_name as source'])
    .where('materialized_view.destination_data_pool_id', '=', id)
    .where('data_pool.access_control_enabled', '=', 1)
    .executeTakeFirst();
  if (view)
    throw conflict(
      `Materialized view "${view.view}" fills Data Pool "${unique_name}" from "${view.source}", which has access control. Turn that off first, or delete the view.`,
      { field: 'accessControlEnabled' },
    );
}

/** For a new materialized view. */
export function refuseUnprotectedDestination(source: DataPoolRow, destination: DataPoolRow): void {
  if (source.access_control_enabled === 1 && destination.access_control_enabled === 0)
    throw conflict(
      `destination: Data Pool "${source.unique_name}" has access control, but "${destination.unique_name}" has not. Turn it on there first.`,
    );
}
