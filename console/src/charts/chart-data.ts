import type { ValueFormat } from '@weir/client';

export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  readonly kind: 'line' | 'bar' | 'stacked' | 'pie' | 'ranking';
  /** What the chart shows, in a sentence, for screen readers. */
  readonly description: string;
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Of the Metric, for axes and tooltips. */
  readonly format?: ValueFormat | null | undefined;
}

/** A value of the API as a number to draw. It may be rounded; the table shows the exact value. */
export const drawn = (value: string | null | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);
