import { badInput, badRequest } from '../base/errors.js';
import { newSecret } from '../base/ids.js';
import type { Principal } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import { hashSecret } from '../base/secret-hash.js';
import type { Tier } from '../base/tier.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Application } from '../catalog/definitions.js';
import {
  requireAuthorityOver,
  requireMayGive,
  requireMayImpersonate,
  scopesToGive,
  tierToGive,
} from './application-authority.js';

export interface ApplicationSettings {
  readonly uniqueName: string | undefined;
  readonly description: string | undefined;
  readonly scopes: readonly Scope[] | undefined;
  readonly tier: Tier | undefined;
}

/** An Application and its new secret, which is not stored and never shown again. */
export interface ApplicationWithNewSecret {
  readonly application: Application;
  readonly secret: string;
}

export async function createApplication(
  catalog: Catalog,
  principal: Principal,
  settings: ApplicationSettings,
): Promise<ApplicationWithNewSecret> {
  checkScopes(settings.scopes);
  requireMayGive(principal, settings);
  const secret = newSecret();
  const application = await catalog.applications.create(
    principal.environmentId,
    {
      uniqueName: settings.uniqueName,
      description: settings.description,
      scopes: settings.scopes ?? scopesToGive(principal),
      tier: settings.tier ?? tierToGive(principal),
      secretHash: await hashSecret(secret),
    },
    principal.applicationId,
  );
  return { application, secret };
}

export async function modifyApplication(
  catalog: Catalog,
  principal: Principal,
  application: Application,
  changes: ApplicationSettings,
): Promise<Application> {
  checkScopes(changes.scopes);
  requireAuthorityOver(principal, application);
  requireMayGive(principal, changes);
  const { environmentId, id } = application;
  return await catalog.applications.update(environmentId, id, changes, principal.applicationId);
}

/** Returns its identifier. */
export async function deleteApplication(
  catalog: Catalog,
  principal: Principal,
  application: Application,
  cascade: boolean,
): Promise<string> {
  const { environmentId, id } = application;
  if (id === principal.applicationId)
    throw badRequest('An Application cannot delete itself; use another one');
  requireAuthorityOver(principal, application);
  await catalog.applications.delete(environmentId, id, { cascade });
  return id;
}

/** The previous secret stays valid if `keepPrevious` is set; older ones are deleted. */
export async function rotateApplicationSecret(
  catalog: Catalog,
  principal: Principal,
  application: Application,
  keepPrevious: boolean,
): Promise<ApplicationWithNewSecret> {
  await requireMayImpersonate(catalog, principal, application);
  const { environmentId, id } = application;
  const secret = newSecret();
  await catalog.applicationSecrets.rotate(environmentId, id, await hashSecret(secret), keepPrevious);
  return { application, secret };
}

function checkScopes(given: readonly Scope[] | undefined): void {
  if (given?.length === 0) throw badInput('scopes', 'an Application needs at least one scope');
}
