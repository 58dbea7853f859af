import { isId } from '../base/ids.js';
import type { DataPool } from '../catalog/definitions.js';
import type { EngineCell, Statement } from '../engine/engine.js';
import { storingTable, tableName } from './data-pool-ddl.js';
import { type Sql, sql } from './sql-text.js';
import { stringLiteral } from './values.js';

/** The number of records that queries see, and the table's size on disk in bytes. */
export function tableSizeStatement(dataPool: DataPool): Statement {
  return {
    text: `SELECT (SELECT count() FROM ${tableName(dataPool)}${finalOf(dataPool)}),
  (SELECT total_bytes FROM system.tables WHERE database = {database:String} AND name = {table:String})`,
    parameters: { database: dataPool.environmentId, table: dataPool.id },
    tables: [dataPool.id],
  };
}

/**
 * The columns with their bytes on disk and uncompressed, in the order of the table; on a cluster, of one replica per shard. Only
 * of wide parts: in compact parts, those under 10 MB, all columns share a file, and the engine does not know their sizes.
 */
export function columnSizesStatement(dataPool: DataPool, cluster: string | undefined): Statement {
  const parts = 'system.parts_columns';
  return {
    text: `SELECT column, sum(column_data_compressed_bytes), sum(column_data_uncompressed_bytes)
FROM ${cluster === undefined ? parts : `cluster(${stringLiteral(cluster)}, ${parts})`}
WHERE active AND part_type = 'Wide' AND database = {database:String} AND table = {table:String}
GROUP BY column ORDER BY min(column_position)`,
    parameters: { database: dataPool.environmentId, table: storingTable(dataPool, cluster) },
    tables: [dataPool.id],
  };
}

/** The databases and names of the tables with so many rows, without counting them. */
export const tablesOfSizeStatement = (rows: { readonly min: number; readonly max: number }): Statement => ({
  text: "SELECT database, name FROM system.tables WHERE startsWith(database, 'ENV') AND total_rows BETWEEN {min:UInt64} AND {max:UInt64}",
  parameters: { min: rows.min, max: rows.max },
  tables: [],
});

export interface DataPoolTable {
  readonly environmentId: string;
  readonly dataPoolId: string;
}

/** The Data Pool of such a table; undefined for other tables, such as those of jobs. */
export function toDataPoolTable([environmentId, dataPoolId]: readonly EngineCell[]):
  | DataPoolTable
  | undefined {
  if (typeof environmentId !== 'string' || typeof dataPoolId !== 'string') return undefined;
  return isId('environment', environmentId) && isId('dataPool', dataPoolId)
    ? { environmentId, dataPoolId }
    : undefined;
}

/** FINAL for tables that replace records: every read sees only the newest version of each record. */
export function finalOf({ tableSettings }: Pick<DataPool, 'tableSettings'>): Sql {
  return tableSettings.engine.type === 'MERGE_TREE' ? sql`` : sql` FINAL`;
}
