import type { Calendar } from './calendar.js';
import { addUnits, dateAt, firstDateOf, startOfDateMs } from './calendar-date.js';
import { bucketStartAt, type ClockGrid, countOf, gridOf, runsFrom, startAtIndex } from './clock-grid.js';
import { badRequest } from './errors.js';
import { type CalendarUnit, type Granularity, isClockUnit } from './granularity.js';
import { type RelativeSpan, type RelativeTimeRange, relativeSpan } from './relative-time-range.js';
import { timeEndMs, timeMinMs, timeYearMax, timeYearMin } from './time-limits.js';

export interface RelativeTimeContext extends Calendar {
  readonly nowMs: number;
  /** The unit of `LAST_N`: the query's granularity in timeSeries, a day everywhere else. */
  readonly lastNUnit: Granularity;
}

/** Resolves to [startMs, stopMs). `n` applies to `LAST_N…` only. */
export function resolveRelativeTimeRange(
  relative: RelativeTimeRange,
  n: number | null | undefined,
  context: RelativeTimeContext,
): { startMs: number; stopMs: number } {
  const span = relativeSpan(relative, n, context.lastNUnit);
  const range = isClockUnit(span.unit)
    ? clockRange(gridOf(span.unit, context.weekStart), span, context)
    : calendarRange(span.unit, span, context);
  if (range === undefined || range.startMs < timeMinMs || range.stopMs > timeEndMs) {
    throw badRequest(
      `timeRange ${relative}${n == null ? '' : ` with n = ${n}`} leaves the years ` +
        `${timeYearMin} to ${timeYearMax}. Give a smaller n.`,
    );
  }
  return range;
}

function clockRange(grid: ClockGrid, span: RelativeSpan, { timeZone, nowMs }: RelativeTimeContext) {
  const startAt = (epochMs: number) => bucketStartAt(grid, epochMs, timeZone);
  // A clock bucket is never longer than its width, though a clock change can shorten it. So the next bucket begins
  // within one width, and the n-th within n widths.
  const startAfter = (epochMs: number) => runsFrom(grid, epochMs, epochMs + grid.widthMs + 1, timeZone)[1];
  let lastMs = startAt(nowMs);
  if (span.ahead === -1) lastMs = startAt(lastMs - 1);
  if (span.ahead === 1) lastMs = startAfter(lastMs)?.firstMs ?? lastMs;
  const stopMs = startAfter(lastMs)?.firstMs;
  const earliestMs = lastMs - (span.count - 1) * grid.widthMs;
  if (stopMs === undefined || earliestMs < timeMinMs) return undefined;
  const runs = runsFrom(grid, startAt(earliestMs), lastMs + 1, timeZone);
  const startMs = startAtIndex(grid, runs, countOf(runs) - span.count);
  return startMs === undefined ? undefined : { startMs, stopMs };
}

function calendarRange(
  unit: CalendarUnit,
  span: RelativeSpan,
  { timeZone, weekStart, nowMs }: RelativeTimeContext,
) {
  const today = dateAt(nowMs, timeZone);
  // Checked first, because the calendar library has limits of its own.
  if (span.count > daysMax) return undefined;
  const firstOfNow = firstDateOf(today, unit, weekStart);
  const first = addUnits(firstOfNow, unit, span.ahead - span.count + 1);
  const afterLast = addUnits(firstOfNow, unit, span.ahead + 1);
  if (first.year < timeYearMin) return undefined;
  return { startMs: startOfDateMs(first, timeZone), stopMs: startOfDateMs(afterLast, timeZone) };
}

/** More days than there are between the first and the last year. */
const daysMax = (timeYearMax - timeYearMin + 1) * 366;
