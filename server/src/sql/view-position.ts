import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { blockNumberSettings } from './block-number-settings.js';
import { tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { plainStatement } from './plain-statement.js';
import { blocksAfter, lastBlockOfPart } from './view-source.js';

/**
 * How far a view has read its source is a block number. The engine numbers blocks under the lock under which it makes
 * them visible, so all blocks up to the highest visible number are visible.
 */
type Table = Pick<DataPool, 'environmentId' | 'id'>;

/** From here on, block numbers are positions. */
export function keepBlockNumbers(table: Table): Statement {
  return plainStatement(`ALTER TABLE ${tableName(table)} MODIFY SETTING ${blockNumberSettings}`, table);
}

/** The rows and the highest block of each partition, with all acknowledged rows. Only the names of parts are read. */
export function partitionBlocksStatement(table: Table): Statement {
  return plainStatement(
    `SELECT _partition_id, count(), max(${lastBlockOfPart}) FROM ${tableName(table)} GROUP BY _partition_id ORDER BY _partition_id`,
    table,
  );
}

/**
 * The last block of the next step: as many blocks as have at most so many rows, but at least one. Nothing when there are
 * no rows after the given block. Reads only what is stored, without waiting for acknowledged rows.
 */
export function nextBlockStatement(table: Table, after: number, rowsMax: number): Statement {
  const block = quoteIdentifier('_block_number');
  return plainStatement(`SELECT max(b) FROM (
  SELECT b, sum(n) OVER (ORDER BY b) AS total, row_number() OVER (ORDER BY b) AS place
  FROM (SELECT ${block} AS b, count() AS n FROM ${tableName(table)} WHERE ${blocksAfter(after)} GROUP BY ${block}))
WHERE total <= ${rowsMax} OR place = 1 HAVING count() > 0`);
}
