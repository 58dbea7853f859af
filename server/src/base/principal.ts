import { createHash } from 'node:crypto';
import type { Scope } from './scope.js';
import type { Tier } from './tier.js';

/** The authenticated caller. Only `auth/` makes one, from a token or credentials. */
export interface Principal {
  readonly environmentId: string;
  readonly applicationId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly tier: Tier;
  /** Values for `${{ name }}` in access policies, from the token. */
  readonly policyValues: Readonly<Record<string, string | number | boolean>>;
}

/** Equal for equal policy values in any order; empty without policy values. */
export function policyValuesDigest({ policyValues }: Principal): string {
  const entries = Object.entries(policyValues).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return '';
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
}
