import type { ColumnType } from '../catalog/column.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import type { Values } from './values.js';

/*
 * Puts records into time-series buckets on the engine. The engine's own time zones are never asked: its
 * copy of the zone rules is another version than the service's, and its functions go wrong before 1970. The
 * expression is computed from the bucket starts themselves, so that it agrees with the labels by
 * construction, in every zone and at every granularity.
 *
 * Nearly all buckets of a range have the same length. Dividing by it gives the index, once the few others
 * (a day of 23 or 25 hours, a shorter month) are brought to that length: after a short one the time is
 * moved forward by what it lacks, in a long one what is over is moved back onto its end. Where too many
 * differ, the engine searches the list of starts.
 */

export interface TimeColumn {
  /** The column, quoted for the engine. */
  readonly sql: string;
  /** A DATE counts as its midnight in UTC, as it does when ranges select it. */
  readonly type: Extract<ColumnType, 'TIMESTAMP' | 'DATE'>;
}

/** From about this many on, searching the list of starts is as fast. */
export const lengthCorrectionsMax = 16;
/** A list of thousands of starts is more than `sqlV1` takes: the days of 27 years have fewer clock changes than this. */
const shownCorrectionsMax = 80;

/**
 * An expression of type UInt32: the index of the record's bucket in `startsMs`, which are the bucket starts
 * of a range that ends at `stopMs`. It is right for records inside the range; the query selects those.
 */
export function bucketIndexSql(
  column: TimeColumn,
  startsMs: readonly number[],
  stopMs: number,
  values: Values,
  mode: 'run' | 'show' = 'run',
): Sql {
  const [firstMs] = startsMs;
  if (firstMs === undefined) return asSql('toUInt32(0)');
  const timeSql = millisecondsSql(column);
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

/** A range selects no record without a time, so the index need not be nullable, which would be slower. */
function millisecondsSql({ sql, type }: TimeColumn): string {
  const time = `assumeNotNull(${sql})`;
  return `toUnixTimestamp64Milli(${type === 'DATE' ? `toDateTime64(${time}, 3, 'UTC')` : time})`;
}

/** The starts are sent as differences, which keeps the parameter half as long. */
function searchSql(timeSql: string, startsMs: readonly number[], values: Values): Sql {
  const steps = startsMs.map((startMs, i) => startMs - (startsMs[i - 1] ?? 0));
  const starts = `arrayCumSum(${values.add('Array(Int64)', `[${steps.join(',')}]`)})`;
  const count = values.add('UInt32', String(startsMs.length));
  return asSql(`toUInt32(transform(roundDown(${timeSql}, ${starts}), ${starts}, range(${count}), 0))`);
}

/** The same in the few words that a user's SQL may have: as many starts as are not after the time. */
function shownSearchSql(timeSql: string, startsMs: readonly number[]): Sql {
  return asSql(`toUInt32(arrayCount(start -> start <= ${timeSql}, [${startsMs.join(', ')}]) - 1)`);
}

/** The length that most buckets have. The last one's is not known from the starts. */
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

/** Times from `fromMs` on are moved by `shiftMs`. */
interface LengthCorrection {
  readonly fromMs: number;
  readonly shiftMs: number;
}

/** Undefined when they are too many, or when a bucket is so long that its excess does not fit onto it. */
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
