import type { Scope } from './scope.js';
import type { Tier } from './tier.js';

/** Who is asking: made by `auth/` from a token or from credentials, then only read. */
export interface Principal {
  readonly environmentId: string;
  readonly applicationId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly tier: Tier;
  /** Values for `${{ name }}` in access policies, from the token. */
  readonly policyValues: Readonly<Record<string, string | number | boolean>>;
}
