import { newId } from '../base/ids.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { keyText } from '../query/row-page.js';
import type { Position } from '../sql/keyset.js';
import { partitionsStatement, payloadBatchStatement } from '../sql/payload-batch.js';
import { readRows } from './job-services.js';

/** Large enough that the overhead per batch is small. The limit in bytes bounds the memory. */
const batchRowsMax = 10_000;
const batchBytesMax = 4 * 1024 * 1024;
const batchTimeoutMs = 600_000;

export interface StoredEvents {
  /** The IDs of the rows. */
  readonly ids: readonly string[];
  readonly payloads: readonly string[];
  /** The start of the next batch; null at the end of the partition. */
  readonly next: Position | null;
}

export interface Partition {
  readonly id: string;
  readonly rows: number;
}

export async function readPartitions(
  engine: Engine,
  pool: Pick<DataPool, 'id' | 'environmentId'>,
  untilMs: number,
): Promise<Partition[]> {
  const rows = await readRows(engine, partitionsStatement(pool, untilMs));
  return rows.map(([id, count]) => ({ id: String(id), rows: Number(count) }));
}

/** The events of one partition in batches, including all versions of a record. */
export async function readStoredEvents(
  engine: Engine,
  pool: DataPool,
  at: { readonly partitionId: string; readonly after: Position | null; readonly untilMs: number },
): Promise<StoredEvents> {
  const { columns, rows } = await engine.query({
    id: newId('query'),
    statement: payloadBatchStatement(pool, { ...at, rowsMax: batchRowsMax, bytesMax: batchBytesMax }),
    limits: { timeoutMs: batchTimeoutMs },
  });
  const positionCells = columns.slice(0, -1);
  const last = rows.at(-1);
  return {
    ids: rows.map((row) => String(row[positionCells.length - 1])),
    payloads: rows.map((row) => String(row[positionCells.length])),
    next: last
      ? positionCells.map(({ type }, index) => ({ type, text: keyText(last[index] ?? null) }))
      : null,
  };
}
