import { inSlices } from '../base/in-slices.js';
import type { EngineCell } from '../engine/engine.js';
import { type CellStyle, formatCell } from '../sql/cell.js';
import type { MetricValue } from '../sql/term/checked-term.js';
import type { Term } from '../sql/term/term.js';

/** How the values of a Metric are shown: sums of doubles as the decimal numbers that they stand for. */
export const styleOf = ({ term, type }: MetricValue): CellStyle | undefined =>
  type === 'number' && isSum(term) ? 'sum' : undefined;

function isSum(term: Term): boolean {
  if (term.kind === 'aggregate') return /^sum(OrNull)?$/.test(term.name);
  if (term.kind === 'cast') return isSum(term.operand);
  const [value] = term.kind === 'call' && term.name === 'ifNull' ? term.args : [];
  return value !== undefined && isSum(value);
}

export type ShownRow = readonly (string | null)[];

/** Takes less than a millisecond. */
const cellsAtOnceMax = 10_000;

/** Rows as the API shows them, with as many cells per row as there are types. */
export async function shownRows(
  types: readonly string[],
  rows: readonly (readonly EngineCell[])[],
  signal: AbortSignal | undefined,
  styles: readonly (CellStyle | undefined)[] = [],
): Promise<ShownRow[]> {
  const shown = (row: readonly EngineCell[]) =>
    types.map((type, index) => formatCell(type, row[index] ?? null, styles[index]));
  if (rows.length * types.length <= cellsAtOnceMax) return rows.map(shown);
  const all: ShownRow[] = [];
  await inSlices(rows, (row) => all.push(shown(row)), signal);
  return all;
}
