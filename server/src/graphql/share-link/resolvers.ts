import type { Clock } from '../../base/clock.js';
import { parsePolicyValues } from '../../base/policy-values.js';
import type { Catalog } from '../../catalog/catalog.js';
import { createShareLink } from '../../provision/share-links.js';
import { scopeOf, shownScope } from '../application/shown-scope.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';

export interface ShareLinkResolverOptions {
  readonly catalog: Catalog;
  readonly query: { readonly clock: Clock };
}

export function createShareLinkResolvers({ catalog, query: { clock } }: ShareLinkResolverOptions) {
  return {
    Query: {
      shareLinks: async (_parent, { dashboard, ...page }, { principal }) =>
        connectionOf(await catalog.shareLinks.list(principal.environmentId, dashboard, page)),
    },
    Mutation: {
      createShareLink: async (_parent, { input }, { principal }) => {
        const settings = {
          dashboardId: input.dashboard,
          tileId: input.tile || undefined,
          description: input.description,
          applicationId: input.application || undefined,
          scopes: input.scopes?.map(scopeOf),
          policyValues: parsePolicyValues('policyValues', input.policyValues || undefined),
          expiresAt: input.expiresAt,
        };
        const { link, secret } = await createShareLink(catalog, principal, settings, clock.now());
        return { shareLink: link, secret, path: `/shared#${link.dashboardId}/${link.id}.${secret}` };
      },
      revokeShareLink: async (_parent, { id }, { principal }) => {
        await catalog.shareLinks.delete(principal.environmentId, id);
        return id;
      },
    },
    ShareLink: {
      dashboard: async ({ environmentId, dashboardId }) =>
        (await catalog.dashboards.findById(environmentId, dashboardId)) ?? null,
      tile: ({ tileId }) => tileId,
      application: ({ applicationId }) => applicationId,
      scopes: ({ scopes }) => scopes.map(shownScope),
      policyValues: ({ policyValues }) => JSON.stringify(policyValues),
    },
  } satisfies Resolvers;
}
