import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { AccessPolicy } from '../../catalog/definitions.js';
import {
  createAccessPolicy,
  modifyAccessPolicy,
  type SavedAccessPolicy,
} from '../../provision/access-policies.js';
import type { SqlParsers } from '../../sql/compiler/parsers.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { conditionChange, filtersOf } from '../metric/metric-input.js';

export interface PolicyResolverOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

export function createPolicyResolvers({ catalog, parsers }: PolicyResolverOptions) {
  const { accessPolicies, policyAssignments } = catalog;
  const byId = async (environmentId: string, id: string): Promise<AccessPolicy> => {
    const policy = await accessPolicies.findById(environmentId, id);
    if (!policy) throw notFound('Access policy', id);
    return policy;
  };
  return {
    Query: {
      dataPoolAccessPolicy: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      dataPoolAccessPolicies: async (_parent, page, { principal }) =>
        connectionOf(await accessPolicies.list(principal.environmentId, page)),
    },
    Mutation: {
      createDataPoolAccessPolicy: async (_parent, { input }, { principal }) => {
        const policy = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          dataPoolId: input.dataPool,
          columns: input.columns,
          filterSql: input.filterSql || null,
          filters: filtersOf(input.rows),
          accessControlEnabled: input.accessControlEnabled,
        };
        const { environmentId, applicationId } = principal;
        return shownSaved(await createAccessPolicy(catalog, parsers, environmentId, policy, applicationId));
      },
      modifyDataPoolAccessPolicy: async (_parent, { input }, { principal }) => {
        const policy = await byId(principal.environmentId, input.id);
        const changes = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          columns: input.columns,
          filterSql: conditionChange(input.filterSql),
          filters: input.rows ? filtersOf(input.rows) : undefined,
        };
        return shownSaved(
          await modifyAccessPolicy(catalog, parsers, policy, changes, principal.applicationId),
        );
      },
      deleteDataPoolAccessPolicy: async (_parent, { id }, { principal }) => {
        await accessPolicies.delete(principal.environmentId, id);
        return id;
      },
      assignDataPoolAccessPolicyToApplication: async (_parent, args, { principal }) => {
        const { dataPoolAccessPolicy, application } = args;
        await policyAssignments.assign(principal.environmentId, dataPoolAccessPolicy, application);
        return dataPoolAccessPolicy;
      },
      unAssignDataPoolAccessPolicyFromApplication: async (_parent, args, { principal }) => {
        const { dataPoolAccessPolicy, application } = args;
        await policyAssignments.unassign(principal.environmentId, dataPoolAccessPolicy, application);
        return dataPoolAccessPolicy;
      },
    },
    DataPoolAccessPolicy: {
      environment: async ({ environmentId }) => {
        const environment = await catalog.environments.findById(environmentId);
        if (!environment) throw notFound('Environment', environmentId);
        return environment;
      },
      dataPool: async ({ environmentId, dataPoolId }) => {
        const dataPool = await catalog.dataPools.findById(environmentId, dataPoolId);
        if (!dataPool) throw notFound('Data Pool', dataPoolId);
        return dataPool;
      },
      inForce: async ({ environmentId, dataPoolId }) =>
        (await catalog.cached.dataPoolById(environmentId, dataPoolId))?.accessControlEnabled ?? false,
      rows: ({ filters }) => (filters.length === 0 ? null : filters),
      applications: async ({ environmentId, id }, page) =>
        connectionOf(await policyAssignments.applicationsOf(environmentId, id, page)),
    },
    Application: {
      dataPoolAccessPolicies: async ({ environmentId, id }, page) =>
        connectionOf(await accessPolicies.listByApplication(environmentId, id, page)),
    },
    DataPool: {
      dataPoolAccessPolicies: async ({ environmentId, id }, page) =>
        connectionOf(await accessPolicies.listByDataPool(environmentId, id, page)),
    },
  } satisfies Resolvers;
}

const shownSaved = ({ policy, notice }: SavedAccessPolicy) => ({ dataPoolAccessPolicy: policy, notice });
