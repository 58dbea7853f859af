import type { TimeZone } from './time-zone.js';
import type { WeekStart } from './week-start.js';

/** What decides where the units of a query begin. */
export interface Calendar {
  readonly timeZone: TimeZone;
  readonly weekStart: WeekStart;
}
