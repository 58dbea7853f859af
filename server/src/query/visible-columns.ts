import type { Principal } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Column } from '../catalog/column.js';
import { allColumns, type DataPool } from '../catalog/definitions.js';

/**
 * The columns of a Data Pool that exist for whoever asks. Who may change the Data Pool and its policies, by the
 * scope admin, is shown its definition whole; what its records hold is for the policies to say even then.
 */
export async function visibleColumns(
  catalog: Catalog,
  principal: Principal,
  { environmentId, id, columns, accessControlEnabled }: DataPool,
): Promise<readonly Column[]> {
  if (!accessControlEnabled || principal.scopes.has('admin')) return columns;
  const policies = await catalog.cached.accessPolicies(environmentId, principal.applicationId, id);
  const listed = new Set(policies.flatMap((policy) => policy.columns));
  return listed.has(allColumns) ? columns : columns.filter(({ name }) => listed.has(name));
}
