import { timeEndMs, timeMinMs } from '../base/time-limits.js';
import type { Column } from '../catalog/column.js';
import { decimalSize } from '../catalog/decimal-size.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Statement } from '../engine/engine.js';
import { columnStoreType } from './column-store-type.js';
import { exactDecimal } from './exact-decimal.js';
import { quoteIdentifier } from './identifier.js';
import { type ChosenRecords, chosenCondition, seenRecords } from './job-records.js';
import type { Sql } from './sql-text.js';
import { checkExpression } from './term/check-printed.js';
import { printValue } from './term/print-query.js';
import type { Term } from './term/term.js';
import { engineTimestamp } from './time-filter.js';
import { asSql } from './trusted-text.js';
import { BoundValues, stringLiteral, type Values } from './values.js';

/** A column and its new value. */
export interface Assignment {
  readonly column: Column;
  readonly term: Term;
}

/** `UPDATE a = …, b = …`. Every expression reads the record before the change. */
export function updateChange(assignments: readonly Assignment[], values: Values): Sql {
  const set = assignments.map(
    ({ column, term }) =>
      `${quoteIdentifier(column.name)} = ${storedValue(column, checkExpression(printValue(term, values)))}`,
  );
  return asSql(`UPDATE ${set.join(', ')}`);
}

/** The value converted to the column's type. An exact number that does not fit becomes NULL; a cast would truncate it. */
function storedValue(column: Column, value: Sql): Sql {
  if (column.type === 'DECIMAL') return exactDecimal(value, decimalSize(column));
  const type = columnStoreType({ ...column, nullable: false });
  return isInteger(column)
    ? asSql(`accurateCastOrNull(${value}, ${stringLiteral(type)})`)
    : asSql(`CAST(${value}, ${stringLiteral(`Nullable(${type})`)})`);
}

const isInteger = ({ type }: Column) => type.startsWith('INT');

/** The range that the intake accepts. Beyond it, the engine computes with some dates and clips others. */
const [timesFrom, timesUntil] = [timeMinMs, timeEndMs].map(
  (epochMs) => `toDateTime64('${engineTimestamp(epochMs)}', 3, 'UTC')`,
);

/** Whether a column cannot store a value unchanged. */
function cannotStore(column: Column, value: Sql): Sql {
  const unfit: string[] = [];
  // The conversion silently truncates a decimal number to an integer, so compare the result with the value.
  if (isInteger(column))
    unfit.push(`(${value} IS NOT NULL AND ifNull(${storedValue(column, value)} != ${value}, true))`);
  if (column.type === 'DECIMAL')
    unfit.push(`(${value} IS NOT NULL AND ${storedValue(column, value)} IS NULL)`);
  if (column.type === 'DATE' || column.type === 'TIMESTAMP')
    unfit.push(`(${value} < ${timesFrom}) OR (${value} >= ${timesUntil})`);
  if (column.type === 'FLOAT' || column.type === 'DOUBLE')
    unfit.push(`(NOT isFinite(${storedValue(column, value)}))`);
  if (column.type === 'JSON') unfit.push(`(NOT isValidJSON(${storedValue(column, value)}))`);
  if (!column.nullable) unfit.push(`(${value} IS NULL)`);
  return asSql(`ifNull(${unfit.length === 0 ? 'false' : unfit.join(' OR ')}, false)`);
}

/**
 * Counts the chosen records. For each assignment, also counts the records whose value the column cannot store, and returns
 * one such value.
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
    const unfit = cannotStore(column, value);
    return [`countIf(${unfit})`, `anyIf(ifNull(toString(${value}), 'null'), ${unfit})`];
  });
  const where = chosenCondition(chosen, values);
  return {
    text: `SELECT ${['count()', ...checks].join(', ')} FROM ${records} WHERE ${where}`,
    parameters: values.params,
    tables: [pool.id],
  };
}
