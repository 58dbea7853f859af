/** The days on which weeks can start. */
export const weekStarts = ['MONDAY', 'SUNDAY', 'SATURDAY'] as const;

export type WeekStart = (typeof weekStarts)[number];

export const weekStartDefault: WeekStart = 'MONDAY';

/** As ISO 8601 counts them, from Monday. */
export const weekdayNumbers: Readonly<Record<WeekStart, number>> = { MONDAY: 1, SATURDAY: 6, SUNDAY: 7 };
