import { clockUnitWidthsMs, dayMs, type Granularity } from './granularity.js';
import type { TimeZone } from './time-zone.js';
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

/** 1970-01-05 was a Monday. */
const mondayMs = 4 * dayMs;

const calendarGrid = (widthMs: number, anchorMs: number): ClockGrid => ({
  widthMs,
  anchorMs,
  repeats: false,
});

const clockGrid = (widthMs: number): ClockGrid => ({ widthMs, anchorMs: 0, repeats: true });

/** Months and years have no fixed width: they come from the calendar. */
export const grids: Readonly<Record<Exclude<Granularity, 'MONTH' | 'YEAR'>, ClockGrid>> = {
  MINUTE: clockGrid(clockUnitWidthsMs.MINUTE),
  FIVE_MINUTES: clockGrid(clockUnitWidthsMs.FIVE_MINUTES),
  TEN_MINUTES: clockGrid(clockUnitWidthsMs.TEN_MINUTES),
  FIFTEEN_MINUTES: clockGrid(clockUnitWidthsMs.FIFTEEN_MINUTES),
  HOUR: clockGrid(clockUnitWidthsMs.HOUR),
  DAY: calendarGrid(dayMs, 0),
  WEEK: calendarGrid(7 * dayMs, mondayMs),
};

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
