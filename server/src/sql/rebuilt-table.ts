import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { createDataPoolTable, expiryRules, requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { type JobTable, jobTableName } from './job-table.js';
import { plainStatement } from './plain-statement.js';
import { tableKey } from './table-key.js';
import { expiryTime } from './table-ttl.js';
import { stringLiteral } from './values.js';

/**
 * The statements that copy a Data Pool's table into one with another layout, which has the name of the job until both tables
 * exchange their names. A part of the table never changes, and its name tells which inserts it contains: those whose
 * numbers are from `minBlock` to `maxBlock` and that went into its partition. A merge makes a new part of several.
 */
export interface TablePart {
  readonly name: string;
  readonly partition: string;
  readonly minBlock: number;
  readonly maxBlock: number;
  readonly rows: number;
}

/** Some rows of a part, by their positions in it. */
export interface PartRows {
  readonly part: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const rowId = quoteIdentifier(requestIdColumn);

/** Blocks of the copy, which the engine holds in memory. It should leave the cores to queries. */
const copySettings =
  'enable_shared_storage_snapshot_in_query = 1, max_partitions_per_insert_block = 0, max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 262144, min_insert_block_size_bytes = 67108864';

export function createRebuiltTable(
  pool: DataPool,
  { jobId }: JobTable,
  dictionaryColumns: readonly string[],
): Statement[] {
  return createDataPoolTable({ ...pool, id: jobId, dictionaryColumns }, undefined);
}

/** The number of records, of partitions that these settings give, and of different values in each column. */
export function distinctValuesStatement(
  pool: DataPool,
  columns: readonly string[],
  sampledRows?: number,
): Statement {
  const partition = pool.tableSettings.partitionBy.map((entry) =>
    tableKey('partitionBy', entry, pool.columns),
  );
  const counted = [
    'count()',
    partition.length === 0 ? '1' : `uniq(${partition.join(', ')})`,
    ...columns.map((name) => `uniqCombined(15)(${quoteIdentifier(name)})`),
  ];
  const sample = `max_rows_to_read = ${sampledRows}, read_overflow_mode = 'break'`;
  return plainStatement(
    `SELECT ${counted.join(', ')} FROM ${tableName(pool)}${sampledRows === undefined ? '' : ` SETTINGS ${sample}`}`,
    pool,
  );
}

const ofTable = 'database = {database:String} AND table = {table:String}';

/** The parts of the Data Pool's table, in the order of their inserts. */
export function tablePartsStatement({ environmentId, id }: DataPool): Statement {
  return {
    text: `SELECT name, partition_id, min_block_number, max_block_number, rows FROM system.parts
WHERE active AND ${ofTable} ORDER BY partition_id, min_block_number`,
    parameters: { database: environmentId, table: id },
    tables: [],
  };
}

/** The columns of the Data Pool's table, with their types and codecs; a codec is empty if it is the engine's default. */
export function storedColumnsStatement({ environmentId, id }: DataPool): Statement {
  return {
    text: `SELECT name, type, compression_codec FROM system.columns WHERE ${ofTable} ORDER BY position`,
    parameters: { database: environmentId, table: id },
    tables: [],
  };
}

/** The identity of a table; no row if there is none. Names are exchanged, identities are not. */
export function tableIdentityStatement({
  environmentId,
  id,
}: Pick<DataPool, 'environmentId' | 'id'>): Statement {
  return {
    text: 'SELECT toString(uuid) FROM system.tables WHERE database = {database:String} AND name = {name:String}',
    parameters: { database: environmentId, name: id },
    tables: [],
  };
}

/** The bytes of the Data Pool's table, of the job's table, and the free bytes of the fullest disk that the first is on. */
export function spaceStatement({ environmentId, id }: DataPool, { jobId }: JobTable): Statement {
  const parts = 'FROM system.parts WHERE active AND database = {database:String} AND table';
  return {
    text: `SELECT (SELECT sum(bytes_on_disk) ${parts} = {pool:String}), (SELECT sum(bytes_on_disk) ${parts} = {job:String}),
  (SELECT min(unreserved_space) FROM system.disks WHERE name IN (SELECT disk_name ${parts} = {pool:String}))`,
    parameters: { database: environmentId, pool: id, job: jobId },
    tables: [],
  };
}

/**
 * Copies rows of a part as they are stored. `missingOnly` leaves out those that an earlier attempt has copied. Fails with
 * `thrownByStatement` if the part does not exist any more: all of the statement reads the same parts.
 */
export function copyRowsStatement(
  pool: DataPool,
  table: JobTable,
  { part, from, to }: PartRows,
  missingOnly: boolean,
): Statement {
  const columns = [...pool.columns.map(({ name }) => quoteIdentifier(name)), rowId].join(', ');
  const rows = `FROM ${tableName(pool)} WHERE _part = ${stringLiteral(part)} AND _part_offset >= ${from} AND _part_offset < ${to}`;
  const exists = `(SELECT throwIf(count() = 0) FROM ${tableName(pool)} WHERE _part = ${stringLiteral(part)}) = 0`;
  const copied = `SELECT ${rowId} FROM ${jobTableName(table)} WHERE ${rowId} IN (SELECT ${rowId} ${rows})`;
  return plainStatement(
    `INSERT INTO ${jobTableName(table)} (${columns}) SELECT ${columns} ${rows} AND ${exists}${missingOnly ? ` AND ${rowId} NOT IN (${copied})` : ''} SETTINGS ${copySettings}`,
  );
}

/** Whether both tables have the same number of records, and the same ids. Expired records may be missing in one of them. */
export function sameRecordsStatement(pool: DataPool, table: JobTable, withIds: boolean): Statement {
  const kept = expiryRules(pool).map((rule) => `${expiryTime(rule)} > now('UTC')`);
  const where = kept.length === 0 ? '' : ` WHERE ${kept.join(' AND ')}`;
  const ids = withIds ? `sum(cityHash64(${rowId}))` : '0';
  const sums = (name: string) => `(SELECT (count(), ${ids}) FROM ${name}${where})`;
  return plainStatement(`SELECT ${sums(tableName(pool))} = ${sums(jobTableName(table))}`, pool);
}

/** Counts the running statements that name a table and are not queries: inserts, copies and changes of its definition. */
export function runningWritesStatement(table: string): Statement {
  return {
    text: "SELECT count() FROM system.processes WHERE query_kind != 'Select' AND position(query, {mark:String}) > 0",
    parameters: { mark: table },
    tables: [],
  };
}

export function exchangeTables(pool: DataPool, table: JobTable): Statement {
  return plainStatement(`EXCHANGE TABLES ${tableName(pool)} AND ${jobTableName(table)}`, pool);
}
