import { badInput, conflict } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import { serviceColumns } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { SetColumn } from '../catalog/job.js';
import type { EngineCell } from '../engine/engine.js';
import { findColumn } from '../provision/data-pool-definition.js';
import { parseValue } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { typeOfColumn } from '../sql/functions/value-type.js';
import type { Assignment } from '../sql/set-columns.js';
import { keyColumnName } from '../sql/table-key.js';
import { refuseClock } from './chosen-records.js';

/** The assignments of an update, checked against the columns of the Data Pool. */
export function assignmentsOf(
  parsers: SqlParsers,
  set: readonly SetColumn[],
  pool: DataPool,
): readonly Assignment[] {
  if (set.length === 0) throw badInput('set', 'give at least one column');
  const seen = new Set<string>();
  return set.map(({ column: name, expression }, index) => {
    const where = `set[${index}]`;
    const column = findColumn(pool.columns, name, where);
    refuseFixed(pool, column, where);
    if (seen.has(name)) throw badInput(where, `the column "${name}" is set twice`);
    seen.add(name);
    // JSON is stored as text.
    const wanted = column.type === 'JSON' ? 'string' : typeOfColumn(column.type);
    const term = parseValue(parsers, expression, pool.columns, wanted, `${where}.expression`);
    refuseClock(`${where}.expression`, term);
    return { column, term };
  });
}

/** The columns that decide where a record is stored and which record it replaces cannot change. */
function refuseFixed({ tableSettings }: DataPool, { name }: Column, where: string): void {
  if (serviceColumns.some((column) => column.name === name))
    throw badInput(where, `"${name}" is filled by the service and cannot be changed`);
  const { engine, orderBy, partitionBy, primaryKey } = tableSettings;
  if ([...orderBy, ...partitionBy, ...primaryKey].some((entry) => keyColumnName(entry) === name))
    throw badInput(where, `the table is ordered or partitioned by "${name}", which cannot be changed`);
  if (engine.type === 'REPLACING_MERGE_TREE' && engine.ver === name)
    throw badInput(where, `"${name}" decides which record is the newest and cannot be changed`);
}

/** In tables that merge records, queries see sums of rows, so there is no single row to change. */
export function refuseSums({ uniqueName, tableSettings }: DataPool, what: string): void {
  const { type } = tableSettings.engine;
  if (type === 'SUMMING_MERGE_TREE' || type === 'AGGREGATING_MERGE_TREE')
    throw conflict(
      `${what} is not possible in Data Pool "${uniqueName}": its table merges records (${type}), and the merged rows and their events are not kept`,
    );
}

/**
 * Reads the result of `checkAssignmentsStatement`: how many records are selected. Throws when some of them cannot be set.
 * Others than the job's creator can read its error, so with access control it contains no value.
 */
export function checkedCount(
  { accessControlEnabled }: DataPool,
  assignments: readonly Assignment[],
  [count = 0, ...checks]: readonly EngineCell[],
): number {
  for (const [index, { column }] of assignments.entries()) {
    const unfit = Number(checks[index * 2] ?? 0);
    if (unfit > 0)
      throw badInput(
        `set[${index}].expression`,
        `for ${unfit} records it gives a value that the ${column.type} column "${column.name}"${column.nullable ? '' : ', which is not nullable,'} cannot hold${accessControlEnabled ? '' : `, such as ${String(checks[index * 2 + 1])}`}`,
      );
  }
  return Number(count);
}
