import type { Principal } from '../../server/src/base/principal.js';
import type { Scope } from '../../server/src/base/scope.js';
import type { NewAccessPolicy } from '../../server/src/catalog/access-policies.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import { createAccessPolicy } from '../../server/src/provision/access-policies.js';
import type { Caller } from '../../server/src/query/caller.js';
import type { QueryNode } from './query-node.js';

export type PolicyInput = Partial<Pick<NewAccessPolicy, 'columns' | 'filterSql' | 'filters'>>;

const queryScopes: Principal['scopes'] = new Set(['metric:query', 'metric:stats', 'data_pool:query']);

/** A new Application with the query scopes and these policies for a Data Pool. */
export async function callerWith(
  node: QueryNode,
  pool: DataPool,
  policies: readonly PolicyInput[],
  policyValues: Principal['policyValues'] = {},
): Promise<Caller> {
  const { catalog, environmentId } = node;
  const application = await catalog.applications.create(
    environmentId,
    { scopes: [...queryScopes], tier: 'P1_X_LARGE' },
    'test',
  );
  for (const policy of policies) await assign(node, pool, application.id, policy);
  const { principal } = node.caller;
  return {
    signal: undefined,
    principal: { ...principal, scopes: queryScopes, applicationId: application.id, policyValues },
  };
}

/** Another token of the same Application. */
export const withScopes = ({ principal }: Caller, scopes: readonly Scope[]): Caller => ({
  signal: undefined,
  principal: { ...principal, scopes: new Set(scopes) },
});

export async function assign(
  { catalog, services, environmentId }: QueryNode,
  pool: DataPool,
  applicationId: string,
  policy: PolicyInput,
): Promise<string> {
  const {
    policy: { id },
  } = await createAccessPolicy(
    catalog,
    services.parsers,
    environmentId,
    { dataPoolId: pool.id, columns: ['*'], filters: [], ...policy },
    'test',
  );
  await catalog.policyAssignments.assign(environmentId, id, applicationId);
  return id;
}
