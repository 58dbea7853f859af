import type { EChartsCoreOption } from 'echarts/core';
import { shortValue } from '../format/short-value.js';
import { type ChartData, type ChartSeries, colourName } from './chart-data.js';

type Colour = (name: string) => string;

const pointsWithSymbolMax = 60;

/** The options of the chart library. Legend and tooltip are elements of the page: see `ChartLegend` and `ChartTooltip`. */
export function chartOption(
  data: ChartData,
  hidden: ReadonlySet<number>,
  colour: Colour,
  canZoom = false,
): EChartsCoreOption {
  const common = {
    animation: false,
    textStyle: { color: colour('text-2'), fontFamily: colour('font') },
  };
  if (data.kind === 'pie') return { ...common, ...pie(data, hidden, colour) };
  if (data.kind === 'ranking') return { ...common, ...ranking(data, colour) };
  return { ...common, ...overTime(data, hidden, colour), ...(canZoom && brush(colour)) };
}

const brush = (colour: Colour) => ({
  brush: {
    xAxisIndex: 0,
    brushMode: 'single',
    transformable: false,
    brushStyle: { color: colour('accent-soft'), borderColor: colour('accent'), opacity: 0.5 },
    // Marking nothing: the selection becomes the time range.
    outOfBrush: {},
  },
});

function pie({ labels, series }: ChartData, hidden: ReadonlySet<number>, colour: Colour) {
  const slices = labels.map((name, index) => ({
    name,
    id: String(index),
    value: series[0]?.values[index] ?? 0,
    itemStyle: { color: colour(colourName(index)) },
  }));
  return {
    series: [
      {
        type: 'pie',
        id: '0',
        radius: ['42%', '74%'],
        label: { color: colour('text-2') },
        data: slices.filter((_, index) => !hidden.has(index)),
      },
    ],
  };
}

const isWhole = ({ values }: ChartSeries) =>
  values.every((value) => value === null || Number.isInteger(value));

const valueAxis = ({ series, format }: ChartData, colour: Colour) => ({
  type: 'value',
  axisLabel: { color: colour('text-2'), formatter: (value: number) => shortValue(value, format) },
  splitLine: { lineStyle: { color: colour('line') } },
  // There is nothing between two records.
  ...(series.every(isWhole) && { minInterval: 1 }),
});

const categoryAxis = (labels: readonly string[], colour: Colour) => ({
  type: 'category',
  data: [...labels],
  axisLabel: { color: colour('text-2'), hideOverlap: true, width: 220, overflow: 'truncate' },
  axisLine: { lineStyle: { color: colour('line-strong') } },
  axisTick: { show: false },
  axisPointer: { show: true, label: { show: false } },
});

function ranking(data: ChartData, colour: Colour) {
  const { labels, series } = data;
  return {
    grid: { left: 8, right: 24, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: valueAxis(data, colour),
    yAxis: { ...categoryAxis(labels, colour), inverse: true },
    series: series.map(({ name, values }, index) => ({
      type: 'bar',
      id: String(index),
      name,
      data: [...values],
      barMaxWidth: 26,
      color: colour(colourName(index)),
    })),
  };
}

function overTime(data: ChartData, hidden: ReadonlySet<number>, colour: Colour) {
  const { kind, labels, series } = data;
  return {
    grid: {
      left: 8,
      right: 20,
      top: 16,
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { ...categoryAxis(labels, colour), boundaryGap: kind !== 'line' },
    yAxis: valueAxis(data, colour),
    series: series.flatMap((one, index): readonly object[] =>
      hidden.has(index)
        ? []
        : (kind === 'line' ? lineParts : bars)(one, data, index, colour(colourName(index))),
    ),
  };
}

/** A line up to the last complete point, and a dashed one from there on. */
function lineParts({ name, values }: ChartSeries, data: ChartData, index: number, color: string) {
  const { incompleteFrom = values.length, labels } = data;
  const line = {
    name,
    type: 'line',
    color,
    showSymbol: labels.length <= pointsWithSymbolMax,
    symbolSize: 6,
  };
  const complete = {
    ...line,
    id: String(index),
    data: values.map((value, at) => (at < incompleteFrom ? value : null)),
  };
  if (incompleteFrom >= values.length) return [complete];
  const rest = {
    ...line,
    id: `${index} incomplete`,
    data: values.map((value, at) => (at >= incompleteFrom - 1 ? value : null)),
    lineStyle: { type: 'dashed' },
  };
  return [complete, rest];
}

function bars({ name, values }: ChartSeries, data: ChartData, index: number, color: string) {
  const { incompleteFrom = values.length, kind } = data;
  const incomplete = { borderType: 'dashed', borderColor: color, borderWidth: 1, opacity: 0.5 };
  return [
    {
      name,
      type: 'bar',
      id: String(index),
      color,
      barMaxWidth: 40,
      data: values.map((value, at) => (at < incompleteFrom ? value : { value, itemStyle: incomplete })),
      ...(kind === 'stacked' && { stack: 'all' }),
    },
  ];
}

/** The number of a series of the data, from the ID of one that is drawn. */
export const seriesOfId = (id: string): number => Number.parseInt(id, 10);
