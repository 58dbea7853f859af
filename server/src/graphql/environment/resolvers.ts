import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Resolvers } from '../generated/resolver-types.js';

export function createEnvironmentResolvers({ environments }: Catalog) {
  return {
    Query: {
      environment: async (_parent, { id }, { principal }) => {
        const wanted = id ?? principal.environmentId;
        const environment =
          wanted === principal.environmentId ? await environments.findById(wanted) : undefined;
        if (!environment) throw notFound('Environment', wanted);
        return environment;
      },
    },
    Mutation: {
      modifyEnvironment: async (_parent, { input }, { principal }) => {
        const { uniqueName, description, weekStart } = input;
        const changes = { uniqueName: uniqueName || undefined, description, weekStart };
        return {
          environment: await environments.update(principal.environmentId, changes, principal.applicationId),
        };
      },
    },
  } satisfies Resolvers;
}
