import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import { type PolicyAssignment, previewAccess } from '../../query/access-preview.js';
import type { QueryServices } from '../../query/operation.js';
import type { PolicyAssignmentInput, Resolvers } from '../generated/resolver-types.js';

export interface AccessPreviewOptions {
  readonly catalog: Catalog;
  readonly query: QueryServices;
}

export function createAccessPreviewResolvers({ catalog, query }: AccessPreviewOptions) {
  const assignmentOf = async (
    environmentId: string,
    input: PolicyAssignmentInput | undefined,
  ): Promise<PolicyAssignment | undefined> => {
    if (!input) return undefined;
    const policy = await catalog.accessPolicies.findById(environmentId, input.dataPoolAccessPolicy);
    if (!policy) throw notFound('Access policy', input.dataPoolAccessPolicy);
    return { policy, applicationId: input.application };
  };
  return {
    Query: {
      dataPoolAccessPreview: async (_parent, { input }, caller) => {
        const { environmentId } = caller.principal;
        const dataPool = await catalog.dataPools.findById(environmentId, input.dataPool);
        if (!dataPool) throw notFound('Data Pool', input.dataPool);
        return await previewAccess(query, caller, dataPool, {
          accessControlEnabled: input.accessControlEnabled,
          assign: await assignmentOf(environmentId, input.assign),
          unassign: await assignmentOf(environmentId, input.unassign),
        });
      },
    },
  } satisfies Resolvers;
}
