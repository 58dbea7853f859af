import { badRequest } from '../base/errors.js';
import { formatCell } from '../sql/cell.js';
import { asSql, quoteIdentifier } from '../sql/identifier.js';
import { whereOf } from '../sql/time-filter.js';
import type { Asker } from './asker.js';
import { type DataPoolReference, findDataPool } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { queryScope, type ScopeInput, scopeConditions } from './query-scope.js';
import { findSource, sourceColumn } from './readable-source.js';

export interface TopValuesInput extends Pick<ScopeInput, 'timeRange' | 'timeZone'> {
  readonly dataPool: DataPoolReference;
  readonly columnName: string;
  readonly maxValues: number;
}

export interface TopValuesAnswer {
  readonly values: readonly string[];
  readonly query: QueryInfo;
}

export const topValuesMax = 1_000;
/**
 * The values whose frequency the engine keeps count of. A column with no more distinct values than this is
 * counted exactly; with more, rare values share a counter, and memory stays bounded.
 */
export const valuesCountedMax = 10_000;

/** The most frequent values of a column, the most frequent first; equally frequent ones in their own order. */
export async function topValues(
  { catalog, parsers, clock, runner }: QueryServices,
  { principal, signal }: Asker,
  input: TopValuesInput,
): Promise<TopValuesAnswer> {
  const { maxValues } = input;
  if (maxValues < 1 || maxValues > topValuesMax)
    throw badRequest(`maxValues must be from 1 to ${topValuesMax}, and is ${maxValues}`);
  const dataPool = await findDataPool(catalog, principal, input.dataPool);
  const source = await findSource({ catalog, parsers }, principal, dataPool);
  const column = sourceColumn(source, input.columnName, 'columnName');
  const timestamp = sourceColumn(source, dataPool.timestamp, 'timestamp');
  const scope = queryScope(input, source, timestamp, { parsers, nowMs: clock.now(), lastNUnit: 'DAY' });
  const { result, info } = await runner.run({
    principal,
    type: 'TOP_VALUES',
    signal,
    statement: (printing) => {
      const where = whereOf(scopeConditions(scope, [], printing.values));
      const counted = `approx_top_k(${valuesCountedMax}, ${valuesCountedMax})(${quoteIdentifier(column.name)})`;
      const inner = `SELECT arrayJoin(${counted}) AS _weir_top FROM ${source.from(printing)}${where}`;
      const limit = printing.values.add('UInt32', String(maxValues));
      return asSql(
        `SELECT tupleElement(_weir_top, 1) AS _weir_value FROM (${inner}) ORDER BY tupleElement(_weir_top, 2) DESC, _weir_value ASC LIMIT ${limit}`,
      );
    },
  });
  const type = result.columns[0]?.type ?? '';
  const values = result.rows
    .map(([cell]) => formatCell(type, cell ?? null))
    .filter((value) => value !== null);
  return { values, query: info };
}
