import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { type Sql, sql } from './sql-text.js';

/** The number of records that queries see, and the table's size on disk in bytes. */
export function tableSizeStatement(dataPool: DataPool): Statement {
  return {
    text: `SELECT (SELECT count() FROM ${tableName(dataPool)}${finalOf(dataPool)}),
  (SELECT total_bytes FROM system.tables WHERE database = {database:String} AND name = {table:String})`,
    parameters: { database: dataPool.environmentId, table: dataPool.id },
    tables: [dataPool.id],
  };
}

/** FINAL for tables that replace records: every read sees only the newest version of each record. */
export function finalOf({ tableSettings }: Pick<DataPool, 'tableSettings'>): Sql {
  return tableSettings.engine.type === 'MERGE_TREE' ? sql`` : sql` FINAL`;
}
