import { checkRange } from '../base/check-range.js';
import { formatCell } from '../sql/cell.js';
import { columnSortValue } from '../sql/sort-value.js';
import { sql } from '../sql/sql-text.js';
import { whereOf } from '../sql/time-filter.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { type DataPoolReference, findDataPool } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, queryScope, type ScopeInput, scopeConditions } from './query-scope.js';
import { findSource, sourceColumn, timestampColumn } from './readable-source.js';
import { written } from './written-statement.js';

export interface TopValuesInput extends Pick<ScopeInput, 'timeRange' | 'timeZone' | 'weekStart'> {
  readonly dataPool: DataPoolReference;
  readonly columnName: string;
  readonly maxValues: number;
}

export interface TopValuesAnswer {
  readonly values: readonly string[];
  /** How many records have each of the values. */
  readonly counts: readonly string[];
  readonly query: QueryInfo;
}

export const topValuesMax = 1_000;

const answerBytes = 1_000;
/** Values are short strings, each a separate object. */
const bytesPerResultByte = 4;

/**
 * The most frequent values of a column, most frequent first, ties by value. They are counted exactly: for a million distinct
 * values, the engine's approximate counting took longer, and spilling to disk limits the memory in any case.
 */
export function topValues(
  services: QueryServices,
  caller: Caller,
  input: TopValuesInput,
): Promise<TopValuesAnswer> {
  return cachedAnswer(services, 'TOP_VALUES', caller.principal, input, () =>
    compute(services, caller, input),
  );
}

async function compute(
  { catalog, parsers, clock, runner }: QueryServices,
  { principal, signal, allowance }: Caller,
  input: TopValuesInput,
): Promise<Computed<TopValuesAnswer>> {
  const { maxValues } = input;
  checkRange('maxValues', maxValues, 1, topValuesMax);
  const dataPool = await findDataPool(catalog, principal, input.dataPool);
  const source = await findSource({ catalog, parsers }, principal, dataPool);
  const column = sourceColumn(source, input.columnName, 'columnName');
  const timestamp = timestampColumn(source);
  const scope = await queryScope(input, source, timestamp, {
    principal,
    catalog,
    parsers,
    nowMs: clock.now(),
    lastNUnit: 'DAY',
  });
  const basis = runner.basis(dependsOn(source, [scope.filter]));
  const { result, info } = await runner.run({
    principal,
    type: 'TOP_VALUES',
    signal,
    allowance,
    basis,
    ...written((printing) => {
      const value = columnSortValue(column).expr;
      const present = sql`(${value} IS NOT NULL)`;
      const where = whereOf([...scopeConditions(scope, source, printing), present]);
      const limit = printing.values.add('UInt32', String(maxValues));
      const counted = sql`SELECT ${value} AS _weir_value, count() AS _weir_count FROM ${source.from(printing)}${where} GROUP BY _weir_value`;
      return sql`SELECT _weir_value, _weir_count FROM (${counted}) ORDER BY _weir_count DESC, _weir_value ASC LIMIT ${limit}`;
    }),
  });
  const type = result.columns[0]?.type ?? '';
  const counted = result.rows
    .map(([value, count]) => ({ value: formatCell(type, value ?? null), count: String(count) }))
    .filter((row): row is { value: string; count: string } => row.value !== null);
  const values = counted.map(({ value }) => value);
  const counts = counted.map(({ count }) => count);
  const bytes = answerBytes + info.sql.length + bytesPerResultByte * result.bytes;
  return { answer: { values, counts, query: info }, basis, bytes };
}
