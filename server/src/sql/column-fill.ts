import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { columnDefinition } from './column-definition.js';
import { columnStoreType } from './column-store-type.js';
import { requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { dropJobTable, type JobTable, jobTableName } from './job-table.js';
import { inPartition } from './mutation.js';
import { plainStatement } from './plain-statement.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { stringLiteral } from './values.js';

/** Drops a column that an earlier attempt may have left behind without a catalog entry. */
export function dropColumnStatement(pool: DataPool, { name }: Column): Statement {
  return plainStatement(
    `ALTER TABLE ${tableName(pool)} DROP COLUMN IF EXISTS ${quoteIdentifier(name)}`,
    pool,
  );
}

export function addColumnStatement(pool: DataPool, column: Column): Statement {
  return plainStatement(
    `ALTER TABLE ${tableName(pool)} ADD COLUMN IF NOT EXISTS ${columnDefinition(column)}`,
    pool,
  );
}

/**
 * The engine keeps this table in memory for lookups. Its file would never be synced, and an engine that finds it incomplete does not
 * start. So there is none, and the table is empty after a restart of the engine.
 */
export function createValuesTable(table: JobTable, column: Column): Statement[] {
  const type = columnStoreType({ ...column, nullable: false });
  return [
    dropJobTable(table),
    plainStatement(
      `CREATE TABLE ${jobTableName(table)} (id UUID, value ${type}) ENGINE = Join(ANY, LEFT, id) SETTINGS persistent = 0`,
    ),
  ];
}

export const valuesTableName = ({ environmentId, jobId }: JobTable) => `${environmentId}.${jobId}`;

/** Fills the column where it is empty and a value for the row exists. Idempotent. */
export function fillChange(
  table: JobTable,
  { name }: Column,
  partitionId: string,
): { change: Sql; where: Sql } {
  const column = quoteIdentifier(name);
  const lookup = `${stringLiteral(valuesTableName(table))}, 'value', ${quoteIdentifier(requestIdColumn)}`;
  return {
    change: asSql(`UPDATE ${column} = joinGet(${lookup}) ${inPartition(partitionId)}`),
    where: asSql(`isNull(${column}) AND isNotNull(joinGetOrNull(${lookup}))`),
  };
}
