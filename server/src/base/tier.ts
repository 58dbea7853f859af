/** A tier limits one query: the records it may process per second, and the threads it may use. */
export const tiers = {
  P1_X_SMALL: { recordsPerSecondMax: 5_000_000, threadsMax: 1 },
  P1_SMALL: { recordsPerSecondMax: 25_000_000, threadsMax: 2 },
  P1_MEDIUM: { recordsPerSecondMax: 100_000_000, threadsMax: 4 },
  P1_LARGE: { recordsPerSecondMax: 250_000_000, threadsMax: 8 },
  P1_X_LARGE: { recordsPerSecondMax: 500_000_000, threadsMax: 16 },
} as const;

export type Tier = keyof typeof tiers;

/** The highest: who runs the service on their own machine has no reason to throttle themselves. */
export const defaultTier: Tier = 'P1_X_LARGE';

export const isAbove = (tier: Tier, other: Tier): boolean =>
  tiers[tier].recordsPerSecondMax > tiers[other].recordsPerSecondMax;
