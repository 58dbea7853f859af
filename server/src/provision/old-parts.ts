import { ulid } from 'ulid';
import type { DataPool } from '../catalog/definitions.js';
import type { Engine } from '../engine/engine.js';
import { oldPartsStatement } from '../sql/old-parts.js';

const oldPartsTimeoutMs = 5_000;

/** The names of the parts of a Data Pool's table that were written before a time. */
export async function oldParts(
  engine: Engine,
  dataPool: DataPool,
  beforeMs: number,
): Promise<readonly string[]> {
  const { rows } = await engine.query({
    id: `QRY${ulid()}`,
    statement: oldPartsStatement(dataPool, beforeMs),
    limits: { timeoutMs: oldPartsTimeoutMs },
  });
  return rows.map(([name]) => String(name));
}
