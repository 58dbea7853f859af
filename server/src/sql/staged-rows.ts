import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { dropJobTable, type JobTable, jobTableName } from './job-table.js';
import { plainStatement } from './plain-statement.js';

/**
 * Rows that are loaded into the table of a job first, and then appear in the Data Pool's table all at once: the engine adds
 * the parts of one table to another of the same definition without copying them.
 */
const rowId = quoteIdentifier(requestIdColumn);

const mergeBytesSetting = 'max_bytes_to_merge_at_max_space_in_pool';
const noMerges = `${mergeBytesSetting} = 1`;

/**
 * A table like the Data Pool's, with its boosters. Its parts are not merged: merged parts would be large steps for a
 * materialized view, and would bring their own block numbers.
 */
export function createStagingTable(pool: DataPool, table: JobTable): Statement[] {
  return [
    dropJobTable(table),
    plainStatement(`CREATE TABLE ${jobTableName(table)} AS ${tableName(pool)}`),
    plainStatement(
      `ALTER TABLE ${jobTableName(table)} MODIFY SETTING ${noMerges}, enable_block_number_column = 0`,
    ),
  ];
}

/**
 * Merges may remove rows that are replaced or added up. While they are held, the rows themselves tell after a crash whether they had
 * been made visible.
 */
export function holdMergesStatement(pool: DataPool): Statement {
  return plainStatement(`ALTER TABLE ${tableName(pool)} MODIFY SETTING ${noMerges}`);
}

export function releaseMergesStatement(pool: DataPool): Statement {
  return plainStatement(`ALTER TABLE ${tableName(pool)} RESET SETTING ${mergeBytesSetting}`);
}

/** Makes all rows of the job's table visible in the Data Pool's table at the same moment. */
export function attachRowsStatement(pool: DataPool, table: JobTable): Statement {
  return plainStatement(
    `ALTER TABLE ${tableName(pool)} ATTACH PARTITION ALL FROM ${jobTableName(table)}`,
    pool,
  );
}

/** How many rows of the job's table are in the Data Pool's table already. */
export function attachedRowsStatement(pool: DataPool, table: JobTable): Statement {
  return plainStatement(
    `SELECT count() FROM ${tableName(pool)} WHERE ${rowId} IN (SELECT ${rowId} FROM ${jobTableName(table)})`,
    pool,
  );
}

/**
 * After a crash in the middle: adds the parts that the Data Pool's table does not have. A part is attached as a whole. Of an
 * attached one, a merge may have removed rows that others have replaced, and adding those again would make them the newest.
 */
export function attachMissingStatement(pool: DataPool, table: JobTable): Statement {
  const columns = [...pool.columns.map(({ name }) => quoteIdentifier(name)), rowId].join(', ');
  const from = jobTableName(table);
  const attached = `SELECT ${rowId} FROM ${tableName(pool)} WHERE ${rowId} IN (SELECT ${rowId} FROM ${from})`;
  const attachedParts = `SELECT _part FROM ${from} WHERE ${rowId} IN (${attached})`;
  return plainStatement(
    `INSERT INTO ${tableName(pool)} (${columns}) SELECT ${columns} FROM ${from} WHERE _part NOT IN (${attachedParts}) SETTINGS max_partitions_per_insert_block = 0, optimize_on_insert = 0, insert_deduplicate = 0`,
    pool,
  );
}

/** How many bytes of the file the running statement of a job has read, and a number that grows with all that it reads and writes. */
export function loadProgressStatement({ jobId }: JobTable): Statement {
  const readBytes = "ProfileEvents['ReadBufferFromFileDescriptorReadBytes']";
  const writtenBytes = "ProfileEvents['WriteBufferFromFileDescriptorWriteBytes']";
  return {
    text: `SELECT sum(${readBytes}), sum(${readBytes} + ${writtenBytes} + read_rows + written_rows) FROM system.processes WHERE Settings['log_comment'] = {job:String}`,
    parameters: { job: jobId },
    tables: [],
  };
}
