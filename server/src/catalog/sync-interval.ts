const minute = 60_000;
const hour = 60 * minute;

/** How often a Data Pool looks for new files, by name. */
export const syncIntervals = {
  EVERY_1_MINUTE: minute,
  EVERY_5_MINUTES: 5 * minute,
  EVERY_15_MINUTES: 15 * minute,
  EVERY_30_MINUTES: 30 * minute,
  EVERY_1_HOUR: hour,
  EVERY_4_HOURS: 4 * hour,
  EVERY_12_HOURS: 12 * hour,
  EVERY_24_HOURS: 24 * hour,
} as const;

export type SyncInterval = keyof typeof syncIntervals;
