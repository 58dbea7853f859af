import type { ValueFormat } from '@weir/client';
import { type ChartData, drawn, indexOfLabel, paletteSize } from '../../charts/chart-data.js';
import { countText, formatInstant, formatOffset } from '../../format/format.js';
import type { ExploreResult } from './explore-request.js';
import type { ExploreView } from './explore-view.js';
import { changeCells, changeText, goneText, periodText } from './shown-change.js';

/** A result as a table, which is also the download, and as a chart or one large number where that fits. */
export interface Shown {
  readonly title: string;
  readonly headers: readonly (string | null)[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** The columns that hold values, with the format of each. */
  readonly numeric: ReadonlyMap<number, ValueFormat | null | undefined>;
  readonly chart?: ChartData;
  readonly counter?: string | null;
  /** How the counter changed since the earlier period, in words. */
  readonly change?: string | undefined;
  /** What the chart leaves out or draws differently. */
  readonly notes?: readonly string[];
}

const othersName = 'Others';

export function shownResult(view: ExploreView, timeZone: string, result: ExploreResult, name: string): Shown {
  if (result.counter !== undefined) {
    const value = result.counter?.value ?? null;
    return {
      title: name,
      headers: [name],
      rows: [[value]],
      numeric: new Map([[0, result.counter?.format]]),
      counter: value,
      change: result.counter?.comparison
        ? changeText(result.counter.comparison, result.counter.format, timeZone)
        : undefined,
    };
  }
  if (result.timeSeries) return shownSeries(view, timeZone, result.timeSeries, name);
  if (result.leaderboard) return shownRanking(view, timeZone, result.leaderboard, name);
  const { headers = [], rows = [], formats = [] } = result.metricReport ?? {};
  const numeric = new Map(formats.map((format, index) => [index, format] as const).slice(view.dims.length));
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
  const groups = series.groups?.map(({ group, isOthers, values }) => ({
    name: isOthers ? othersName : group.map((value) => value ?? 'null').join(', '),
    isOthers,
    values,
  }));
  const { comparison } = series;
  const main = groups && view.group !== '' ? groups : [{ name, isOthers: false, values: series.values }];
  const earlier = comparison && {
    name: `${name}, ${periodText(comparison.timeRange, timeZone)}`,
    isOthers: false,
    values: labels.map((_, index) => comparison.values[index] ?? null),
  };
  const lines = earlier ? [...main, earlier] : main;
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
  const bucketText = view.gran.toLowerCase().replaceAll('_', ' ');
  const drawnLines = drawnOf(lines);
  const incompleteFrom = indexOfLabel(series.labels, series.incompleteFrom);
  return {
    title: `${name} by ${[bucketText, ...(view.group === '' ? [] : [view.group])].join(' and ')}, ${timeZone}`,
    headers,
    rows,
    numeric: new Map(headers.map((_, index) => [index, series.format] as const).slice(1)),
    chart: {
      // Two periods are not parts of one sum.
      kind: earlier && view.chart === 'stacked' ? 'bar' : view.chart,
      description: `${name} over time: ${lines.length} series of ${labels.length} points`,
      labels,
      format: series.format,
      series: drawnLines.map((line) => ({
        name: line.name,
        values: line.values.map(drawn),
        exact: line.values,
      })),
      totals: groups && series.values,
      incompleteFrom,
    },
    notes: [
      ...(drawnLines.length < lines.length
        ? [`The chart shows ${drawnLines.length} of ${lines.length} series, the table shows all.`]
        : []),
      ...(incompleteFrom === undefined ? [] : [`Dashed from ${labels[incompleteFrom]}: not over yet.`]),
    ],
  };
}

/** As many lines as there are colours: the largest, which come first, and the others. */
export function drawnOf<Line extends { readonly isOthers: boolean }>(
  lines: readonly Line[],
): readonly Line[] {
  if (lines.length <= paletteSize) return lines;
  const others = lines.filter(({ isOthers }) => isOthers);
  return [...lines.filter(({ isOthers }) => !isOthers).slice(0, paletteSize - others.length), ...others];
}

type Leaderboard = NonNullable<ExploreResult['leaderboard']>;

function shownRanking(view: ExploreView, timeZone: string, result: Leaderboard, name: string): Shown {
  const { headers, format, hasOthers, comparison } = result;
  const last = headers.length - 1;
  const rows = result.rows.map((row, index) =>
    hasOthers && index === result.rows.length - 1
      ? row.map((value, column) => (column === last ? value : othersName))
      : row,
  );
  const labels = rows.map((row) => {
    const values = row.slice(0, last).map((value) => value ?? 'null');
    return values.every((value) => value === othersName) ? othersName : values.join(', ');
  });
  return {
    title: `${name} by ${view.dims.join(', ')}`,
    headers: comparison
      ? [...headers, `Before: ${periodText(comparison.timeRange, timeZone)}`, 'Change', 'Change in percent']
      : headers,
    rows: comparison ? rows.map((row, index) => [...row, ...changeCells(comparison.rows[index])]) : rows,
    numeric: new Map([
      [last, format],
      [last + 1, format],
      [last + 2, format],
      [last + 3, null],
    ]),
    notes: comparison?.gone.length ? [`Gone: ${comparison.gone.map(goneText).join('; ')}.`] : [],
    chart: {
      kind: view.view === 'pie' ? 'pie' : 'ranking',
      description: `${name} by ${view.dims.join(', ')}: ${countText(rows.length, 'row')}`,
      labels,
      format,
      series: [
        { name, values: rows.map((row) => drawn(row[last])), exact: rows.map((row) => row[last] ?? null) },
      ],
    },
  };
}
