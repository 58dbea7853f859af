/** How long a time-series bucket is. */
export const granularities = [
  'MINUTE',
  'FIVE_MINUTES',
  'TEN_MINUTES',
  'FIFTEEN_MINUTES',
  'THIRTY_MINUTES',
  'HOUR',
  'DAY',
  'WEEK',
  'MONTH',
  'QUARTER',
  'YEAR',
] as const;

export type Granularity = (typeof granularities)[number];

/** Units of whole days: cut from the calendar. */
export type CalendarUnit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';
/** Units shorter than a day: cut from the clock. */
export type ClockUnit = Exclude<Granularity, CalendarUnit>;

const minuteMs = 60_000;

export const clockUnitWidthsMs: Readonly<Record<ClockUnit, number>> = {
  MINUTE: minuteMs,
  FIVE_MINUTES: 5 * minuteMs,
  TEN_MINUTES: 10 * minuteMs,
  FIFTEEN_MINUTES: 15 * minuteMs,
  THIRTY_MINUTES: 30 * minuteMs,
  HOUR: 60 * minuteMs,
};

export const dayMs = 24 * 60 * minuteMs;

export function isClockUnit(unit: Granularity): unit is ClockUnit {
  return unit in clockUnitWidthsMs;
}
