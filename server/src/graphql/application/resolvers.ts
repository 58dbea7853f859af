import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Application } from '../../catalog/definitions.js';
import {
  type ApplicationSettings,
  createApplication,
  deleteApplication,
  modifyApplication,
  rotateApplicationSecret,
} from '../../provision/applications.js';
import { connectionOf } from '../connection.js';
import { exactlyOne } from '../exactly-one.js';
import { orFailure } from '../failure.js';
import type { createApplicationInput, idOrUniqueName, Resolvers } from '../generated/resolver-types.js';
import { scopeOf, shownScope } from './shown-scope.js';

export function createApplicationResolvers(catalog: Catalog) {
  const byId = async (environmentId: string, id: string): Promise<Application> => {
    const application = await catalog.applications.findById(environmentId, id);
    if (!application) throw notFound('Application', id);
    return application;
  };
  const byName = async (environmentId: string, name: string): Promise<Application> => {
    const application = await catalog.applications.findByUniqueName(environmentId, name);
    if (!application) throw notFound('Application', name);
    return application;
  };
  const find = (environmentId: string, input: idOrUniqueName): Promise<Application> => {
    const { field, value } = exactlyOne('idOrUniqueName', input, ['id', 'uniqueName']);
    return field === 'id' ? byId(environmentId, value) : byName(environmentId, value);
  };
  return {
    Query: {
      application: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      applicationByName: (_parent, { uniqueName }, { principal }) =>
        byName(principal.environmentId, uniqueName),
      applications: async (_parent, page, { principal }) =>
        connectionOf(await catalog.applications.list(principal.environmentId, page)),
    },
    Mutation: {
      createApplication: (_parent, { input }, { principal }) =>
        orFailure(async () => {
          const { application, secret } = await createApplication(catalog, principal, settingsOf(input));
          return { __typename: 'ApplicationResponse' as const, application: { ...application, secret } };
        }),
      modifyApplication: (_parent, { input }, { principal }) =>
        orFailure(async () => {
          const application = await find(principal.environmentId, input.idOrUniqueName);
          const changed = await modifyApplication(catalog, principal, application, settingsOf(input));
          return { __typename: 'ApplicationResponse' as const, application: changed };
        }),
      rotateApplicationSecret: async (_parent, { id, keepPrevious }, { principal }) => {
        const { application, secret } = await rotateApplicationSecret(
          catalog,
          principal,
          await byId(principal.environmentId, id),
          keepPrevious ?? true,
        );
        return { application: { ...application, secret } };
      },
      deleteApplication: async (_parent, { id, cascade }, { principal }) =>
        deleteApplication(catalog, principal, await byId(principal.environmentId, id), cascade ?? false),
      deleteApplicationByName: async (_parent, { uniqueName, cascade }, { principal }) =>
        deleteApplication(
          catalog,
          principal,
          await byName(principal.environmentId, uniqueName),
          cascade ?? false,
        ),
    },
    Application: {
      clientId: ({ id }) => id,
      secret: ({ secret }) => secret ?? null,
      scopes: ({ scopes }) => scopes.map(shownScope),
    },
  } satisfies Resolvers;
}

function settingsOf(
  input: Pick<createApplicationInput, 'uniqueName' | 'description' | 'scopes' | 'tier'>,
): ApplicationSettings {
  return {
    uniqueName: input.uniqueName || undefined,
    description: input.description,
    scopes: input.scopes?.map(scopeOf),
    tier: input.tier,
  };
}
