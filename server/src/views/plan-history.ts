import type { DataPool } from '../catalog/definitions.js';
import type { HistoryPart, ViewHistory } from '../catalog/materialized-view.js';
import type { Engine } from '../engine/engine.js';
import { isAppendOnly, readRows } from '../jobs/job-services.js';
import { keepBlockNumbers, partitionBlocksStatement } from '../sql/view-position.js';
import { stepRowsMax } from './view-services.js';

export interface ViewPlan {
  /** The last block of the history; later ones are read as they arrive. */
  readonly until: number;
  /** Null if there are no records yet. */
  readonly history: ViewHistory | null;
}

/**
 * Everything that the source contains now, in slices. Acknowledged rows that are not in the table yet are waited for. From
 * here on, block numbers are kept. A merge that began before may still drop the numbers of its rows, but only of blocks up
 * to this point, and slices of the history do not depend on them.
 */
export async function planHistory(engine: Engine, source: DataPool): Promise<ViewPlan> {
  await engine.command(keepBlockNumbers(source));
  const partitions = await readRows(engine, partitionBlocksStatement(source));
  const until = Math.max(0, ...partitions.map(([, , block]) => Number(block)));
  const counted = partitions.map(([id, rows]) => ({ partitionId: String(id), rows: Number(rows) }));
  // Versions of one record may be in different partitions; all of them must be read to find the newest.
  const parts = isAppendOnly(source)
    ? counted
    : [{ partitionId: null, rows: counted.reduce((sum, { rows }) => sum + rows, 0) }];
  const slices = parts.flatMap(inSlices);
  return { until, history: slices.length === 0 ? null : { until, parts: slices, part: 0, slice: 0 } };
}

function inSlices({ partitionId, rows }: Omit<HistoryPart, 'slices'>): HistoryPart[] {
  return rows === 0 ? [] : [{ partitionId, rows, slices: Math.ceil(rows / stepRowsMax) }];
}
