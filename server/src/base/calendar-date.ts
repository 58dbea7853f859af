import { Temporal } from 'temporal-polyfill';
import type { CalendarUnit } from './granularity.js';
import type { TimeZone } from './time-zone.js';
import { type WeekStart, weekdayNumbers } from './week-start.js';

/*
 * Days and longer units, computed by the library. A local day begins at its first instant, which is 01:00 where the
 * clocks go forward at midnight, and lasts until the next day begins.
 */

export function startOfDateMs(date: Temporal.PlainDate, timeZone: TimeZone): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds;
}

/** The local day that an instant belongs to. */
export function dateAt(epochMs: number, timeZone: TimeZone): Temporal.PlainDate {
  const date = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate();
  // Clocks set back just after midnight (St. John's did it at 00:01) show yesterday's date a second time. The new
  // day has begun by then, and a day has no gaps, so the repeated hour belongs to the new day.
  const next = date.add({ days: 1 });
  return startOfDateMs(next, timeZone) <= epochMs ? next : date;
}

/** The first date of the unit that contains the date. */
export function firstDateOf(
  date: Temporal.PlainDate,
  unit: CalendarUnit,
  weekStart: WeekStart,
): Temporal.PlainDate {
  switch (unit) {
    case 'DAY':
      return date;
    case 'WEEK':
      return date.subtract({ days: (date.dayOfWeek - weekdayNumbers[weekStart] + 7) % 7 });
    case 'MONTH':
      return date.with({ day: 1 });
    case 'QUARTER':
      return date.with({ day: 1, month: date.month - ((date.month - 1) % 3) });
    case 'YEAR':
      return date.with({ day: 1, month: 1 });
  }
}

/** Steps from the first date of one unit to that of another, backwards with a negative count. */
export function addUnits(date: Temporal.PlainDate, unit: CalendarUnit, count: number): Temporal.PlainDate {
  switch (unit) {
    case 'DAY':
      return date.add({ days: count });
    case 'WEEK':
      return date.add({ weeks: count });
    case 'MONTH':
      return date.add({ months: count });
    case 'QUARTER':
      return date.add({ months: 3 * count });
    case 'YEAR':
      return date.add({ years: count });
  }
}
