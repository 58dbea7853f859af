import { badRequest } from '../base/errors.js';
import { newSecret } from '../base/ids.js';
import { type Scope, scopes } from '../base/scope.js';
import { hashSecret } from '../base/secret-hash.js';
import { defaultTier, type Tier } from '../base/tier.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Application } from '../catalog/definitions.js';

export interface ApplicationSettings {
  readonly uniqueName: string | undefined;
  readonly description: string | null | undefined;
  readonly scopes: readonly Scope[] | undefined;
  readonly tier: Tier | undefined;
}

/** An Application and its new secret, which is in no other answer and nowhere in the catalog. */
export interface ApplicationWithNewSecret {
  readonly application: Application;
  readonly secret: string;
}

export async function createApplication(
  catalog: Catalog,
  environmentId: string,
  settings: ApplicationSettings,
  by: string,
): Promise<ApplicationWithNewSecret> {
  checkScopes(settings.scopes);
  const secret = newSecret();
  const application = await catalog.applications.create(
    environmentId,
    {
      uniqueName: settings.uniqueName,
      description: settings.description,
      scopes: settings.scopes ?? scopes,
      tier: settings.tier ?? defaultTier,
      secretHash: await hashSecret(secret),
    },
    by,
  );
  return { application, secret };
}

export async function modifyApplication(
  catalog: Catalog,
  application: Application,
  changes: ApplicationSettings,
  by: string,
): Promise<Application> {
  checkScopes(changes.scopes);
  return await catalog.applications.update(application.environmentId, application.id, changes, by);
}

/** The secret before stays good, unless it is told not to; any older one is gone. */
export async function rotateApplicationSecret(
  catalog: Catalog,
  application: Application,
  keepPrevious: boolean,
): Promise<ApplicationWithNewSecret> {
  const { environmentId, id } = application;
  const secret = newSecret();
  const created = await catalog.applicationSecrets.rotate(environmentId, id, await hashSecret(secret));
  if (!keepPrevious) {
    const others = (await catalog.applicationSecrets.list(environmentId, id)).filter(
      (other) => other.id !== created.id,
    );
    for (const other of others) await catalog.applicationSecrets.delete(environmentId, id, other.id);
  }
  return { application, secret };
}

function checkScopes(given: readonly Scope[] | undefined): void {
  if (given?.length === 0) throw badRequest('scopes: an Application needs at least one scope');
}
