import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { plainStatement } from './plain-statement.js';
import { startsWithBytes } from './row-id-parts.js';

/** How many rows of one request or file are visible. */
export function countRequestStatement(pool: DataPool, requestId: string): Statement {
  return plainStatement(`SELECT count() FROM ${tableName(pool)} WHERE ${startsWithBytes(requestId)}`, pool);
}

/** Deletes the rows of one request or file. Can be repeated. */
export function removeRequestStatement(pool: DataPool, requestId: string): Statement {
  return plainStatement(
    `ALTER TABLE ${tableName(pool)} DELETE WHERE ${startsWithBytes(requestId)} SETTINGS mutations_sync = 1`,
    pool,
  );
}
