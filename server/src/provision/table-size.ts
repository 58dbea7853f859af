import { ulid } from 'ulid';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { expiredRecordsStatement } from '../sql/expired-records.js';
import { columnSizesStatement, tableSizeStatement } from '../sql/table-size.js';

const tableSizeTimeoutMs = 5_000;

/** The records and bytes of a Data Pool, as counted by the engine. */
export async function tableSize(engine: Engine, dataPool: DataPool) {
  const { rows } = await engine.query({
    id: `QRY${ulid()}`,
    statement: tableSizeStatement(dataPool),
    limits: { timeoutMs: tableSizeTimeoutMs },
  });
  const [recordCount, sizeInBytes] = rows[0] ?? [];
  return { recordCount: String(recordCount ?? 0), sizeInBytes: String(sizeInBytes ?? 0) };
}

export interface ColumnSize {
  readonly columnName: string;
  readonly sizeInBytes: string;
  readonly uncompressedSizeInBytes: string;
}

/** The bytes of each column of a Data Pool's table, the hidden one included, as far as the engine knows them. */
export async function columnSizes(
  engine: Engine,
  dataPool: DataPool,
  cluster: string | undefined,
): Promise<ColumnSize[]> {
  const { rows } = await engine.query({
    id: `QRY${ulid()}`,
    statement: columnSizesStatement(dataPool, cluster),
    limits: { timeoutMs: tableSizeTimeoutMs },
  });
  return rows.map(([name, compressed, uncompressed]) => ({
    columnName: String(name),
    sizeInBytes: String(compressed),
    uncompressedSizeInBytes: String(uncompressed),
  }));
}

/** Records that have expired but are not removed yet. */
export async function expiredRecords(engine: Engine, dataPool: DataPool): Promise<string> {
  const { rows } = await engine.query({
    id: `QRY${ulid()}`,
    statement: expiredRecordsStatement(dataPool),
    limits: { timeoutMs: tableSizeTimeoutMs },
  });
  return String(rows[0]?.[0] ?? 0);
}
