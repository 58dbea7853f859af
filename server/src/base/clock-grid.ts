import { type ClockUnit, clockUnitWidthsMs, dayMs } from './granularity.js';
import type { TimeZone } from './time-zone.js';
import { type WeekStart, weekdayNumbers } from './week-start.js';
import { zoneStretches } from './zone-stretches.js';

/*
 * Buckets whose width is a fixed time on the local clock: minutes to weeks. Inside a stretch without clock
 * changes their starts are evenly spaced, so they are kept as runs and can be counted without being listed.
 *
 * At a clock change a new bucket begins when the clock passes or skips a boundary. When the clock is set back, the
 * repeated time is a second bucket for widths below a day (there are two hours from 1 to 2). For a day and longer it is
 * not: a day lasts until the first instant of a later date.
 */

export interface ClockGrid {
  readonly widthMs: number;
  /** Any local time, read as if it were UTC, at which a bucket begins. */
  readonly anchorMs: number;
  /** Whether local time that occurs twice falls into two buckets. */
  readonly repeats: boolean;
}

/** 1970-01-04 was a Sunday. */
const sundayMs = 3 * dayMs;

/** Months, quarters and years have no fixed width: they come from the calendar. */
export function gridOf(unit: ClockUnit | 'DAY' | 'WEEK', weekStart: WeekStart): ClockGrid {
  if (unit === 'DAY') return { widthMs: dayMs, anchorMs: 0, repeats: false };
  if (unit === 'WEEK')
    return { widthMs: 7 * dayMs, anchorMs: sundayMs + weekdayNumbers[weekStart] * dayMs, repeats: false };
  return { widthMs: clockUnitWidthsMs[unit], anchorMs: 0, repeats: true };
}

/** Bucket starts that are one width apart. */
export interface Run {
  readonly firstMs: number;
  readonly count: number;
}

/** No clock has ever been changed by more. */
const clockChangeMaxMs = dayMs;

/** The start of the bucket that contains the instant. */
export function bucketStartAt(grid: ClockGrid, epochMs: number, timeZone: TimeZone): number {
  // Far enough back for one whole bucket, lengthened by a clock change, that no earlier change affects.
  const lookBackMs = grid.widthMs + (grid.repeats ? 0 : 2 * clockChangeMaxMs);
  const last = runsFrom(grid, epochMs - lookBackMs, epochMs + 1, timeZone).at(-1);
  return last === undefined ? epochMs : last.firstMs + (last.count - 1) * grid.widthMs;
}

/** All bucket starts in [startMs, untilMs). startMs must be a bucket start. */
export function runsFrom(grid: ClockGrid, startMs: number, untilMs: number, timeZone: TimeZone): Run[] {
  const runs: Run[] = [{ firstMs: startMs, count: 1 }];
  // Local times before this one have occurred already: in the previous stretch or, when not repeating, in any earlier one.
  let seenLocalMs: number | undefined;
  for (const { fromMs, untilMs: stretchEndMs, offsetMs } of zoneStretches(timeZone, startMs, untilMs)) {
    const localMs = fromMs + offsetMs;
    let afterLocalMs = localMs;
    if (seenLocalMs !== undefined) {
      const putBack = localMs < seenLocalMs;
      const begins = putBack ? grid.repeats : slotOf(grid, localMs) > slotOf(grid, seenLocalMs - 1);
      if (begins) runs.push({ firstMs: fromMs, count: 1 });
      if (putBack && !grid.repeats) afterLocalMs = seenLocalMs - 1;
    }
    const firstLocalMs = grid.anchorMs + (slotOf(grid, afterLocalMs) + 1) * grid.widthMs;
    const localEndMs = stretchEndMs + offsetMs;
    const count = Math.ceil((localEndMs - firstLocalMs) / grid.widthMs);
    if (count > 0) runs.push({ firstMs: firstLocalMs - offsetMs, count });
    seenLocalMs = grid.repeats ? localEndMs : Math.max(seenLocalMs ?? localEndMs, localEndMs);
  }
  return runs;
}

export function countOf(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + run.count, 0);
}

/** The start at an index into all runs. */
export function startAtIndex(grid: ClockGrid, runs: readonly Run[], index: number): number | undefined {
  let before = 0;
  for (const run of runs) {
    if (index < before + run.count) return run.firstMs + (index - before) * grid.widthMs;
    before += run.count;
  }
  return undefined;
}

function slotOf(grid: ClockGrid, localMs: number): number {
  return Math.floor((localMs - grid.anchorMs) / grid.widthMs);
}
