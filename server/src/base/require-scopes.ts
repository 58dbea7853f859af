import { WeirError } from './errors.js';
import type { Principal } from './principal.js';
import type { Scope } from './scope.js';

/** Any one of them is enough. */
export function requireScopes(
  { scopes, withheld }: Pick<Principal, 'scopes' | 'withheld'>,
  needed: readonly Scope[],
  what: string,
): void {
  if (needed.some((scope) => scopes.has(scope))) return;
  const names = needed.length === 1 ? `the scope ${needed[0]}` : `one of the scopes ${needed.join(', ')}`;
  const reason = needed.some((scope) => withheld?.has(scope))
    ? ', which this token has but cannot use: its policy values limit it to a tenant. Request a token without policy values'
    : '';
  throw new WeirError('FORBIDDEN', `${what} needs ${names}${reason}`, { details: { scopes: needed } });
}
