import { badRequest } from '../base/errors.js';
import type { Catalog } from '../catalog/catalog.js';
import type { DataPoolChanges } from '../catalog/data-pools.js';
import type { DataPool } from '../catalog/definitions.js';
import { checkTimestamp } from './data-pool-definition.js';
import type { Provision } from './data-sources.js';

/** Changes to a Data Pool. A retention of 0 days keeps records permanently. */
export type DataPoolModification = Omit<DataPoolChanges, 'dataRetentionInDays'> & {
  readonly dataRetentionInDays?: number | undefined;
};

const retentionDaysMax = 36_500;

export async function modifyDataPool(
  catalog: Catalog,
  provision: Provision,
  dataPool: DataPool,
  { dataRetentionInDays: days, ...changes }: DataPoolModification,
  by: string,
): Promise<DataPool> {
  if (changes.timestamp !== undefined) checkTimestamp(dataPool.columns, changes.timestamp);
  if (days !== undefined && (days < 0 || days > retentionDaysMax)) {
    throw badRequest(
      `dataRetentionInDays must be from 0 to ${retentionDaysMax}; 0 keeps records permanently`,
      { field: 'dataRetentionInDays' },
    );
  }
  const retention = days === undefined ? {} : { dataRetentionInDays: days === 0 ? null : days };
  const changed = await catalog.dataPools.update(
    dataPool.environmentId,
    dataPool.id,
    { ...changes, ...retention },
    by,
  );
  // Even when the catalog already has this value: the engine may have been unavailable when it was saved.
  const expiryNamed =
    days !== undefined || (changed.dataRetentionInDays !== null && changes.timestamp !== undefined);
  if (expiryNamed) await provision.changeExpiry(changed);
  return changed;
}
