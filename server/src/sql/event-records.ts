import type { Column } from '../catalog/column.js';
import { receivedAtColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import { quarantineOf } from '../catalog/quarantine.js';
import type { Statement } from '../engine/engine.js';
import { columnStoreType } from './column-store-type.js';
import { tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { seenRecords } from './job-records.js';
import { eventOfRow, requestOfRow } from './row-id-parts.js';
import { stringLiteral } from './values.js';

/** More than the events whose receipts are shown. */
const recordsMax = 1_000;

/** Which events the records with a unique ID came from, newest first: of each its request and its index. */
export function recordOriginsStatement(pool: DataPool, column: Column, uniqueId: string): Statement {
  const engineType = stringLiteral(columnStoreType({ ...column, nullable: false }));
  return {
    text: `SELECT ${requestOfRow}, ${eventOfRow} FROM ${seenRecords(pool)}
WHERE ${quoteIdentifier(column.name)} = CAST({uniqueId:String}, ${engineType})
ORDER BY ${quoteIdentifier(receivedAtColumn.name)} DESC LIMIT ${recordsMax}`,
    parameters: { uniqueId },
    tables: [pool.id],
  };
}

/** Which of these events, each as its request and its index, are in quarantine. */
export function quarantinedRowsStatement(
  pool: Pick<DataPool, 'environmentId' | 'id'>,
  rows: readonly string[],
): Statement {
  const quarantine = quarantineOf(pool);
  return {
    text: `SELECT ${requestOfRow}, ${eventOfRow} FROM ${tableName(quarantine)}
WHERE concat(${requestOfRow}, ' ', toString(${eventOfRow})) IN {rows:Array(String)}`,
    parameters: { rows },
    tables: [quarantine.id],
  };
}
