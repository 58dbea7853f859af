import type { TimeRangeInput } from '@weir/client';
import { type RangeText, timeRangeInput } from '../../time-range/time-range.js';

/** The text of a time range, as the picker has it. */
export function rangeTextOf({ relative, n, start, stop }: TimeRangeInput): RangeText {
  if (relative) return n === null || n === undefined ? relative : `${relative}:${n}`;
  return start || stop ? `${start ?? ''}..${stop ?? ''}` : '';
}

/** The picker knows no timestamp column, so the one of the dashboard stays. */
export const withRangeText = ({ timestamp }: TimeRangeInput, text: RangeText): TimeRangeInput => ({
  ...(timestamp && { timestamp }),
  ...timeRangeInput(text),
});
