import type { Calendar } from '../../server/src/base/calendar.js';
import { parseTimeZone } from '../../server/src/base/time-zone.js';
import type { WeekStart } from '../../server/src/base/week-start.js';

export const calendarOf = (zone: string, weekStart: WeekStart = 'MONDAY'): Calendar => ({
  timeZone: parseTimeZone(zone),
  weekStart,
});

/** As Date counts weekdays: from Sunday. */
export const weekdayOf: Readonly<Record<WeekStart, number>> = { SUNDAY: 0, MONDAY: 1, SATURDAY: 6 };
