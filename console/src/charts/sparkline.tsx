import type { ChartData } from './chart-data.js';
import './sparkline.css';

const width = 240;
const height = 56;
const margin = 3;

type SparklineProps = Pick<ChartData, 'description' | 'incompleteFrom'> & {
  readonly values: readonly (number | null)[];
};

/** A small line without axes. The part that can still change is dashed. */
export function Sparkline({ values, description, incompleteFrom = values.length }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  const max = Math.max(...known, 0);
  const min = Math.min(...known, 0);
  const x = (index: number) => margin + (index * (width - 2 * margin)) / Math.max(values.length - 1, 1);
  const y = (value: number) => height - margin - ((value - min) * (height - 2 * margin)) / (max - min || 1);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value ?? 0).toFixed(1)}`);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={description}
    >
      <polyline points={points.slice(0, incompleteFrom).join(' ')} />
      {incompleteFrom < values.length && (
        <polyline className="incomplete" points={points.slice(Math.max(incompleteFrom - 1, 0)).join(' ')} />
      )}
    </svg>
  );
}
