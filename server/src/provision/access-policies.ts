import { badInput, notFound } from '../base/errors.js';
import type { AccessPolicyChanges, NewAccessPolicy } from '../catalog/access-policies.js';
import type { Catalog } from '../catalog/catalog.js';
import { type AccessPolicy, allColumns, type DataPool } from '../catalog/definitions.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { parsePolicyFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { anyValue } from '../sql/text/placeholders.js';
import { notInForceNotice, turnedOnNotice } from './access-notices.js';
import { findColumn } from './data-pool-definition.js';

/** A policy, and what its author should know about it; null if there is nothing. */
export interface SavedAccessPolicy {
  readonly policy: AccessPolicy;
  readonly notice: string | null;
}

/** Access policies are checked against their Data Pool's columns when they are defined. */
export async function createAccessPolicy(
  catalog: Catalog,
  parsers: SqlParsers,
  environmentId: string,
  policy: NewAccessPolicy,
  by: string,
): Promise<SavedAccessPolicy> {
  const dataPool = await mustHaveDataPool(catalog, environmentId, policy.dataPoolId);
  checkPolicy(parsers, policy, dataPool);
  const created = await catalog.accessPolicies.create(environmentId, policy, by);
  const now = await mustHaveDataPool(catalog, environmentId, policy.dataPoolId);
  if (now.accessControlEnabled && !dataPool.accessControlEnabled)
    return { policy: created, notice: await turnedOnNotice(catalog, now) };
  return saved(created, now);
}

export async function modifyAccessPolicy(
  catalog: Catalog,
  parsers: SqlParsers,
  policy: AccessPolicy,
  changes: AccessPolicyChanges,
  by: string,
): Promise<SavedAccessPolicy> {
  const { environmentId, id, dataPoolId } = policy;
  const dataPool = await mustHaveDataPool(catalog, environmentId, dataPoolId);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  checkPolicy(parsers, { ...policy, ...given }, dataPool);
  return saved(await catalog.accessPolicies.update(environmentId, id, changes, by), dataPool);
}

const saved = (policy: AccessPolicy, dataPool: DataPool): SavedAccessPolicy => ({
  policy,
  notice: dataPool.accessControlEnabled ? null : notInForceNotice(dataPool),
});

async function mustHaveDataPool(catalog: Catalog, environmentId: string, id: string): Promise<DataPool> {
  const dataPool = await catalog.dataPools.findById(environmentId, id);
  if (!dataPool) throw notFound('Data Pool', id);
  return dataPool;
}

function checkPolicy(
  parsers: SqlParsers,
  policy: Pick<NewAccessPolicy, 'columns' | 'filterSql' | 'filters'>,
  dataPool: DataPool,
): void {
  const { columns } = dataPool;
  if (policy.columns.length === 0)
    throw badInput('columns', `give at least one column, or ["${allColumns}"] for all`);
  if (policy.columns.includes(allColumns)) {
    if (policy.columns.length > 1)
      throw badInput('columns', `"${allColumns}" means all columns and cannot be combined with others`);
  } else {
    const seen = new Set<string>();
    for (const [index, name] of policy.columns.entries()) {
      findColumn(columns, name, `columns[${index}]`);
      if (seen.has(name)) throw badInput(`columns[${index}]`, `the column "${name}" is given twice`);
      seen.add(name);
    }
  }
  if (policy.filterSql) parsePolicyFilter(parsers, policy.filterSql, columns, anyValue);
  compileFilters(policy.filters, columns);
}
