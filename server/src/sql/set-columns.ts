import { timeEndMs, timeMinMs } from '../base/time-limits.js';
import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { columnStoreType } from './column-store-type.js';
import { quoteIdentifier } from './identifier.js';
import { type ChosenRecords, chosenCondition, seenRecords } from './job-records.js';
import type { Sql } from './sql-text.js';
import { checkExpression } from './term/check-printed.js';
import { printValue } from './term/print-query.js';
import type { Term } from './term/term.js';
import { engineTimestamp } from './time-filter.js';
import { asSql } from './trusted-text.js';
import { BoundValues, stringLiteral, type Values } from './values.js';

/** A column and what it is set to. */
export interface Assignment {
  readonly column: Column;
  readonly term: Term;
}

/** `UPDATE a = …, b = …`; every expression sees the record as it was. */
export function updateChange(assignments: readonly Assignment[], values: Values): Sql {
  const set = assignments.map(
    ({ column, term }) =>
      `${quoteIdentifier(column.name)} = ${storedValue(column, checkExpression(printValue(term, values)))}`,
  );
  return asSql(`UPDATE ${set.join(', ')}`);
}

/** The value as the column holds it. An integer that does not fit becomes null here, where a cast would cut it. */
function storedValue(column: Column, value: Sql): Sql {
  const type = columnStoreType({ ...column, nullable: false });
  return isInteger(column)
    ? asSql(`accurateCastOrNull(${value}, ${stringLiteral(type)})`)
    : asSql(`CAST(${value}, ${stringLiteral(`Nullable(${type})`)})`);
}

const isInteger = ({ type }: Column) => type.startsWith('INT');

/** What the intake takes: beyond it the engine reckons with some dates and clips others. */
const [timesFrom, timesUntil] = [timeMinMs, timeEndMs].map(
  (epochMs) => `toDateTime64('${engineTimestamp(epochMs)}', 3, 'UTC')`,
);

/** Whether a column could not hold a value as it is. */
function misfits(column: Column, value: Sql): Sql {
  const unfit: string[] = [];
  // A decimal number is cut to an integer there without a word: what is left of it is not what it was.
  if (isInteger(column))
    unfit.push(`(${value} IS NOT NULL AND ifNull(${storedValue(column, value)} != ${value}, true))`);
  if (column.type === 'DATE' || column.type === 'TIMESTAMP')
    unfit.push(`(${value} < ${timesFrom}) OR (${value} >= ${timesUntil})`);
  if (column.type === 'FLOAT' || column.type === 'DOUBLE')
    unfit.push(`(NOT isFinite(${storedValue(column, value)}))`);
  if (column.type === 'JSON') unfit.push(`(NOT isValidJSON(${storedValue(column, value)}))`);
  if (!column.nullable) unfit.push(`(${value} IS NULL)`);
  return asSql(`ifNull(${unfit.length === 0 ? 'false' : unfit.join(' OR ')}, false)`);
}

/**
 * How many records are chosen; then, for each assignment, for how many of them the column could not hold the value,
 * and one such value.
 */
export function checkAssignmentsStatement(
  pool: DataPool,
  chosen: ChosenRecords,
  assignments: readonly Assignment[],
  records = seenRecords(pool),
): Statement {
  const values = new BoundValues();
  const checks = assignments.flatMap(({ column, term }) => {
    const value = checkExpression(printValue(term, values));
    const unfit = misfits(column, value);
    return [`countIf(${unfit})`, `anyIf(ifNull(toString(${value}), 'null'), ${unfit})`];
  });
  const where = chosenCondition(chosen, values);
  return {
    text: `SELECT ${['count()', ...checks].join(', ')} FROM ${records} WHERE ${where}`,
    parameters: values.params,
    tables: [pool.id],
  };
}
