/** How long a time-series bucket is. */
export const granularities = [
  'MINUTE',
  'FIVE_MINUTES',
  'TEN_MINUTES',
  'FIFTEEN_MINUTES',
  'HOUR',
  'DAY',
  'WEEK',
  'MONTH',
  'YEAR',
] as const;

export type Granularity = (typeof granularities)[number];

/** Units shorter than a day: cut from the clock. */
export type ClockUnit = 'MINUTE' | 'FIVE_MINUTES' | 'TEN_MINUTES' | 'FIFTEEN_MINUTES' | 'HOUR';
/** Units of whole days: cut from the calendar. */
export type CalendarUnit = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';

export type TimeUnit = ClockUnit | CalendarUnit;

const minuteMs = 60_000;

export const clockUnitWidthsMs: Readonly<Record<ClockUnit, number>> = {
  MINUTE: minuteMs,
  FIVE_MINUTES: 5 * minuteMs,
  TEN_MINUTES: 10 * minuteMs,
  FIFTEEN_MINUTES: 15 * minuteMs,
  HOUR: 60 * minuteMs,
};

export const dayMs = 24 * 60 * minuteMs;

export function isClockUnit(unit: TimeUnit): unit is ClockUnit {
  return unit in clockUnitWidthsMs;
}
