import { badRequest, conflict, notFound, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import type { DataPool } from '../catalog/definitions.js';
import { findSource, type SourceOptions } from '../query/readable-source.js';

export interface UsableDataPoolOptions extends SourceOptions {
  readonly cluster: string | undefined;
}

/** A job works on all records of a Data Pool and reveals their content, so the caller must be allowed to read them all. */
export async function usableDataPool(
  options: UsableDataPoolOptions,
  principal: Principal,
  id: string,
): Promise<DataPool> {
  const pool = await liveDataPool(options, principal, id);
  if (!(await findSource(options, principal, pool)).whole)
    throw new WeirError(
      'FORBIDDEN',
      `A job works on all records of Data Pool "${pool.uniqueName}"; Application ${principal.applicationId} needs an access policy for it that shows all rows and columns`,
    );
  return pool;
}

/** For a job that only adds records. */
export async function liveDataPool(
  { catalog, cluster }: UsableDataPoolOptions,
  principal: Principal,
  id: string,
): Promise<DataPool> {
  const pool = await catalog.dataPools.findById(principal.environmentId, id);
  if (!pool) throw notFound('Data Pool', id);
  if (pool.status !== 'LIVE')
    throw conflict(
      `Data Pool "${pool.uniqueName}" is ${pool.status}; jobs run only on a Data Pool that is LIVE`,
    );
  if (cluster !== undefined)
    throw badRequest(
      'Jobs are not available on a cluster; they need the embedded engine or a single ClickHouse server',
    );
  return pool;
}
