import type { Principal } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Column } from '../catalog/column.js';
import { allColumns, type DataPool } from '../catalog/definitions.js';

/**
 * The columns of a Data Pool that a caller can see. The scope admin, which may change the Data Pool and its policies, sees
 * the whole definition. Even then, policies restrict the records.
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
