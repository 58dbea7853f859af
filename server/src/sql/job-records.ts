import { receivedAtColumn } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { finalOf } from './table-size.js';
import { checkExpression } from './term/check-printed.js';
import type { FilterTerm } from './term/checked-term.js';
import { printValue } from './term/print-query.js';
import { engineTimestamp } from './time-filter.js';
import { asSql } from './trusted-text.js';
import { BoundValues, type Values } from './values.js';

/** The records that a job changes: those that match its filter and existed when it started. */
export interface ChosenRecords {
  readonly filter: FilterTerm;
  /** Null for all records that exist now. */
  readonly startMs: number | null;
}

export function chosenCondition({ filter, startMs }: ChosenRecords, values: Values): Sql {
  const condition = checkExpression(printValue(filter, values));
  return startMs === null
    ? asSql(`(${condition})`)
    : asSql(`(${condition}) AND ${receivedUntil(startMs, values)}`);
}

export function receivedUntil(ms: number, values: Values): Sql {
  const bound = values.add("DateTime64(3, 'UTC')", engineTimestamp(ms));
  return asSql(`(${quoteIdentifier(receivedAtColumn.name)} <= ${bound})`);
}

/** The table as queries see it, with only the newest version of each record. */
export function seenRecords(pool: DataPool): Sql {
  return asSql(`${tableName(pool)}${finalOf(pool)}`);
}

/** An empty source with the table's columns: the engine checks a statement over it without reading anything. */
export function noRecords(pool: DataPool): Sql {
  return asSql(`(SELECT * FROM ${tableName(pool)} LIMIT 0)`);
}

/** Counts the chosen records and all records. */
export function countChosenStatement(
  pool: DataPool,
  chosen: ChosenRecords,
  records = seenRecords(pool),
): Statement {
  const values = new BoundValues();
  const from = `FROM ${records}`;
  const where = chosenCondition(chosen, values);
  return {
    text: `SELECT (SELECT count() ${from} WHERE ${where}), (SELECT count() ${from})`,
    parameters: values.params,
    tables: [pool.id],
  };
}
