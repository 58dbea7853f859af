import { createHash } from 'node:crypto';
import type { Principal } from '../base/principal.js';
import type { ExportInput, ExportServices } from '../query/export-file.js';
import { planExport } from '../query/export-plan.js';
import { describedRows } from '../sql/exported-columns.js';

/** A digest of the access policies that decide what an export shows. Throws if the caller cannot export it. */
export async function exportRights(
  services: ExportServices,
  principal: Principal,
  { source }: ExportInput,
): Promise<string> {
  const { environmentId, applicationId } = principal;
  const { cached } = services.catalog;
  const plan = await planExport(services, { principal, signal: undefined }, source);
  const ids = [...plan.over(describedRows).statement.tables].sort();
  const rights = ids.map(async (id) => {
    const dataPool = await cached.dataPoolById(environmentId, id);
    if (!dataPool?.accessControlEnabled) return [id];
    const policies = await cached.accessPolicies(environmentId, applicationId, id);
    return [id, ...policies.map(({ columns, filterSql, filters }) => ({ columns, filterSql, filters }))];
  });
  return createHash('sha256')
    .update(JSON.stringify(await Promise.all(rights)))
    .digest('base64url');
}
