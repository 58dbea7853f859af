import type { TimeRange } from '../base/time-range.js';
import type { Column } from '../catalog/column.js';
import { boosterBucketMs, bucketNumber, bucketNumberAt, bucketStart } from '../sql/booster-projection.js';
import { aggregatesOf, merged, stateSql } from '../sql/booster-states.js';
import { recordTimeSql } from '../sql/bucket.js';
import { quoteIdentifier } from '../sql/identifier.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import type { FilterTerm, MetricValue } from '../sql/term/checked-term.js';
import { printValue } from '../sql/term/print-query.js';
import { columnsOf } from '../sql/term/walk-term.js';
import { timeConditions, whereOf } from '../sql/time-filter.js';
import type { Values } from '../sql/values.js';
import { filterConditions } from './query-scope.js';
import type { Printing, ReadableSource } from './readable-source.js';

/** Records grouped by keys, with the values of Metrics for each group. All Metric queries are made of them. */
export interface MetricRows {
  readonly source: ReadableSource;
  readonly timeColumn: Column;
  /** Null when the filters contain the times. */
  readonly timeRange: TimeRange | null;
  readonly filters: readonly (FilterTerm | null)[];
  readonly keys: readonly RowKey[];
  readonly values: readonly RowValue[];
  /** Whether to read a booster, which must have the dimensions and aggregates of these rows. */
  readonly boosted: boolean;
  /** Also returns the totals over all keys but the first, with 1 in the column `_weir_total`. */
  readonly totals?: boolean;
}

export interface RowKey {
  readonly alias: Sql;
  /** The key of a record, given its time in milliseconds. */
  readonly of: (time: Sql) => Sql;
}

export interface RowValue {
  readonly alias: Sql;
  readonly value: MetricValue;
}

/** Prints the SELECT of the rows. The SQL that is shown reads records, because `sqlV1` cannot name a booster. */
export function printMetricRows(rows: MetricRows, printing: Printing): Sql {
  const { boosted, timeRange } = rows;
  return boosted && timeRange !== null && printing.mode === 'run'
    ? printBoosted(rows, timeRange, printing)
    : printRecords(rows, printing);
}

function printRecords(rows: MetricRows, printing: Printing): Sql {
  const selected = [
    ...keysOfRecords(rows),
    ...rows.values.map(({ alias, value }) => sql`${printValue(value.term, printing.values)} AS ${alias}`),
    ...totalColumn(rows),
  ];
  return sql`SELECT ${joinSql(selected)} FROM ${readRecords(rows, printing)}${grouping(rows)}`;
}

const keysOfRecords = ({ keys, timeColumn }: MetricRows): Sql[] => {
  const time = recordTimeSql(timeOf(timeColumn));
  return keys.map(({ alias, of }) => sql`${of(time)} AS ${alias}`);
};

/** The source with its conditions. */
function readRecords({ source, timeColumn, timeRange, filters }: MetricRows, printing: Printing): Sql {
  const from = source.from(printing);
  const where = whereOf([
    ...(timeRange === null ? [] : timeConditions(timeRange, timeColumn, printing.values)),
    ...filterConditions(filters, source, printing),
  ]);
  return sql`${from}${where}`;
}

/** What the values of groups are computed from: rows with the keys, and the columns that the values read. */
export interface KeyedRows {
  readonly select: Sql;
  /** The columns of the rows besides the keys. */
  readonly columns: readonly Sql[];
  readonly printed: (value: MetricValue) => Sql;
}

/** The rows before they are grouped by their keys: records, or the states of a booster. */
export function keyedRows(rows: MetricRows, printing: Printing): KeyedRows {
  const { boosted, timeRange } = rows;
  return boosted && timeRange !== null && printing.mode === 'run'
    ? boosterStates(rows, timeRange, printing)
    : keyedRecords(rows, printing);
}

function keyedRecords(rows: MetricRows, printing: Printing): KeyedRows {
  const names = new Set(rows.values.flatMap(({ value }) => [...columnsOf(value.term)]));
  const columns = [...names].map(quoteIdentifier);
  const selected = joinSql([...keysOfRecords(rows), ...columns]);
  return {
    select: sql`SELECT ${selected} FROM ${readRecords(rows, printing)}`,
    columns,
    printed: ({ term }) => printValue(term, printing.values),
  };
}

function printBoosted(rows: MetricRows, timeRange: TimeRange, printing: Printing): Sql {
  const { select, printed } = boosterStates(rows, timeRange, printing);
  const selected = [
    ...rows.keys.map(({ alias }) => alias),
    ...rows.values.map(({ alias, value }) => sql`${printed(value)} AS ${alias}`),
    ...totalColumn(rows),
  ];
  return sql`SELECT ${joinSql(selected)} FROM (${select})${grouping(rows)}`;
}

/**
 * The whole quarters of an hour come from the booster, and the rest at both ends of the range from records. The engine
 * merges the states of both.
 */
function boosterStates(rows: MetricRows, timeRange: TimeRange, printing: Printing): KeyedRows {
  const states = [...new Set(aggregatesOf(rows.values.map(({ value }) => value.term)).map(stateSql))];
  const columnOf = (state: Sql) => `_weir_s${states.indexOf(state)}`;
  const filtering = filteringColumns(rows.values).map(quoteIdentifier);
  const part = (time: Sql, times: readonly Sql[]): Sql => {
    const selected = [
      ...rows.keys.map(({ alias, of }) => sql`${of(time)} AS ${alias}`),
      ...filtering,
      ...states.map((state, index) => sql`${state} AS _weir_s${index}`),
    ];
    const where = whereOf([...times, ...filterConditions(rows.filters, rows.source, printing)]);
    const keys = [...rows.keys.map(({ alias }) => alias), ...filtering];
    const groupBy = keys.length === 0 ? '' : sql` GROUP BY ${joinSql(keys)}`;
    return sql`SELECT ${joinSql(selected)} FROM ${rows.source.from(printing)}${where}${groupBy}`;
  };
  const { whole, ends } = splitRange(timeRange);
  const record = recordTimeSql(timeOf(rows.timeColumn));
  const parts = [
    part(bucketStart(rows.timeColumn), wholeConditions(whole, rows.timeColumn, printing.values)),
    // Both ends at once: the engine plans each SELECT, which takes longer than to read the few records of an end.
    ...(ends.length === 0 ? [] : [part(record, [inAny(ends, rows.timeColumn, printing.values)])]),
  ];
  return {
    select: joinSql(parts, ' UNION ALL '),
    columns: [...filtering, ...states.map((_, index) => sql`_weir_s${index}`)],
    printed: ({ term }) => printValue(merged(term, columnOf), printing.values),
  };
}

function inAny(ranges: readonly TimeRange[], timeColumn: Column, values: Values): Sql {
  const conditions = ranges.map(
    (range) => sql`(${joinSql(timeConditions(range, timeColumn, values), ' AND ')})`,
  );
  return sql`(${joinSql(conditions, ' OR ')})`;
}

const timeOf = ({ name, type }: Column) =>
  ({ sql: quoteIdentifier(name), type: type === 'DATE' ? 'DATE' : 'TIMESTAMP' }) as const;

/** The columns that filters inside of Metrics read. They apply when states are merged. */
function filteringColumns(values: readonly RowValue[]): string[] {
  const filters = aggregatesOf(values.map(({ value }) => value.term)).flatMap(({ filter }) => filter ?? []);
  return [...new Set(filters.flatMap((filter) => [...columnsOf(filter)]))];
}

/**
 * The totals come from the same scan, because they cannot be computed from the groups. The column distinguishes them from
 * the group whose keys are null. All keys but the first are in a grouping set together, so it is enough to look at one.
 */
const totalColumn = ({ totals, keys: [, second] }: MetricRows): Sql[] =>
  totals && second ? [sql`grouping(${second.alias}) AS _weir_total`] : [];

function grouping(rows: MetricRows): Sql {
  const [first] = rows.keys;
  if (first === undefined) return sql``;
  const keys = joinSql(rows.keys.map(({ alias }) => alias));
  return rows.totals ? sql` GROUP BY GROUPING SETS ((${first.alias}), (${keys}))` : sql` GROUP BY ${keys}`;
}

/** A range split into whole quarters of an hour and the parts of others at its ends. */
export interface SplitRange {
  /** Numbers of quarters of an hour, the last one excluded; null for an open end. */
  readonly whole: { readonly first: number | null; readonly end: number | null };
  readonly ends: readonly TimeRange[];
}

export function splitRange({ startMs, stopMs }: TimeRange): SplitRange {
  const first = startMs === null ? null : Math.ceil(bucketNumberAt(startMs));
  const end = stopMs === null ? null : Math.floor(bucketNumberAt(stopMs));
  const timeAt = (bucket: number | null) =>
    bucket === null ? null : (bucket - bucketNumberAt(0)) * boosterBucketMs;
  return {
    whole: { first, end },
    ends: [
      { startMs, stopMs: timeAt(first) },
      { startMs: timeAt(end), stopMs },
    ].filter((range) => range.startMs !== range.stopMs),
  };
}

/** Whether a range contains any whole quarter of an hour. */
export function hasWholeBuckets(range: TimeRange): boolean {
  const { first, end } = splitRange(range).whole;
  return first === null || end === null || first < end;
}

/** A record without a time has no number, and so fails every condition. */
function wholeConditions({ first, end }: SplitRange['whole'], timeColumn: Column, values: Values): Sql[] {
  const bucket = bucketNumber(timeColumn);
  const bound = (number: number) => values.add('Int64', String(number));
  return [
    sql`(${bucket} >= ${bound(first ?? 0)})`,
    ...(end === null ? [] : [sql`(${bucket} < ${bound(end)})`]),
  ];
}
