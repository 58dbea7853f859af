import { inSlices } from '../base/in-slices.js';
import type { EngineCell } from '../engine/engine.js';
import { type CellStyle, formatCell } from '../sql/cell.js';

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
