import type { Column } from '../catalog/column.js';
import type { DataPool } from '../catalog/definitions.js';
import type { ViewRange } from '../catalog/materialized-view.js';
import { requestIdColumn, tableName } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { finalOf } from './table-size.js';
import type { TableSource } from './term/term.js';
import { asSql } from './trusted-text.js';
import { stringLiteral } from './values.js';

const block = quoteIdentifier('_block_number');
/** A part's name is its partition, its first and last block, its level and its mutation: `202601_3_9_1_12`. */
export const lastBlockOfPart = asSql(`toInt64(splitByChar('_', ${quoteIdentifier('_part')})[3])`);

/** Limits a read to rows of blocks after this one. The second condition lets the engine skip whole parts. */
export const blocksAfter = (after: number): Sql =>
  asSql(`${block} > ${after} AND ${lastBlockOfPart} > ${after}`);

/** The source of a view's statement: the rows of one step, with these columns. */
export function viewSource(pool: DataPool, columns: readonly Column[], range: ViewRange): TableSource {
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  return {
    columns,
    dataPool: pool,
    print: () => asSql(`(SELECT ${names} FROM ${tableName(pool)}${finalOf(pool)} WHERE ${inRange(range)})`),
  };
}

function inRange(range: ViewRange): Sql {
  if (range.kind === 'LIVE') return asSql(`${blocksAfter(range.after)} AND ${block} <= ${range.until}`);
  const { until, partitionId, slice, slices } = range;
  const conditions = [
    `${block} <= ${until}`,
    ...(partitionId === null ? [] : [`${quoteIdentifier('_partition_id')} = ${stringLiteral(partitionId)}`]),
    ...(slices === 1 ? [] : [`cityHash64(${quoteIdentifier(requestIdColumn)}) % ${slices} = ${slice}`]),
  ];
  return asSql(conditions.join(' AND '));
}
