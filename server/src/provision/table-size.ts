import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { readRows } from '../engine/read-rows.js';
import { expiredRecordsStatement } from '../sql/expired-records.js';
import { columnSizesStatement, tableSizeStatement } from '../sql/table-size.js';

const limits = { timeoutMs: 10_000 };

/** The records and bytes of a Data Pool, as counted by the engine. */
export async function tableSize(engine: Engine, dataPool: DataPool) {
  const [row = []] = await readRows(engine, tableSizeStatement(dataPool), limits);
  const [recordCount, sizeInBytes] = row;
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
  const rows = await readRows(engine, columnSizesStatement(dataPool, cluster), limits);
  return rows.map(([name, compressed, uncompressed]) => ({
    columnName: String(name),
    sizeInBytes: String(compressed),
    uncompressedSizeInBytes: String(uncompressed),
  }));
}

/** Records that have expired but are not removed yet. */
export async function expiredRecords(engine: Engine, dataPool: DataPool): Promise<string> {
  const [row = []] = await readRows(engine, expiredRecordsStatement(dataPool), limits);
  return String(row[0] ?? 0);
}
