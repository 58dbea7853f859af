import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { type Sql, sql } from './sql-text.js';

/** The records that queries see, and the bytes that the table takes on disk. */
export function tableSizeStatement(dataPool: DataPool): Statement {
  return {
    text: `SELECT (SELECT count() FROM ${tableName(dataPool)}${finalOf(dataPool)}),
  (SELECT total_bytes FROM system.tables WHERE database = {database:String} AND name = {table:String})`,
    parameters: { database: dataPool.environmentId, table: dataPool.id },
    tables: [dataPool.id],
  };
}

/** On a table that replaces records, every read sees only the newest of each. */
export function finalOf({ tableSettings }: Pick<DataPool, 'tableSettings'>): Sql {
  return tableSettings.engine.type === 'MERGE_TREE' ? sql`` : sql` FINAL`;
}
