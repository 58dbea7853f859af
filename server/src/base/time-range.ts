import { formatDateTime } from './date-time.js';
import { badRequest } from './errors.js';
import type { RelativeTimeRange } from './relative-time-range.js';
import { type RelativeTimeContext, resolveRelativeTimeRange } from './resolve-relative-time-range.js';

/** The time range of a query, its DateTimes already parsed. */
export interface TimeRangeInput {
  readonly relative?: RelativeTimeRange | null | undefined;
  readonly n?: number | null | undefined;
  readonly startMs?: number | null | undefined;
  readonly stopMs?: number | null | undefined;
}

/** [startMs, stopMs) in milliseconds since 1970. A null end is open: the data decides it. */
export interface TimeRange {
  readonly startMs: number | null;
  readonly stopMs: number | null;
}

/** A relative range takes precedence over an absolute one. Equal ends are an empty range. */
export function resolveTimeRange(input: TimeRangeInput, context: RelativeTimeContext): TimeRange {
  if (input.relative != null) return resolveRelativeTimeRange(input.relative, input.n, context);
  checkOrder(input);
  return { startMs: input.startMs ?? null, stopMs: input.stopMs ?? null };
}

export function checkOrder({ startMs = null, stopMs = null }: TimeRangeInput): void {
  if (startMs !== null && stopMs !== null && startMs > stopMs) {
    throw badRequest(
      `timeRange.start ${formatDateTime(startMs)} is after timeRange.stop ${formatDateTime(stopMs)}.`,
    );
  }
}
