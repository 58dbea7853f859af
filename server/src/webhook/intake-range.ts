import { badRequest } from '../base/errors.js';
import { resolveTimeRange, type TimeRangeInput } from '../base/time-range.js';
import { parseTimeZone } from '../base/time-zone.js';
import type { WeekStart } from '../base/week-start.js';
import { statisticsDaysMax } from '../sql/intake-statistics.js';

export const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface IntakeRangeInput {
  readonly timeRange?:
    | (TimeRangeInput & { readonly timestamp?: string | null | undefined })
    | null
    | undefined;
  readonly timeZone?: string | null | undefined;
  readonly weekStart: WeekStart;
}

/** Whole minutes, [startMs, stopMs). */
export interface IntakeRange {
  readonly startMs: number;
  readonly stopMs: number;
}

const defaultRange: TimeRangeInput = { relative: 'LAST_N_HOURS', n: 24 };

/** All minutes that the range touches, as far as they are kept. Open ends are the first minute that is kept, and now. */
export function intakeRange(
  { timeRange, timeZone, weekStart }: IntakeRangeInput,
  nowMs: number,
): IntakeRange {
  if (timeRange?.timestamp) {
    throw badRequest('timeRange.timestamp does not apply to the intake, which is counted by time of arrival');
  }
  const { startMs, stopMs } = resolveTimeRange(timeRange ?? defaultRange, {
    timeZone: parseTimeZone(timeZone || 'UTC'),
    weekStart,
    nowMs,
    lastNUnit: 'DAY',
  });
  const endMs = Math.floor(nowMs / minuteMs) * minuteMs + minuteMs;
  const keptFromMs = endMs - statisticsDaysMax * dayMs;
  const start = Math.min(endMs, Math.max(keptFromMs, startMs ?? keptFromMs));
  const stop = Math.min(endMs, Math.max(start, stopMs ?? endMs));
  const first = Math.floor(start / minuteMs) * minuteMs;
  // An empty range touches no minute.
  return { startMs: first, stopMs: start === stop ? first : Math.ceil(stop / minuteMs) * minuteMs };
}
