import { bucketStarts, firstUnfinished } from '../base/buckets.js';
import { checkRange } from '../base/check-range.js';
import { formatDateTime } from '../base/date-time.js';
import { badInput } from '../base/errors.js';
import type { Granularity } from '../base/granularity.js';
import type { MetricFormat } from '../catalog/metric-format.js';
import { bucketIndexSql } from '../sql/bucket.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import {
  type ArrangedSeries,
  arrangeSeries,
  groupsMax,
  type SeriesGrouping,
  seriesValuesMax,
} from './arranged-series.js';
import { type Computed, cachedAnswer, nextMinuteMs } from './cached-answer.js';
import type { Caller } from './caller.js';
import { type ComparedSeries, compareSeries, type SeriesComparison } from './compare-series.js';
import { bothEnd, type ComparableInput, type ComparedPeriod, comparedScope } from './compared-scope.js';
import { type FoundMetric, findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows, type RowKey } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { EarlierWork, QueryRequest } from './query-request.js';
import { dependsOn, queryScope } from './query-scope.js';
import { type Printing, sourceColumn } from './readable-source.js';
import { returnedGroups } from './returned-groups.js';
import {
  type ChosenGroups,
  groupKey,
  isAmong,
  printRowsWithOthers,
  type RowsWithOthers,
} from './rows-with-others.js';
import { styleOf } from './shown-rows.js';
import { type ClosedScope, resolveOpenEnds } from './time-bounds.js';
import { written } from './written-statement.js';

export interface TimeSeriesInput extends ComparableInput {
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
  /** Null unless the input compares. */
  readonly comparison: SeriesComparison | null;
}

export interface TimeSeriesAnswer {
  readonly labels: readonly string[];
  readonly values: readonly (string | null)[];
  readonly groups: readonly TimeSeriesGroup[] | null;
  readonly format: MetricFormat | null;
  /** The label from which buckets are not over yet; null when all are over. */
  readonly incompleteFrom: string | null;
  /** Null unless the input compares. */
  readonly comparison: (SeriesComparison & ComparedPeriod) | null;
  readonly query: QueryInfo;
}

export const bucketsMax = 10_000;
export const groupByMax = 20;
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
    throw badInput('groupBy', `at most ${groupByMax} columns are allowed`);
  const groupLimit = checkedGroupLimit(input);
  const metric = await findMetric(services, principal, input.metric);
  const groupBy = input.groupBy.map((name, index) => sourceColumn(metric.source, name, `groupBy[${index}]`));
  const asked = await queryScope(input, metric.source, metric.timestamp, {
    principal,
    catalog,
    parsers,
    nowMs,
    lastNUnit: input.granularity,
  });
  const compared = comparedScope(asked, input, nowMs);
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, asked.filter]));
  const query = { principal, type: 'METRIC', subtype: 'TIME_SERIES', signal, allowance, basis } as const;
  const { scope, earlier } = await resolveOpenEnds(runner, query, metric.source, asked);
  const grouping = { groupBy, groupLimit, style: styleOf(metric.value) };
  const reading = { services, query, metric, input, grouping };
  const main = readSeries(reading, scope, { earlier });
  const readEarlier = async () =>
    compared &&
    readSeries(reading, compared.scope, groupBy.length === 0 ? {} : { sameAs: { scope, read: await main } });
  const [read, before] = await bothEnd(main, readEarlier());
  const { starts, series, info } = read;
  const unfinishedMs = firstUnfinished(starts, nowMs, input.granularity, scope);
  const compare =
    compared && before && (await compareSeries(series, before.series, labelsOf(before), signal));
  const labels = labelsOf(read);
  const groups = series.groups.map(({ group, isOthers, values }, index) => {
    const comparison = compare?.groups[index] ?? null;
    return { group, isOthers, labels, values, comparison };
  });
  const answer = {
    labels,
    values: series.values,
    groups: groupBy.length === 0 ? null : groups,
    format: metric.format,
    incompleteFrom: unfinishedMs === null ? null : formatDateTime(unfinishedMs),
    comparison: compared &&
      before &&
      compare && { ...withoutGroups(compare), timeRange: compared.shown, query: before.info },
    query: info,
  };
  return {
    answer,
    basis,
    bytes: sizeOf(read, compare),
    changesAtMs: unfinishedMs === null ? compared?.changesAtMs : nextMinuteMs(nowMs),
  };
}

const labelsOf = ({ starts }: ReadSeries) => starts.map(formatDateTime);

const withoutGroups = ({ groups: _, ...comparison }: ComparedSeries): SeriesComparison => comparison;

/** The labels, the values over all groups, and those of each; of a comparison also the changes and their percentages. */
function sizeOf({ starts, series, info }: ReadSeries, compare: ComparedSeries | null): number {
  const values = starts.length + 3 * (compare?.values.length ?? 0);
  return (compare ? 2 : 1) * info.sql.length + values * (2 + series.groups.length) * bytesPerValue;
}

/** What all periods of a query have in common. */
interface Reading {
  readonly services: QueryServices;
  readonly query: Pick<QueryRequest, 'principal' | 'type' | 'subtype' | 'signal' | 'allowance' | 'basis'>;
  readonly metric: FoundMetric;
  readonly input: TimeSeriesInput;
  readonly grouping: SeriesGrouping;
}

interface ReadSeries {
  readonly starts: readonly number[];
  readonly series: ArrangedSeries;
  readonly info: QueryInfo;
}

interface ReadOptions {
  readonly earlier?: EarlierWork | undefined;
  /** Has the groups of this series instead of its own. */
  readonly sameAs?: { readonly scope: ClosedScope; readonly read: ReadSeries };
}

async function readSeries(
  reading: Reading,
  scope: ClosedScope,
  { earlier, sameAs }: ReadOptions,
): Promise<ReadSeries> {
  const { services, query, metric, input, grouping } = reading;
  const { startMs, stopMs } = scope.timeRange;
  const starts = bucketStarts(startMs, stopMs, input.granularity, scope, bucketsMax);
  const needs = metricNeeds(metric, scope, input, { where: 'the time series', names: input.groupBy });
  const booster = await fittingBooster(services, { ...needs, starts });
  const asked = groupsAsked(metric, scope, grouping, booster.used);
  const chosen = sameAs && groupsOf(sameAs.read.series, groupsAsked(metric, sameAs.scope, grouping, false));
  const { result, info } = await services.runner.run({
    ...query,
    earlier,
    booster,
    resultRowsMax: rowsMax,
    resultCellsMax: cellsMax,
    ...written((printing) => statement({ ...asked, chosen }, grouping, starts, stopMs, printing)),
  });
  const series = await arrangeSeries(starts.length, grouping, result, query.signal);
  return { starts, series, info };
}

const groupsOf = ({ groups, groupTypes: types }: ArrangedSeries, asked: RowsWithOthers): ChosenGroups =>
  returnedGroups(asked, {
    types,
    keys: groups.flatMap(({ isOthers, cells }) => (isOthers ? [] : [cells])),
  });

function checkedGroupLimit({ groupBy, groupLimit }: TimeSeriesInput): number | null {
  if (groupLimit == null) return null;
  checkRange('groupLimit', groupLimit, 1, groupsMax);
  if (groupBy.length === 0)
    throw badInput('groupLimit', 'there are no groups to limit; give the columns in groupBy');
  return groupLimit;
}

/** The groups of a period, the largest first. */
function groupsAsked(
  metric: FoundMetric,
  scope: ClosedScope,
  { groupBy, groupLimit }: SeriesGrouping,
  boosted: boolean,
): RowsWithOthers {
  return {
    rows: { source: metric.source, ...scope, filters: [metric.filter, scope.filter], boosted },
    groups: groupBy.map((column, index) => groupKey(column, sql`_weir_g${index}`)),
    value: { alias: sql`_weir_value`, value: metric.value },
    first: { limit: groupLimit ?? groupsMax, sort: 'DESC', withEmpty: true },
  };
}

function statement(
  asked: RowsWithOthers,
  { groupLimit }: SeriesGrouping,
  starts: readonly number[],
  stopMs: number,
  printing: Printing,
): Sql {
  const { values, mode } = printing;
  const bucket = {
    alias: sql`_weir_bucket`,
    of: (time: Sql) => bucketIndexSql(time, starts, stopMs, values, mode),
  };
  const printed =
    groupLimit === null
      ? printGroups({ ...asked, bucket }, printing)
      : printRowsWithOthers({ ...asked, bucket }, printing);
  return sql`${printed} LIMIT ${values.add('UInt32', String(rowsMax))}`;
}

/** The rows of all groups, or of those that were chosen, and those over all groups. */
function printGroups(
  { rows, bucket, groups, value, chosen }: RowsWithOthers & { readonly bucket: RowKey },
  printing: Printing,
): Sql {
  const totals = groups.length > 0;
  const printed = printMetricRows({ ...rows, keys: [bucket, ...groups], values: [value], totals }, printing);
  if (!chosen) return printed;
  const shown = joinSql([bucket, ...groups, value].map(({ alias }) => alias));
  // Unlike conditions on records, this one is checked once per group.
  const isShown = sql`_weir_total = 1 OR ${isAmong(groups, chosen, printing)}`;
  return sql`SELECT ${shown}, _weir_total FROM (${printed}) WHERE ${isShown}`;
}
