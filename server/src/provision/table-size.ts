import { ulid } from 'ulid';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { tableSizeStatement } from '../sql/table-size.js';

const tableSizeTimeoutMs = 5_000;

/** What a Data Pool holds, as the engine counts it. */
export async function tableSize(engine: Engine, dataPool: DataPool) {
  const { rows } = await engine.query({
    id: `QRY${ulid()}`,
    statement: tableSizeStatement(dataPool),
    limits: { timeoutMs: tableSizeTimeoutMs },
  });
  const [recordCount, sizeInBytes] = rows[0] ?? [];
  return { recordCount: String(recordCount ?? 0), sizeInBytes: String(sizeInBytes ?? 0) };
}
