import { WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';
import { type Scope, scopes } from '../base/scope.js';
import { defaultTier, isAbove, type Tier } from '../base/tier.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Application } from '../catalog/definitions.js';

/**
 * Limits of the scope application:admin: a caller cannot grant an Application more than it has, nor control one that has
 * more. What counts is the token, which may have fewer scopes than its own Application.
 */

/** `admin` includes the query scopes, but not `application:admin`. */
function has(principal: Principal, scope: Scope): boolean {
  return principal.scopes.has(scope) || (scope !== 'application:admin' && principal.scopes.has('admin'));
}

function missing(principal: Principal, wanted: readonly Scope[]): Scope[] {
  return wanted.filter((scope) => !has(principal, scope));
}

function named(lacking: readonly Scope[]): string {
  return lacking.length === 1 ? `the scope ${lacking[0]}` : `the scopes ${lacking.join(', ')}`;
}

/** The scopes of a new Application that names none. */
export function scopesToGive(principal: Principal): readonly Scope[] {
  return scopes.filter((scope) => has(principal, scope));
}

/** The tier of a new Application that names none. */
export function tierToGive({ scopes: held, tier: own }: Principal): Tier {
  return held.has('admin') || !isAbove(defaultTier, own) ? defaultTier : own;
}

export function requireMayGive(
  principal: Principal,
  { scopes: given, tier }: { readonly scopes: readonly Scope[] | undefined; readonly tier: Tier | undefined },
): void {
  const lacking = missing(principal, given ?? []);
  if (lacking.length > 0) {
    throw new WeirError(
      'FORBIDDEN',
      `scopes: this token does not have ${named(lacking)}; it can grant only scopes that it has`,
      { details: { scopes: lacking } },
    );
  }
  if (tier === undefined || principal.scopes.has('admin')) return;
  if (isAbove(tier, principal.tier)) {
    throw new WeirError(
      'FORBIDDEN',
      `tier: ${tier} is above ${principal.tier}, the tier of the calling Application; granting a higher tier requires the scope admin`,
      { details: { scopes: ['admin'] } },
    );
  }
}

/** Required to change or delete an Application. */
export function requireAuthorityOver(principal: Principal, { uniqueName, scopes: held }: Application): void {
  const lacking = missing(principal, held);
  if (lacking.length === 0) return;
  throw new WeirError(
    'FORBIDDEN',
    `Application "${uniqueName}" has ${named(lacking)}, which this token does not have`,
    { details: { scopes: lacking } },
  );
}

/** Required to see an Application's new secret, which gives access to everything that its policies show. */
export async function requireMayImpersonate(
  catalog: Catalog,
  principal: Principal,
  application: Application,
): Promise<void> {
  // A secret can request tokens with any policy values, even for a caller whose own token is limited to some.
  if (Object.keys(principal.policyValues).length > 0)
    throw new WeirError(
      'FORBIDDEN',
      `The policy values of this token limit it to a tenant; giving access to Application "${application.uniqueName}" requires a token without policy values`,
    );
  requireAuthorityOver(principal, application);
  if (principal.scopes.has('admin')) return;
  if (!(await catalog.policyAssignments.hasMore(application.id, principal.applicationId))) return;
  throw new WeirError(
    'FORBIDDEN',
    `Application "${application.uniqueName}" has access policies that this token does not have; giving it a new secret requires the scope admin`,
    { details: { scopes: ['admin'] } },
  );
}
