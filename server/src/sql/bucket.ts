import type { ColumnType } from '../catalog/column.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import type { Values } from './values.js';

/*
 * Assigns records to time-series buckets on the engine. This does not use the engine's time zones: its zone rules can be
 * another version than the service's, and its functions are wrong before 1970. The expression is computed from the bucket
 * starts, so it agrees with the labels in every zone and at every granularity.
 *
 * Nearly all buckets of a range have the same length, so dividing by that length gives the index. The few other buckets
 * (a day of 23 or 25 hours, a shorter month) need corrections: after a short bucket, times are shifted forward by the
 * missing time; in a long bucket, the excess is shifted back onto the bucket's end. If too many buckets differ, the engine
 * searches the list of starts.
 */

export interface TimeColumn {
  /** The column, quoted for the engine. */
  readonly sql: string;
  /** A DATE counts as midnight UTC, as in time ranges. */
  readonly type: Extract<ColumnType, 'TIMESTAMP' | 'DATE'>;
}

/** With more corrections than this, searching the list of starts is about as fast. */
export const lengthCorrectionsMax = 16;
/** Higher for the SQL that is shown, because `sqlV1` limits lists of values. 27 years of days have fewer clock changes. */
const shownCorrectionsMax = 80;

/**
 * An expression of type UInt32: the index of the bucket of a time in milliseconds, among `startsMs`, the bucket starts of a
 * range that ends at `stopMs`. It is only correct for times inside the range, so the query must filter by the range.
 */
export function bucketIndexSql(
  timeSql: Sql,
  startsMs: readonly number[],
  stopMs: number,
  values: Values,
  mode: 'run' | 'show' = 'run',
): Sql {
  const [firstMs] = startsMs;
  if (firstMs === undefined) return asSql('toUInt32(0)');
  const widthMs = commonLength(startsMs) ?? stopMs - firstMs;
  const correctionsMax = mode === 'run' ? lengthCorrectionsMax : shownCorrectionsMax;
  const corrections = lengthCorrections(startsMs, stopMs, widthMs, correctionsMax);
  if (corrections === undefined)
    return mode === 'run' ? searchSql(timeSql, startsMs, values) : shownSearchSql(timeSql, startsMs);
  const int64 = (value: number) => values.add('Int64', String(value));
  const shifts = corrections.map(
    ({ fromMs, shiftMs }) => ` + if(${timeSql} >= ${int64(fromMs)}, ${int64(shiftMs)}, 0)`,
  );
  return asSql(`toUInt32(intDiv(${timeSql} - ${int64(firstMs)}${shifts.join('')}, ${int64(widthMs)}))`);
}

/** A record's time in milliseconds. A range never selects a NULL time, and a nullable index would be slower. */
export const recordTimeSql = ({ sql, type }: TimeColumn): Sql =>
  millisecondsSql({ sql: `assumeNotNull(${sql})`, type });

export const millisecondsSql = ({ sql, type }: TimeColumn): Sql =>
  asSql(`toUnixTimestamp64Milli(${type === 'DATE' ? `toDateTime64(${sql}, 3, 'UTC')` : sql})`);

/** Sends the starts as differences, which halves the length of the parameter. */
function searchSql(timeSql: string, startsMs: readonly number[], values: Values): Sql {
  const steps = startsMs.map((startMs, i) => startMs - (startsMs[i - 1] ?? 0));
  const starts = `arrayCumSum(${values.add('Array(Int64)', `[${steps.join(',')}]`)})`;
  const count = values.add('UInt32', String(startsMs.length));
  return asSql(`toUInt32(transform(roundDown(${timeSql}, ${starts}), ${starts}, range(${count}), 0))`);
}

/** The same search with functions that user SQL may call: counts the starts that are not after the time. */
function shownSearchSql(timeSql: string, startsMs: readonly number[]): Sql {
  return asSql(`toUInt32(arrayCount(start -> start <= ${timeSql}, [${startsMs.join(', ')}]) - 1)`);
}

/** The most frequent bucket length. Ignores the last bucket, whose length the starts do not tell. */
function commonLength(startsMs: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  let common: number | undefined;
  for (let i = 1; i < startsMs.length; i++) {
    const lengthMs = (startsMs[i] ?? 0) - (startsMs[i - 1] ?? 0);
    const count = (counts.get(lengthMs) ?? 0) + 1;
    counts.set(lengthMs, count);
    if (common === undefined || count > (counts.get(common) ?? 0)) common = lengthMs;
  }
  return common;
}

/** Shifts times from `fromMs` on by `shiftMs`. */
interface LengthCorrection {
  readonly fromMs: number;
  readonly shiftMs: number;
}

/** Undefined if there are too many corrections, or if a bucket is more than twice as long as the others. */
function lengthCorrections(
  startsMs: readonly number[],
  stopMs: number,
  widthMs: number,
  correctionsMax: number,
) {
  const corrections: LengthCorrection[] = [];
  for (const [i, startMs] of startsMs.entries()) {
    const endMs = startsMs[i + 1] ?? stopMs;
    const shiftMs = widthMs - (endMs - startMs);
    if (shiftMs < -widthMs) return undefined;
    if (shiftMs < 0) corrections.push({ fromMs: startMs + widthMs, shiftMs });
    else if (shiftMs > 0 && i + 1 < startsMs.length) corrections.push({ fromMs: endMs, shiftMs });
    if (corrections.length > correctionsMax) return undefined;
  }
  return corrections;
}
