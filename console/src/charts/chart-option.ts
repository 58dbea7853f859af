import { formatValue } from '@weir/client';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartData } from './chart-data.js';

type Colour = (name: string) => string;

const paletteSize = 8;
const pointsWithSymbolMax = 60;

/** The options of the chart library. Tooltips are rendered as text, never as HTML, because they contain event data. */
export function chartOption(data: ChartData, colour: Colour): EChartsCoreOption {
  const text = { color: colour('text-2'), fontFamily: colour('font') };
  const common = {
    animation: false,
    color: Array.from({ length: paletteSize }, (_, index) => colour(`chart-${index + 1}`)),
    textStyle: text,
    tooltip: {
      trigger: data.kind === 'pie' ? 'item' : 'axis',
      renderMode: 'richText',
      confine: true,
      valueFormatter: shownBy(data),
      backgroundColor: colour('surface'),
      borderColor: colour('line'),
      textStyle: { color: colour('text') },
    },
  };
  if (data.kind === 'pie') return { ...common, ...pie(data, text) };
  return { ...common, ...(data.kind === 'ranking' ? ranking(data, colour) : overTime(data, colour, text)) };
}

function pie({ labels, series }: ChartData, text: object) {
  return {
    legend: { type: 'scroll', bottom: 0, textStyle: text },
    series: [
      {
        type: 'pie',
        radius: ['42%', '68%'],
        center: ['50%', '44%'],
        label: text,
        data: labels.map((name, index) => ({ name, value: series[0]?.values[index] ?? 0 })),
      },
    ],
  };
}

const shownBy =
  ({ format }: ChartData) =>
  (value: unknown) =>
    formatValue(value as number | null, format);

const valueAxis = (data: ChartData, colour: Colour) => ({
  type: 'value',
  axisLabel: { color: colour('text-2'), formatter: shownBy(data) },
  splitLine: { lineStyle: { color: colour('line') } },
});

const categoryAxis = (labels: readonly string[], colour: Colour) => ({
  type: 'category',
  data: [...labels],
  axisLabel: { color: colour('text-2'), hideOverlap: true },
  axisLine: { lineStyle: { color: colour('line-strong') } },
  axisTick: { show: false },
});

function ranking(data: ChartData, colour: Colour) {
  const { labels, series } = data;
  return {
    grid: { left: 8, right: 24, top: 8, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: valueAxis(data, colour),
    yAxis: { ...categoryAxis(labels, colour), inverse: true },
    series: series.map(({ name, values }) => ({ type: 'bar', name, data: [...values], barMaxWidth: 26 })),
  };
}

function overTime(data: ChartData, colour: Colour, text: object) {
  const { kind, labels, series } = data;
  const many = series.length > 1;
  return {
    legend: { show: many, type: 'scroll', bottom: 0, textStyle: text },
    grid: {
      left: 8,
      right: 20,
      top: 16,
      bottom: many ? 34 : 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { ...categoryAxis(labels, colour), boundaryGap: kind !== 'line' },
    yAxis: valueAxis(data, colour),
    series: series.map(({ name, values }) => ({
      name,
      type: kind === 'line' ? 'line' : 'bar',
      data: [...values],
      showSymbol: labels.length <= pointsWithSymbolMax,
      barMaxWidth: 40,
      ...(kind === 'stacked' && { stack: 'all' }),
    })),
  };
}
