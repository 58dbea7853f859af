import { badInput, notFound, WeirError } from '../base/errors.js';
import { newSecret } from '../base/ids.js';
import type { PolicyValues } from '../base/policy-values.js';
import type { Principal } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import { hashSecret } from '../base/secret-hash.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Dashboard } from '../catalog/dashboard.js';
import type { Application } from '../catalog/definitions.js';
import { type ShareLink, shareLinkLimits } from '../catalog/share-link.js';
import { requireMayImpersonate } from './application-authority.js';

export interface ShareLinkSettings {
  readonly dashboardId: string;
  readonly tileId: string | undefined;
  readonly description: string | undefined;
  /** By default the caller's own. */
  readonly applicationId: string | undefined;
  /** By default those that the dashboard needs. */
  readonly scopes: readonly Scope[] | undefined;
  readonly policyValues: PolicyValues;
  readonly expiresAt: number | undefined;
}

/** A share link and its secret, which is not stored and never shown again. */
export interface ShareLinkWithSecret {
  readonly link: ShareLink;
  readonly secret: string;
}

const dayMs = 24 * 60 * 60 * 1000;
const sharedScopes: readonly Scope[] = ['metric:query', 'data_pool:query'];

export async function createShareLink(
  catalog: Catalog,
  principal: Principal,
  settings: ShareLinkSettings,
  nowMs: number,
): Promise<ShareLinkWithSecret> {
  const { environmentId } = principal;
  const { descriptionCharactersMax, daysDefault, daysMax } = shareLinkLimits;
  const { description, expiresAt = nowMs + daysDefault * dayMs } = settings;
  if (description && description.length > descriptionCharactersMax)
    throw badInput('description', `at most ${descriptionCharactersMax} characters are allowed`);
  if (expiresAt <= nowMs) throw badInput('expiresAt', 'it is in the past');
  if (expiresAt > nowMs + daysMax * dayMs)
    throw badInput('expiresAt', `it is more than ${daysMax} days from now; choose an earlier time`);
  const dashboard = await catalog.dashboards.findById(environmentId, settings.dashboardId);
  if (!dashboard) throw notFound('Dashboard', settings.dashboardId);
  const tiles = settings.tileId ? dashboard.tiles.filter(({ id }) => id === settings.tileId) : undefined;
  if (tiles?.length === 0) throw notFound('Tile', settings.tileId ?? '');
  const application = await applicationFor(catalog, principal, settings.applicationId);
  const secret = newSecret();
  const link = await catalog.shareLinks.create(
    {
      environmentId,
      dashboardId: dashboard.id,
      tileId: settings.tileId ?? null,
      applicationId: application.id,
      description: description || null,
      scopes: scopesFor(application, settings.scopes ?? neededScopes(tiles ?? dashboard.tiles)),
      policyValues: policyValuesFor(principal, settings.policyValues),
      secretHash: await hashSecret(secret),
      expiresAt,
    },
    principal.applicationId,
  );
  return { link, secret };
}

/** A link has the rights of its Application, so choosing another one is as much as asking for its secret. */
async function applicationFor(
  catalog: Catalog,
  principal: Principal,
  id: string | undefined,
): Promise<Application> {
  const application = await catalog.applications.findById(
    principal.environmentId,
    id ?? principal.applicationId,
  );
  if (!application) throw notFound('Application', id ?? principal.applicationId);
  if (application.id !== principal.applicationId)
    await requireMayImpersonate(catalog, principal, application);
  return application;
}

/** A token that is limited to a tenant cannot make links to others: a value that it lacks may be another policy's. */
function policyValuesFor({ policyValues: kept }: Principal, given: PolicyValues): PolicyValues {
  if (Object.keys(kept).length === 0) return given;
  const changed = Object.keys(kept).find((name) => name in given && given[name] !== kept[name]);
  if (changed !== undefined)
    throw new WeirError(
      'FORBIDDEN',
      `policyValues: the caller's own token has another value for "${changed.slice(0, 100)}", which the link must keep`,
    );
  const added = Object.keys(given).find((name) => !(name in kept));
  if (added !== undefined)
    throw new WeirError(
      'FORBIDDEN',
      `policyValues: the caller's own token has no value for "${added.slice(0, 100)}", so the link cannot have one`,
    );
  return kept;
}

function neededScopes(tiles: Dashboard['tiles']): readonly Scope[] {
  const needed: Scope[] = [];
  if (tiles.some(({ metric }) => metric)) needed.push('metric:query');
  if (tiles.some(({ sql }) => sql)) needed.push('data_pool:query');
  return needed;
}

/** `admin` includes both. */
function scopesFor({ uniqueName, scopes: held }: Application, wanted: readonly Scope[]): readonly Scope[] {
  for (const scope of wanted) {
    if (!sharedScopes.includes(scope))
      throw badInput('scopes', `a share link can have ${sharedScopes.join(' and ')}, but not ${scope}`);
    if (!held.includes(scope) && !held.includes('admin'))
      throw new WeirError(
        'FORBIDDEN',
        `scopes: Application "${uniqueName}" does not have the scope ${scope}`,
        {
          details: { scopes: [scope] },
        },
      );
  }
  return [...new Set(wanted)];
}
