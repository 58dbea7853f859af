import type { ValueFormat } from '@weir/client';

export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The values as the API returned them, where those are not rounded. */
  readonly exact?: readonly (string | null)[] | undefined;
}

export interface ChartData {
  readonly kind: 'line' | 'bar' | 'stacked' | 'pie' | 'ranking';
  /** What the chart shows, in a sentence, for screen readers. */
  readonly description: string;
  readonly labels: readonly string[];
  /** At most as many as there are colours. */
  readonly series: readonly ChartSeries[];
  /** Of the Metric, for axes and tooltips. */
  readonly format?: ValueFormat | null | undefined;
  /** The Metric over all series at each point. It is not always their sum: think of an average. */
  readonly totals?: readonly (string | null)[] | undefined;
  /** The first point whose value can still change. */
  readonly incompleteFrom?: number | undefined;
}

/** A value of the API as a number to draw. It may be rounded; the table shows the exact value. */
export const drawn = (value: string | null | undefined): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);

/** Where the label is that the API names; undefined if it names none. */
export function indexOfLabel(
  labels: readonly string[],
  label: string | null | undefined,
): number | undefined {
  const index = label ? labels.indexOf(label) : -1;
  return index < 0 ? undefined : index;
}

/** The colours `--chart-1` to `--chart-12`. */
export const paletteSize = 12;

export const colourName = (index: number) => `chart-${(index % paletteSize) + 1}`;
