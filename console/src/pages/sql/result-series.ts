import type { SqlQuery } from '@weir/client';
import { type ChartData, type ChartSeries, drawn, paletteSize } from '../../charts/chart-data.js';
import { isNumericType } from '../../format/column-rules.js';
import { countText } from '../../format/format.js';

type Answer = Pick<SqlQuery['sqlV1'], 'columns' | 'rows'>;
type Cell = string | null;

/** Which columns of an answer are drawn, by their positions. */
export interface ChartChoice {
  readonly kind: 'bar' | 'stacked' | 'line' | 'pie';
  readonly along: number;
  readonly values: number;
  /** The column whose values have a series each; undefined for one series. A pie has none. */
  readonly series: number | undefined;
}

export interface ResultChartData extends ChartData {
  /** How many series are not drawn, because there are no more colours. */
  readonly leftOut: number;
  /** Whether several rows are at the same place, and were added up. */
  readonly isAdded: boolean;
}

export const numericColumns = (columns: Answer['columns']): readonly number[] =>
  columns.flatMap(({ type }, index) => (isNumericType(type) ? [index] : []));

/** The first column that is no number along the axis, and the first number; undefined if there is no number. */
export function firstChoice(columns: Answer['columns']): ChartChoice | undefined {
  const numbers = numericColumns(columns);
  const [values] = numbers;
  if (values === undefined) return undefined;
  const along = columns.findIndex((_, index) => !numbers.includes(index));
  return { kind: 'bar', along: Math.max(along, 0), values, series: undefined };
}

const shownText = (cell: Cell | undefined) => cell ?? 'null';

export function resultSeries({ columns, rows }: Answer, choice: ChartChoice): ResultChartData {
  const { kind, along, values } = choice;
  const series = kind === 'pie' ? undefined : choice.series;
  const nameOf = (column: number) => columns[column]?.columnName ?? '';
  const by = series === undefined ? '' : ` and ${nameOf(series)}`;
  const description = `${nameOf(values)} by ${nameOf(along)}${by}: ${countText(rows.length, 'row')}`;
  if (series !== undefined)
    return { kind, description, ...grouped({ columns, rows }, along, values, series) };
  const labels = rows.map((row) => shownText(row[along]));
  const cells = rows.map((row) => row[values] ?? null);
  const shown = kind === 'pie' ? slicesOf(labels, cells) : { labels, cells };
  const one = { name: nameOf(values), values: shown.cells.map(drawn), exact: shown.cells };
  return { kind, description, labels: shown.labels, series: [one], leftOut: 0, isAdded: false };
}

/** A pie has as many slices as there are colours; the last one has the sum of all other rows. */
function slicesOf(labels: readonly string[], cells: readonly Cell[]) {
  if (labels.length <= paletteSize) return { labels, cells };
  const rest = cells.slice(paletteSize - 1).reduce((sum, cell) => sum + Number(cell ?? 0), 0);
  return {
    labels: [...labels.slice(0, paletteSize - 1), 'Others'],
    cells: [...cells.slice(0, paletteSize - 1), String(rest)],
  };
}

/** A series for each value of a column, those with the largest totals first, as many as there are colours. */
function grouped({ columns, rows }: Answer, along: number, values: number, series: number) {
  const labels = labelsOf(rows, along, columns[along]?.type);
  const at = new Map(labels.map((label, index) => [label, index]));
  const byName = new Map<string, Cell[]>();
  let isAdded = false;
  for (const row of rows) {
    const name = shownText(row[series]);
    const cells = byName.get(name) ?? new Array<Cell>(labels.length).fill(null);
    byName.set(name, cells);
    const index = at.get(shownText(row[along])) ?? 0;
    const [before, cell] = [cells[index] ?? null, row[values] ?? null];
    if (before !== null && cell !== null) isAdded = true;
    cells[index] = before === null ? cell : cell === null ? before : String(Number(before) + Number(cell));
  }
  const all = [...byName].map(
    ([name, cells]): ChartSeries => ({ name, values: cells.map(drawn), exact: cells }),
  );
  const largest = all.toSorted((one, other) => totalOf(other) - totalOf(one)).slice(0, paletteSize);
  return { labels, series: largest, leftOut: all.length - largest.length, isAdded };
}

const totalOf = ({ values }: ChartSeries) =>
  values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0);

/** In the order of the rows; numbers and times in their own order, because the series may have different ones. */
function labelsOf(rows: Answer['rows'], along: number, type: string | undefined): readonly string[] {
  const labels = [...new Set(rows.map((row) => shownText(row[along])))];
  if (isNumericType(type)) return labels.sort((one, other) => Number(one) - Number(other));
  return type === 'DATE' || type === 'TIMESTAMP' ? labels.sort() : labels;
}
