import type { PolicyValues } from '../base/policy-values.js';
import type { Scope } from '../base/scope.js';

/** Shows one dashboard, or one tile of it, with some of an Application's rights, to all who have the link. */
export interface ShareLink {
  readonly id: string;
  readonly environmentId: string;
  readonly dashboardId: string;
  /** Null for the whole dashboard. */
  readonly tileId: string | null;
  readonly applicationId: string;
  readonly description: string | null;
  /** Those that the queries run with, as long as the Application has them too. */
  readonly scopes: readonly Scope[];
  readonly policyValues: PolicyValues;
  /** The secret itself is in the link, which is shown once, when it is created. */
  readonly secretHash: string;
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly createdBy: string;
}

export const shareLinkLimits = {
  perDashboardMax: 500,
  descriptionCharactersMax: 1_000,
  daysDefault: 30,
  daysMax: 3_650,
  /** How long an expired link stays in the list. */
  daysKept: 30,
} as const;
