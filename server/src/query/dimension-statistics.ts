import type { Column } from '../catalog/column.js';
import type { QueryResult } from '../engine/engine.js';
import { formatCell } from '../sql/cell.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import { isNumeric, typeOfColumn } from '../sql/functions/value-type.js';
import { columnSortValue } from '../sql/sort-value.js';
import { type Sql, sql } from '../sql/sql-text.js';
import type { MetricValue } from '../sql/term/checked-term.js';
import { printValue } from '../sql/term/print-query.js';
import { whereOf } from '../sql/time-filter.js';
import type { Caller } from './caller.js';
import { type FoundMetric, findMetric } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, filterConditions } from './query-scope.js';
import { type Printing, sourceColumn } from './readable-source.js';
import { written } from './written-statement.js';

export interface DimensionStatisticsInput {
  readonly metricId: string;
  readonly columnName: string;
  /** How many distinct values to read; 0 for none. */
  readonly uniqueValuesMax: number;
}

export interface DimensionStatistics {
  readonly min: string | null;
  readonly max: string | null;
  readonly average: string | null;
  readonly uniqueValues: readonly string[];
  readonly query: QueryInfo;
}

export const uniqueValuesMax = 1_000;

/**
 * Exact statistics of a column over a Metric's records. The distinct values take a separate statement, because only that
 * can stop at the limit. Its work counts as part of the query.
 */
export async function dimensionStatistics(
  services: QueryServices,
  caller: Caller,
  input: DimensionStatisticsInput,
): Promise<DimensionStatistics> {
  const { runner } = services;
  const metric = await findMetric(services, caller.principal, { id: input.metricId });
  const column = sourceColumn(metric.source, input.columnName, 'dimension');
  const basis = runner.basis(dependsOn(metric.source, [metric.filter]));
  const distinct =
    input.uniqueValuesMax === 0
      ? undefined
      : await runner.read({
          principal: caller.principal,
          signal: caller.signal,
          allowance: caller.allowance,
          type: 'STATS',
          basis,
          ...written((printing) => distinctValues(metric, column, input.uniqueValuesMax, printing)),
        });
  const { result, info } = await runner.run({
    principal: caller.principal,
    type: 'STATS',
    signal: caller.signal,
    allowance: caller.allowance,
    earlier: distinct?.earlier,
    basis,
    ...written((printing) => summary(metric, column, averageOf(services, metric, column), printing)),
  });
  const [min = null, max = null, average = null] = cellsOf(result, result.rows[0] ?? []);
  const values = distinct?.result.rows.map((row) => cellsOf(distinct.result, row)[0] ?? null) ?? [];
  return { min, max, average, uniqueValues: values.filter((value) => value !== null), query: info };
}

function cellsOf({ columns }: QueryResult, row: QueryResult['rows'][number]): (string | null)[] {
  return row.map((cell, index) => formatCell(columns[index]?.type ?? '', cell));
}

/** The same average as a Metric's, because the engine alone would compute it in 64 bits; null for a type without average. */
function averageOf(
  { parsers }: QueryServices,
  { source }: FoundMetric,
  { name, type }: Column,
): MetricValue | null {
  if (!isNumeric(typeOfColumn(type))) return null;
  return metricTerm(parsers, { type: 'AVERAGE', measure: name }, source.columns);
}

function summary(
  { source, filter }: FoundMetric,
  column: Column,
  averaged: MetricValue | null,
  printing: Printing,
): Sql {
  const value = columnSortValue(column).expr;
  const average = averaged === null ? sql`NULL` : printValue(averaged.term, printing.values);
  const where = whereOf(filterConditions([filter], source, printing));
  return sql`SELECT minOrNull(${value}) AS _weir_min, maxOrNull(${value}) AS _weir_max, ${average} AS _weir_average FROM ${source.from(printing)}${where}`;
}

function distinctValues(
  { source, filter }: FoundMetric,
  column: Column,
  limit: number,
  printing: Printing,
): Sql {
  const value = columnSortValue(column).expr;
  const where = whereOf([sql`(${value} IS NOT NULL)`, ...filterConditions([filter], source, printing)]);
  const rows = printing.values.add('UInt32', String(limit));
  return sql`SELECT ${value} AS _weir_value FROM ${source.from(printing)}${where} GROUP BY _weir_value ORDER BY _weir_value ASC LIMIT ${rows}`;
}
