import { formatValue } from '@weir/client';
import { shortValue } from '../format/short-value.js';
import type { ChartData } from './chart-data.js';
import { Swatch } from './chart-legend.js';

export interface HoveredPoint {
  readonly point: number;
  /** In pixels from the left of the chart, whose width is beside it. */
  readonly x: number;
  readonly width: number;
}

interface ChartTooltipProps {
  readonly data: ChartData;
  readonly hidden: ReadonlySet<number>;
  readonly hovered: HoveredPoint;
}

/** The values at a point, the largest first, and their total. */
export function ChartTooltip({ data, hidden, hovered: { point, x, width } }: ChartTooltipProps) {
  const { labels, series, format, totals } = data;
  const byPoint = data.kind === 'pie' || data.kind === 'ranking';
  const rows = series
    .map(({ name, values, exact }, index) => ({
      name,
      index: data.kind === 'pie' ? point : index,
      value: values[point] ?? null,
      text: exact?.[point] ?? values[point] ?? null,
    }))
    .filter(({ index }) => byPoint || !hidden.has(index))
    .sort((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY));
  const isIncomplete = data.incompleteFrom !== undefined && point >= data.incompleteFrom;
  return (
    <div
      className="chart-tooltip"
      role="tooltip"
      style={x < width / 2 ? { left: x + 16 } : { right: width - x + 16 }}
    >
      <strong>{labels[point]}</strong>
      {isIncomplete && <span className="note small"> not over yet</span>}
      <table>
        <tbody>
          {rows.map(({ name, index, text }) => (
            <tr key={index}>
              <td>
                <Swatch index={index} /> {name}
              </td>
              <td className="number">{shortValue(text, format)}</td>
            </tr>
          ))}
          {data.kind === 'pie' && (
            <tr className="total">
              <td>Share</td>
              <td className="number">{shareText(data, point)}</td>
            </tr>
          )}
          {totals && series.length > 1 && (
            <tr className="total">
              <td>Total</td>
              <td className="number">{shortValue(totals[point] ?? null, format)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Of the whole pie, also of slices that are hidden. */
function shareText({ series }: ChartData, point: number): string {
  const values = series[0]?.values ?? [];
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return formatValue(total === 0 ? null : (values[point] ?? 0) / total, { style: 'PERCENT' });
}
