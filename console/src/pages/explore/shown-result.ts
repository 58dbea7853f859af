import type { ValueFormat } from '@weir/client';
import { type ChartData, drawn } from '../../charts/chart-data.js';
import { formatInstant, formatOffset } from '../../format/format.js';
import type { ExploreResult } from './explore-request.js';
import type { ExploreView } from './explore-view.js';

/** A result as a table, which is also the download, and as a chart or one large number where that fits. */
export interface Shown {
  readonly title: string;
  readonly headers: readonly (string | null)[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Which columns hold numbers. */
  readonly numeric: ReadonlySet<number>;
  readonly chart?: ChartData;
  readonly counter?: string | null;
  /** Of the counter. */
  readonly format?: ValueFormat | null | undefined;
}

const groupsDrawnMax = 20;

export function shownResult(view: ExploreView, timeZone: string, result: ExploreResult, name: string): Shown {
  if (result.counter !== undefined) {
    const value = result.counter?.value ?? null;
    return {
      title: name,
      headers: [name],
      rows: [[value]],
      numeric: new Set([0]),
      counter: value,
      format: result.counter?.format,
    };
  }
  if (result.timeSeries) return shownSeries(view, timeZone, result.timeSeries, name);
  if (result.leaderboard) return shownRanking(view, result.leaderboard, name);
  const { headers = [], rows = [] } = result.metricReport ?? {};
  const dimensions = view.dims.length;
  const numeric = new Set(headers.map((_, index) => index).filter((index) => index >= dimensions));
  return { title: `${name} by ${view.dims.join(', ')}`, headers, rows, numeric };
}

type TimeSeries = NonNullable<ExploreResult['timeSeries']>;

/** The time of day is shown only for buckets shorter than a day. */
function bucketLabel(label: string, view: ExploreView, timeZone: string): string {
  const text = formatInstant(label, timeZone);
  const lengths: Partial<Record<ExploreView['gran'], number>> = {
    DAY: 10,
    WEEK: 10,
    MONTH: 7,
    QUARTER: 7,
    YEAR: 4,
  };
  return text.slice(0, lengths[view.gran] ?? 16);
}

/** Adds the UTC offset to labels that occur twice because the clocks are set back. */
function bucketLabels(instants: readonly string[], view: ExploreView, timeZone: string): readonly string[] {
  const labels = instants.map((instant) => bucketLabel(instant, view, timeZone));
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return labels.map((label, index) =>
    (counts.get(label) ?? 0) > 1 ? `${label} ${formatOffset(instants[index] ?? '', timeZone)}` : label,
  );
}

function shownSeries(view: ExploreView, timeZone: string, series: TimeSeries, name: string): Shown {
  const labels = bucketLabels(series.labels, view, timeZone);
  const groups = series.groups?.map(({ group, values }) => ({
    name: group.map((value) => value ?? 'null').join(', '),
    values,
  }));
  const lines = groups && view.group !== '' ? groups : [{ name, values: series.values }];
  const headers = [
    `Bucket (${timeZone})`,
    ...lines.map((line) => line.name),
    ...(groups ? ['All groups'] : []),
  ];
  const rows = labels.map((label, index) => [
    label,
    ...lines.map(({ values }) => values[index] ?? null),
    ...(groups ? [series.values[index] ?? null] : []),
  ]);
  return {
    title: `${name} by ${view.gran.toLowerCase().replaceAll('_', ' ')}, ${timeZone}`,
    headers,
    rows,
    numeric: new Set(headers.map((_, index) => index).slice(1)),
    chart: {
      kind: view.chart,
      description: `${name} over time: ${lines.length} series of ${labels.length} points`,
      labels,
      format: series.format,
      series: lines
        .slice(0, groupsDrawnMax)
        .map((line) => ({ name: line.name, values: line.values.map(drawn) })),
    },
  };
}

type Leaderboard = NonNullable<ExploreResult['leaderboard']>;

function shownRanking(view: ExploreView, { headers, rows, format }: Leaderboard, name: string): Shown {
  const last = headers.length - 1;
  const labels = rows.map((row) =>
    row
      .slice(0, last)
      .map((value) => value ?? 'null')
      .join(', '),
  );
  return {
    title: `${name} by ${view.dims.join(', ')}`,
    headers,
    rows,
    numeric: new Set([last]),
    chart: {
      kind: view.view === 'pie' ? 'pie' : 'ranking',
      description: `${name} by ${view.dims.join(', ')}: ${rows.length} rows`,
      labels,
      format,
      series: [{ name, values: rows.map((row) => drawn(row[last])) }],
    },
  };
}
