import { receivedAtColumn } from '../catalog/column.js';
import type { Statement } from '../engine/engine.js';
import { quoteIdentifier } from './identifier.js';
import { plainStatement } from './plain-statement.js';
import { stringLiteral } from './values.js';

/**
 * Parts of tables that the engine could not read when it started, and has set aside, or that it failed to read since. If the part was merged from others that are
 * still there, the engine has taken those back, and nothing is missing: then there is a part that begins where the broken one
 * begins, and one that ends where it ends, perhaps merged again meanwhile.
 */
export interface BrokenPart {
  readonly database: string;
  readonly table: string;
  readonly partition: string;
  readonly name: string;
  readonly path: string;
  /** The engine numbers inserts; a part has those from the first to the last. */
  readonly firstBlock: number;
  readonly lastBlock: number;
  readonly isReplaced: boolean;
  /** Whether it is still used, because the engine has met the damage only after it started: queries that read it fail. */
  readonly isActive: boolean;
}

const partColumns = 'database, table, partition_id, name, path, min_block_number, max_block_number';
const ofWeir = "(database = 'weir' OR startsWith(database, 'ENV'))";

export const brokenPartsStatement: Statement = plainStatement(`SELECT ${partColumns},
  (database, table, partition_id, min_block_number) IN (SELECT database, table, partition_id, min_block_number FROM system.parts WHERE ${ofWeir})
  AND (database, table, partition_id, max_block_number) IN (SELECT database, table, partition_id, max_block_number FROM system.parts WHERE ${ofWeir}),
  0
FROM system.detached_parts WHERE ${ofWeir} AND startsWith(reason, 'broken')
ORDER BY database, table, partition_id, name`);

/** Parts that are used, by their folders; in the columns of the statement above. */
export function activePartsStatement(paths: readonly string[]): Statement {
  return {
    text: `SELECT ${partColumns}, 0, 1 FROM system.parts WHERE active AND ${ofWeir} AND has({paths:Array(String)}, path)
ORDER BY database, table, partition_id, name`,
    parameters: { paths },
    tables: [],
  };
}

type NamedPart = Pick<BrokenPart, 'database' | 'table' | 'name'>;

/** Reads all files of a part. A row for each problem: the part, whether it is whole, and why not. */
export function checkPart({ database, table, name }: NamedPart): Statement {
  return plainStatement(
    `CHECK TABLE ${quoteIdentifier(database)}.${quoteIdentifier(table)} PART ${stringLiteral(name)}`,
  );
}

/** Moves it to a folder beside the others of its table. */
export function detachPart({ database, table, name }: NamedPart): Statement {
  return plainStatement(
    `ALTER TABLE ${quoteIdentifier(database)}.${quoteIdentifier(table)} DETACH PART ${stringLiteral(name)}`,
  );
}

/**
 * When the last record of the part before this one was received, in milliseconds; null if there is none. What is in later parts was
 * stored after that.
 */
export function lastReceivedBeforeStatement({
  database,
  table,
  firstBlock,
}: Pick<BrokenPart, 'database' | 'table' | 'firstBlock'>): Statement {
  return {
    text: `SELECT toUnixTimestamp64Milli(maxOrNull(${quoteIdentifier(receivedAtColumn.name)}))
FROM ${quoteIdentifier(database)}.${quoteIdentifier(table)} WHERE _part = (
  SELECT argMax(name, max_block_number) FROM system.parts
  WHERE active AND database = {database:String} AND table = {table:String} AND max_block_number < {block:Int64})`,
    parameters: { database, table, block: firstBlock },
    tables: [],
  };
}

export function dropBrokenPart({ database, table, name }: NamedPart): Statement {
  return plainStatement(
    `ALTER TABLE ${quoteIdentifier(database)}.${quoteIdentifier(table)} DROP DETACHED PART ${stringLiteral(name)} SETTINGS allow_drop_detached = 1`,
  );
}

export interface BrokenProjection {
  readonly database: string;
  readonly table: string;
  readonly partition: string;
  readonly projection: string;
}

/** Projections of parts that are otherwise whole: the engine does not sync those of new parts. */
export const brokenProjectionsStatement: Statement =
  plainStatement(`SELECT DISTINCT database, table, partition_id, name
FROM system.projection_parts WHERE ${ofWeir} AND active AND is_broken`);

/** Makes it again from the records, in the background. Until then those parts are read as records, and are not merged. */
export function restoreProjection({ database, table, partition, projection }: BrokenProjection): Statement {
  return plainStatement(
    `ALTER TABLE ${quoteIdentifier(database)}.${quoteIdentifier(table)} MATERIALIZE PROJECTION ${quoteIdentifier(projection)} IN PARTITION ID ${stringLiteral(partition)} SETTINGS mutations_sync = 0`,
  );
}
