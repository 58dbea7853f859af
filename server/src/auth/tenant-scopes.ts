import type { PolicyValues } from '../base/policy-values.js';
import type { Principal } from '../base/principal.js';
import { type Scope, scopes } from '../base/scope.js';

const administration: readonly Scope[] = ['admin', 'application:admin'];
/** The scopes that `admin` includes, apart from administration. */
const included = scopes.filter((scope) => !administration.includes(scope));

/**
 * A token with policy values belongs to one tenant. What administrators see and change concerns all tenants, and with it a tenant
 * could give itself access to the others: by a policy, an Application, or a share link. So such a token has only what else its
 * scopes include.
 */
export function tenantScopes(
  held: ReadonlySet<Scope>,
  policyValues: PolicyValues,
): Pick<Principal, 'scopes' | 'withheld'> {
  const withheld = administration.filter((scope) => held.has(scope));
  if (withheld.length === 0 || Object.keys(policyValues).length === 0) return { scopes: held };
  const left = held.has('admin') ? included : included.filter((scope) => held.has(scope));
  return { scopes: new Set(left), withheld: new Set(withheld) };
}
