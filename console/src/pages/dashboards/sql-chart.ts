import type { SqlQuery, TileChart } from '@weir/client';
import { type ChartData, drawn } from '../../charts/chart-data.js';
import { isNumericType } from '../../format/column-rules.js';

type SqlAnswer = SqlQuery['sqlV1'];

export const chartKinds: Readonly<Record<Exclude<TileChart, 'TABLE'>, ChartData['kind']>> = {
  LINE: 'line',
  BAR: 'bar',
  STACKED: 'stacked',
  RANKING: 'ranking',
  PIE: 'pie',
};

/** The first column has the labels, the numeric columns after it are drawn. Undefined if there are none. */
export function sqlChart(
  { columns, rows }: Pick<SqlAnswer, 'columns' | 'rows'>,
  chart: Exclude<TileChart, 'TABLE'>,
): ChartData | undefined {
  const numbers = columns.flatMap(({ type, columnName }, index) =>
    index > 0 && isNumericType(type) ? [{ columnName, index }] : [],
  );
  if (numbers.length === 0) return undefined;
  const along = columns[0]?.columnName ?? '';
  return {
    kind: chartKinds[chart],
    description: `${numbers.map(({ columnName }) => columnName).join(', ')} by ${along}: ${rows.length} rows`,
    labels: rows.map(([label]) => label ?? 'null'),
    series: numbers.map(({ columnName, index }) => ({
      name: columnName,
      values: rows.map((row) => drawn(row[index])),
    })),
  };
}
