import { createHash } from 'node:crypto';
import type { PolicyValues } from './policy-values.js';
import type { Scope } from './scope.js';
import type { Tier } from './tier.js';

/** The authenticated caller. Only `auth/` makes one, from a token or credentials. */
export interface Principal {
  readonly environmentId: string;
  readonly applicationId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Scopes that the token has, but cannot use because its policy values limit it to a tenant. */
  readonly withheld?: ReadonlySet<Scope> | undefined;
  readonly tier: Tier;
  /** Values for `${{ name }}` in access policies, from the token. */
  readonly policyValues: PolicyValues;
  /** Which secret of the Application was sent; absent with a token. */
  readonly secretId?: string;
  /** Set if the token shows one dashboard and nothing else. `scopes` is empty then. */
  readonly viewing?: Viewing | undefined;
}

/** What a token that shows one dashboard may show. */
export interface Viewing {
  readonly dashboardId: string;
  /** One tile of it; undefined for all. */
  readonly tileId: string | undefined;
  /** The scopes that the queries of its tiles run with. */
  readonly scopes: readonly Scope[];
}

/** Who shares the engine fairly with whom: Applications, and within one its tenants. */
export interface ShareOwner {
  readonly applicationId: string;
  /** Empty for a token that is not limited to a tenant. */
  readonly tenant: string;
}

/** Tokens with the same policy values are one tenant, and so are the viewers of one dashboard with them. */
export function shareOwner(principal: Principal): ShareOwner {
  const { applicationId, viewing } = principal;
  const tenant = [policyValuesDigest(principal), viewing?.dashboardId].filter(Boolean).join(' ');
  return { applicationId, tenant };
}

/** To whom belongs what a token makes, such as a file: to the tokens of its Application with the same policy values. */
export interface Ownership {
  readonly applicationId: string;
  readonly policyValuesDigest: string;
}

export const ownershipOf = (caller: Principal): Ownership => ({
  applicationId: caller.applicationId,
  policyValuesDigest: policyValuesDigest(caller),
});

export const isOwner = (caller: Principal, { applicationId, policyValuesDigest: digest }: Ownership) =>
  applicationId === caller.applicationId && digest === policyValuesDigest(caller);

/**
 * True if the caller also reads Data Pools for which its Application has no access policy. The scope admin could assign any
 * policy to its own Application. A token for one tenant or one dashboard is to see no more than that.
 */
export function readsWithoutPolicy({ scopes, policyValues, viewing }: Principal): boolean {
  return scopes.has('admin') && !viewing && Object.keys(policyValues).length === 0;
}

/** Equal for the tokens of an Application that may read the same records. */
export function readerKey(principal: Principal): string {
  return readsWithoutPolicy(principal) ? 'all' : policyValuesDigest(principal);
}

/** Equal for equal policy values in any order; empty without policy values. */
export function policyValuesDigest({ policyValues }: Principal): string {
  const entries = Object.entries(policyValues).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return '';
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
}
