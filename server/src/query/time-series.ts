import { bucketStarts, firstUnfinished } from '../base/buckets.js';
import { formatDateTime } from '../base/date-time.js';
import { badRequest } from '../base/errors.js';
import type { Granularity } from '../base/granularity.js';
import { inSlices } from '../base/in-slices.js';
import type { Column } from '../catalog/column.js';
import type { MetricFormat } from '../catalog/metric-format.js';
import type { EngineCell, QueryResult } from '../engine/engine.js';
import { bucketIndexSql } from '../sql/bucket.js';
import { formatCell } from '../sql/cell.js';
import { isNumeric, typeOfColumn } from '../sql/functions/value-type.js';
import { type Sql, sql } from '../sql/sql-text.js';
import { type Computed, cachedAnswer, nextMinuteMs } from './cached-answer.js';
import type { Caller } from './caller.js';
import { type FoundMetric, findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, queryScope, type ScopeInput } from './query-scope.js';
import { type Printing, sourceColumn } from './readable-source.js';
import { groupKey, othersName, printRowsWithOthers, rowOf } from './rows-with-others.js';
import { type ClosedScope, resolveOpenEnds } from './time-bounds.js';
import { written } from './written-statement.js';

export interface TimeSeriesInput extends ScopeInput {
  readonly metric: MetricReference;
  readonly granularity: Granularity;
  readonly groupBy: readonly string[];
  /** Keeps so many groups with the largest totals apart, and makes one of all others. */
  readonly groupLimit?: number | null | undefined;
}

export interface TimeSeriesGroup {
  readonly group: readonly (string | null)[];
  /** Whether it is all groups beyond the limit together. */
  readonly isOthers: boolean;
  readonly labels: readonly string[];
  readonly values: readonly (string | null)[];
}

export interface TimeSeriesAnswer {
  readonly labels: readonly string[];
  readonly values: readonly (string | null)[];
  readonly groups: readonly TimeSeriesGroup[] | null;
  readonly format: MetricFormat | null;
  /** The label from which buckets are not over yet; null when all are over. */
  readonly incompleteFrom: string | null;
  readonly query: QueryInfo;
}

export const bucketsMax = 10_000;
export const groupByMax = 20;
export const groupsMax = 1_000;
/** Groups times buckets: each group's series contains every bucket. */
export const seriesValuesMax = 500_000;
/** One row for every possible value, for each total of a bucket or a group, and one more to detect too many. */
const rowsMax = seriesValuesMax + bucketsMax + groupsMax + 2;
/** A row has up to four group columns, one less with `groupLimit`, and its bucket, value and kind. */
const cellsMax = rowsMax * 7;
/** Approximate memory of a label or a value. */
const bytesPerValue = 48;

/** A Metric's value in each bucket of a time range, in total and per group. Empty buckets are included as 0. */
export function timeSeries(
  services: QueryServices,
  caller: Caller,
  input: TimeSeriesInput,
): Promise<TimeSeriesAnswer> {
  return cachedAnswer(services, 'TIME_SERIES', caller.principal, input, () =>
    compute(services, caller, input),
  );
}

async function compute(
  services: QueryServices,
  { principal, signal, allowance }: Caller,
  input: TimeSeriesInput,
): Promise<Computed<TimeSeriesAnswer>> {
  const { catalog, parsers, clock, runner } = services;
  const nowMs = clock.now();
  if (input.groupBy.length > groupByMax)
    throw badRequest(`groupBy: at most ${groupByMax} columns are allowed`);
  const groupLimit = checkedGroupLimit(input);
  const metric = await findMetric(services, principal, input.metric);
  const groupBy = input.groupBy.map((name, index) => sourceColumn(metric.source, name, `groupBy[${index}]`));
  const asked = await queryScope(input, metric.source, metric.timestamp, {
    catalog,
    parsers,
    nowMs,
    lastNUnit: input.granularity,
  });
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, asked.filter]));
  const query = { principal, type: 'METRIC', subtype: 'TIME_SERIES', signal, allowance, basis } as const;
  const { scope, earlier } = await resolveOpenEnds(runner, query, metric.source, asked);
  const { startMs, stopMs } = scope.timeRange;
  const starts = bucketStarts(startMs, stopMs, input.granularity, scope, bucketsMax);
  const unfinishedMs = firstUnfinished(starts, nowMs, input.granularity, scope);
  const needs = metricNeeds(metric, scope, input, { where: 'the time series', names: input.groupBy });
  const booster = await fittingBooster(services, { ...needs, starts });
  const { result, info } = await runner.run({
    ...query,
    earlier,
    booster,
    resultRowsMax: rowsMax,
    resultCellsMax: cellsMax,
    ...written((printing) =>
      statement(metric, scope, starts, { groupBy, groupLimit }, booster.used, printing),
    ),
  });
  const answer = {
    ...(await arrange(starts, { groupBy, groupLimit }, result, info, signal)),
    format: metric.format,
    incompleteFrom: unfinishedMs === null ? null : formatDateTime(unfinishedMs),
  };
  const values = starts.length * (2 + (answer.groups?.length ?? 0));
  return {
    answer,
    basis,
    bytes: info.sql.length + values * bytesPerValue,
    changesAtMs: unfinishedMs === null ? undefined : nextMinuteMs(nowMs),
  };
}

/** How records are grouped. */
interface Grouping {
  readonly groupBy: readonly Column[];
  readonly groupLimit: number | null;
}

function checkedGroupLimit({ groupBy, groupLimit }: TimeSeriesInput): number | null {
  if (groupLimit == null) return null;
  if (groupLimit < 1 || groupLimit > groupsMax)
    throw badRequest(`groupLimit must be from 1 to ${groupsMax}, but is ${groupLimit}`);
  if (groupBy.length === 0)
    throw badRequest('groupLimit: there are no groups to limit; give the columns in groupBy');
  return groupLimit;
}

function statement(
  metric: FoundMetric,
  scope: ClosedScope,
  starts: readonly number[],
  { groupBy, groupLimit }: Grouping,
  boosted: boolean,
  printing: Printing,
): Sql {
  const { values, mode } = printing;
  const rows = { source: metric.source, ...scope, filters: [metric.filter, scope.filter], boosted };
  const bucket = {
    alias: sql`_weir_bucket`,
    of: (time: Sql) => bucketIndexSql(time, starts, scope.timeRange.stopMs, values, mode),
  };
  const groups = groupBy.map((column, index) => groupKey(column, sql`_weir_g${index}`));
  const value = { alias: sql`_weir_value`, value: metric.value };
  const totals = groups.length > 0;
  const printed =
    groupLimit === null
      ? printMetricRows({ ...rows, keys: [bucket, ...groups], values: [value], totals }, printing)
      : printRowsWithOthers(
          { rows, bucket, groups, value, first: { limit: groupLimit, sort: 'DESC', withEmpty: true } },
          printing,
        );
  return sql`${printed} LIMIT ${values.add('UInt32', String(rowsMax))}`;
}

async function arrange(
  starts: readonly number[],
  { groupBy, groupLimit }: Grouping,
  result: QueryResult,
  query: QueryInfo,
  signal: AbortSignal | undefined,
): Promise<Omit<TimeSeriesAnswer, 'format' | 'incompleteFrom'>> {
  const groupSize = groupBy.length;
  // The others are one more.
  const allowedGroups = groupLimit === null ? groupsMax : groupLimit + 1;
  const labels = starts.map(formatDateTime);
  const zeros = () => new Array<string | null>(starts.length).fill('0');
  const types = result.columns.map((column) => column.type);
  const valueColumn = groupSize + 1;
  const shownValue = (row: readonly EngineCell[]) =>
    formatCell(types[valueColumn] ?? '', row[valueColumn] ?? null);
  const totals = zeros();
  const groups = new Map<
    string,
    { group: (string | null)[]; isOthers: boolean; values: (string | null)[] }
  >();
  const place = (row: readonly EngineCell[]) => {
    const bucket = Number(row[0]);
    // A range without buckets has no records, but without grouping there is still a total.
    if (bucket >= starts.length) return;
    const kind = Number(row[valueColumn + 1]);
    if (groupSize === 0 || kind === rowOf.bucket) {
      totals[bucket] = shownValue(row);
      return;
    }
    const isOthers = groupLimit !== null && Number(row[valueColumn + 2]) !== 0;
    const group = Array.from({ length: groupSize }, (_, index) =>
      isOthers ? othersName : formatCell(types[index + 1] ?? '', row[index + 1] ?? null),
    );
    // The others are not the group whose values have their name.
    const key = isOthers ? othersName : JSON.stringify(group);
    const entry = groups.get(key) ?? { group, isOthers, values: zeros() };
    // The rows of whole groups only tell the order of the groups.
    if (kind === rowOf.groupAndBucket) entry.values[bucket] = shownValue(row);
    groups.set(key, entry);
    if (groups.size > allowedGroups) throw tooMany(`${groupsMax} groups`, groupLimit);
    if (groups.size * starts.length > seriesValuesMax)
      throw tooMany(`${seriesValuesMax} values over all groups`, groupLimit);
  };
  await inSlices(result.rows, place, signal);
  const found = [...groups.values()];
  // With a limit, they are in the order of their totals.
  const ordered = groupLimit === null ? found.sort(byGroup(groupBy)) : found;
  return {
    labels,
    values: totals,
    groups: groupSize === 0 ? null : ordered.map((entry) => ({ ...entry, labels })),
    query,
  };
}

function tooMany(limit: string, groupLimit: number | null) {
  const remedy =
    groupLimit === null
      ? 'set groupLimit to get the largest groups and all others as one, add a filter, or choose a coarser granularity'
      : 'lower groupLimit, or choose a coarser granularity';
  return badRequest(`groupBy: one time series can have at most ${limit}; ${remedy}`);
}

interface Group {
  readonly group: readonly (string | null)[];
}

/** Sorts groups by their values, nulls last, so that the order is stable. */
function byGroup(groupBy: readonly Column[]) {
  const numeric = groupBy.map(({ type }) => isNumeric(typeOfColumn(type)));
  return (a: Group, b: Group): number => {
    for (const [index, left] of a.group.entries()) {
      const right = b.group[index] ?? null;
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      // Numbers too long to differ as doubles have texts of the same length, so comparing texts is correct.
      return (numeric[index] && Number(left) - Number(right)) || (left < right ? -1 : 1);
    }
    return 0;
  };
}
