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
import { columnSortValue } from '../sql/sort-value.js';
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
import { type ClosedScope, resolveOpenEnds } from './time-bounds.js';
import { written } from './written-statement.js';

export interface TimeSeriesInput extends ScopeInput {
  readonly metric: MetricReference;
  readonly granularity: Granularity;
  readonly groupBy: readonly string[];
}

export interface TimeSeriesGroup {
  readonly group: readonly (string | null)[];
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
/** One row for every possible value and for each total, and one more to detect too many. */
const rowsMax = seriesValuesMax + bucketsMax + 1;
/** A row has up to four group columns, and its bucket, value and kind. */
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
    ...written((printing) => statement(metric, scope, starts, groupBy, booster.used, printing)),
  });
  const answer = {
    ...(await arrange(starts, groupBy, result, info, signal)),
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

function statement(
  metric: FoundMetric,
  scope: ClosedScope,
  starts: readonly number[],
  groupBy: readonly Column[],
  boosted: boolean,
  printing: Printing,
): Sql {
  const { values, mode } = printing;
  const rows = {
    source: metric.source,
    ...scope,
    filters: [metric.filter, scope.filter],
    keys: [
      {
        alias: sql`_weir_bucket`,
        of: (time: Sql) => bucketIndexSql(time, starts, scope.timeRange.stopMs, values, mode),
      },
      ...groupBy.map((column, index) => ({
        alias: sql`_weir_g${index}`,
        of: () => columnSortValue(column).expr,
      })),
    ],
    values: [{ alias: sql`_weir_value`, value: metric.value }],
    totals: groupBy.length > 0,
    boosted,
  };
  return sql`${printMetricRows(rows, printing)} LIMIT ${values.add('UInt32', String(rowsMax))}`;
}

async function arrange(
  starts: readonly number[],
  groupBy: readonly Column[],
  result: QueryResult,
  query: QueryInfo,
  signal: AbortSignal | undefined,
): Promise<Omit<TimeSeriesAnswer, 'format' | 'incompleteFrom'>> {
  const groupSize = groupBy.length;
  const labels = starts.map(formatDateTime);
  const zeros = () => new Array<string | null>(starts.length).fill('0');
  const types = result.columns.map((column) => column.type);
  const valueColumn = groupSize + 1;
  const shownValue = (row: readonly EngineCell[]) =>
    formatCell(types[valueColumn] ?? '', row[valueColumn] ?? null);
  const totals = zeros();
  const groups = new Map<string, { group: (string | null)[]; values: (string | null)[] }>();
  const place = (row: readonly EngineCell[]) => {
    const bucket = Number(row[0]);
    // A range without buckets has no records, but without grouping there is still a total.
    if (bucket >= starts.length) return;
    if (groupSize === 0 || Number(row[valueColumn + 1]) !== 0) {
      totals[bucket] = shownValue(row);
      return;
    }
    const group = Array.from({ length: groupSize }, (_, index) =>
      formatCell(types[index + 1] ?? '', row[index + 1] ?? null),
    );
    const key = JSON.stringify(group);
    const entry = groups.get(key) ?? { group, values: zeros() };
    entry.values[bucket] = shownValue(row);
    groups.set(key, entry);
    if (groups.size > groupsMax) throw tooMany(`${groupsMax} groups`);
    if (groups.size * starts.length > seriesValuesMax)
      throw tooMany(`${seriesValuesMax} values over all groups`);
  };
  await inSlices(result.rows, place, signal);
  return {
    labels,
    values: totals,
    groups:
      groupSize === 0
        ? null
        : [...groups.values()].sort(byGroup(groupBy)).map((entry) => ({ ...entry, labels })),
    query,
  };
}

function tooMany(limit: string) {
  return badRequest(
    `groupBy: one time series can have at most ${limit}; add a filter or choose a coarser granularity`,
  );
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
