import { isId } from '../base/ids.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { type ChosenRecords, chosenCondition } from './job-records.js';
import { plainStatement } from './plain-statement.js';
import type { Sql } from './sql-text.js';
import { settingsOfTables } from './stored-table.js';
import { tableKey } from './table-key.js';
import { finalOf } from './table-size.js';
import { asSql } from './trusted-text.js';
import { BoundValues } from './values.js';

/**
 * A helper table of a job, next to the Data Pool's table. If records replace each other, the newest version of a record
 * can change while the job deletes or updates part by part. So the job first stores which records it will change.
 */
export interface JobTable {
  readonly environmentId: string;
  readonly jobId: string;
}

export function jobTableName({ environmentId, jobId }: JobTable): Sql {
  return asSql(`${quoteIdentifier(environmentId)}.${quoteIdentifier(jobId)}`);
}

export function dropJobTable(table: JobTable): Statement {
  return plainStatement(`DROP TABLE IF EXISTS ${jobTableName(table)} SYNC`);
}

/** Lists the existing job tables. */
export const jobTablesStatement: Statement = plainStatement(
  "SELECT database, name FROM system.tables WHERE startsWith(database, 'ENV') AND startsWith(name, 'JOB')",
);

export function toJobTable(database: unknown, name: unknown): JobTable | undefined {
  if (typeof database !== 'string' || typeof name !== 'string') return undefined;
  return isId('environment', database) && isId('job', name)
    ? { environmentId: database, jobId: name }
    : undefined;
}

const rowId = quoteIdentifier(requestIdColumn);

function keysOf({ columns, tableSettings }: DataPool): Sql[] {
  return tableSettings.orderBy.map((entry) => tableKey('orderBy', entry, columns));
}

/** Stores the keys and row ids of the chosen records. The filter applies to the newest version of each record. */
export function writeChosenStatements(pool: DataPool, table: JobTable, chosen: ChosenRecords): Statement[] {
  const ids = [...keysOf(pool).map((key, index) => `${key} AS k${index}`), `${rowId} AS row`].join(', ');
  const values = new BoundValues();
  const where = chosenCondition(chosen, values);
  const name = jobTableName(table);
  return [
    dropJobTable(table),
    plainStatement(
      `CREATE TABLE ${name} ENGINE = MergeTree ORDER BY tuple() SETTINGS ${settingsOfTables} EMPTY AS SELECT ${ids} FROM ${tableName(pool)}`,
      pool,
    ),
    {
      text: `INSERT INTO ${name} SELECT ${ids} FROM ${tableName(pool)}${finalOf(pool)} WHERE ${where}`,
      parameters: values.params,
      tables: [pool.id],
    },
  ];
}

export function countRowsStatement(table: JobTable): Statement {
  return plainStatement(`SELECT count() FROM ${jobTableName(table)}`);
}

/** One of several slices of the job table, each small enough for memory. */
export interface Slice {
  readonly index: number;
  readonly count: number;
}

const inSlice = ({ index, count }: Slice) =>
  count === 1 ? '' : ` WHERE cityHash64(row) % ${count} = ${index}`;

/** Selects the rows stored in the job table. */
export function chosenRows(table: JobTable, slice: Slice): Sql {
  return asSql(`(${rowId} IN (SELECT row FROM ${jobTableName(table)}${inSlice(slice)}))`);
}

/** Selects the other rows with the same keys, which are older versions or parts of the chosen records. */
export function otherRowsOfChosen(pool: DataPool, table: JobTable, slice: Slice): Sql {
  const keys = keysOf(pool);
  const names = keys.map((_, index) => `k${index}`).join(', ');
  const chosen = `SELECT ${names} FROM ${jobTableName(table)}${inSlice(slice)}`;
  return asSql(`((${keys.join(', ')}) IN (${chosen}) AND NOT ${chosenRows(table, slice)})`);
}
