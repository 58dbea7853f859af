import type { Calendar } from './calendar.js';
import { addUnits, dateAt, firstDateOf, startOfDateMs } from './calendar-date.js';
import { bucketStartAt, countOf, gridOf, runsFrom } from './clock-grid.js';
import { badRequest } from './errors.js';
import type { Granularity } from './granularity.js';

/**
 * The start of every bucket that overlaps [startMs, stopMs), in order. The first may begin before startMs. Together the
 * buckets cover the range without gaps or overlaps, across clock changes too.
 */
export function bucketStarts(
  startMs: number,
  stopMs: number,
  granularity: Granularity,
  calendar: Calendar,
  bucketsMax: number,
): number[] {
  if (startMs >= stopMs) return [];
  if (granularity === 'MONTH' || granularity === 'QUARTER' || granularity === 'YEAR') {
    return calendarStarts(startMs, stopMs, granularity, calendar, bucketsMax);
  }
  const { timeZone, weekStart } = calendar;
  const grid = gridOf(granularity, weekStart);
  // The length alone shows when there are far too many; an exact count would visit every clock change in the range.
  const roughCount = Math.ceil((stopMs - startMs) / grid.widthMs);
  if (roughCount > 2 * bucketsMax + 1) throw tooManyBuckets(granularity, `about ${roughCount}`, bucketsMax);
  const firstMs = bucketStartAt(grid, startMs, timeZone);
  const runs = runsFrom(grid, firstMs, stopMs, timeZone);
  const count = countOf(runs);
  if (count > bucketsMax) throw tooManyBuckets(granularity, String(count), bucketsMax);
  const startsMs: number[] = [];
  for (const run of runs) {
    for (let i = 0; i < run.count; i++) startsMs.push(run.firstMs + i * grid.widthMs);
  }
  return startsMs;
}

/**
 * The start of the earliest of these buckets that is not over at an instant: of the one that contains it, or else of the
 * first one after it. Null if all are over. A bucket lasts until its end, even if the range stops before.
 */
export function firstUnfinished(
  startsMs: readonly number[],
  nowMs: number,
  granularity: Granularity,
  calendar: Calendar,
): number | null {
  const [currentMs = nowMs] = bucketStarts(nowMs, nowMs + 1, granularity, calendar, 1);
  return startsMs.find((startMs) => startMs >= currentMs) ?? null;
}

const monthsPer = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;

function calendarStarts(
  startMs: number,
  stopMs: number,
  unit: keyof typeof monthsPer,
  { timeZone, weekStart }: Calendar,
  bucketsMax: number,
): number[] {
  const first = firstDateOf(dateAt(startMs, timeZone), unit, weekStart);
  const last = firstDateOf(dateAt(stopMs - 1, timeZone), unit, weekStart);
  const months = 12 * (last.year - first.year) + last.month - first.month;
  const count = 1 + months / monthsPer[unit];
  if (count > bucketsMax) throw tooManyBuckets(unit, String(count), bucketsMax);
  return Array.from({ length: count }, (_, i) => startOfDateMs(addUnits(first, unit, i), timeZone));
}

function tooManyBuckets(granularity: Granularity, asked: string, bucketsMax: number) {
  return badRequest(
    `The time range has ${asked} buckets of granularity ${granularity}; the limit is ${bucketsMax}. ` +
      'Shorten the time range or choose a coarser granularity.',
  );
}
