import { badInput, badRequest } from '../base/errors.js';
import type { TimeRange } from '../base/time-range.js';
import type { Column } from '../catalog/column.js';
import type { FilterDefinition } from '../catalog/filter.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { filteredMetric } from '../sql/compiler/metric-term.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { columnSortValue } from '../sql/sort-value.js';
import { type Sql, sql } from '../sql/sql-text.js';
import { allFilters, anyFilter, type FilterTerm } from '../sql/term/checked-term.js';
import { timeFilter } from '../sql/time-filter.js';
import type { FoundMetric } from './find-metric.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryScope } from './query-scope.js';
import type { Printing, ReadableSource } from './readable-source.js';

/** The rows of a report before they are ordered: all Metrics, each over its own records, from one scan. */
export interface ReportPlan {
  readonly source: ReadableSource;
  readonly dimensions: readonly Column[];
  readonly metrics: readonly PlannedMetric[];
  readonly scope: QueryScope;
  /** Whether the Metrics have different timestamp columns. */
  readonly ownTimes: boolean;
}

export interface PlannedMetric {
  readonly found: FoundMetric;
  /** The Metric's own filter, combined with the report's filter for it. */
  readonly filter: FilterTerm | null;
}

export const dimensionAlias = (index: number) => sql`_weir_d${index}`;
export const metricAlias = (index: number) => sql`_weir_m${index}`;

export interface MetricFilterInput {
  readonly filterSql?: string | null | undefined;
  readonly filters?: readonly FilterDefinition[] | undefined;
}

export function planMetric(
  parsers: SqlParsers,
  found: FoundMetric,
  { filterSql, filters }: MetricFilterInput,
  where: string,
): PlannedMetric {
  const { columns } = found.source;
  const given = filterSql ? parseFilter(parsers, filterSql, columns, `${where}.filterSql`) : null;
  const structured = compileFilters(filters ?? [], columns, `${where}.filters`);
  return { found, filter: allFilters([found.filter, given, structured]) };
}

/** One scan reads one Data Pool. */
export function commonSource(metrics: readonly FoundMetric[]): ReadableSource {
  const [first, ...others] = metrics;
  if (!first) throw badInput('metrics', 'give at least one Metric');
  for (const [index, { source }] of others.entries()) {
    if (source.dataPool.id === first.source.dataPool.id) continue;
    throw badRequest(
      `metrics[${index + 1}] is over the Data Pool "${source.dataPool.uniqueName}" but metrics[0] over "${first.source.dataPool.uniqueName}"; all Metrics of a report must be over the same Data Pool`,
    );
  }
  return first.source;
}

/** `timeRange` is passed separately, because a cursor must keep its range while a relative range moves on. */
export function reportRows(plan: ReportPlan, timeRange: TimeRange, printing: Printing, boosted = false): Sql {
  const { source, scope, ownTimes } = plan;
  const filters = plan.metrics.map(({ found, filter }) =>
    allFilters([filter, ownTimes ? timeFilter(timeRange, found.timestamp) : null]),
  );
  return printMetricRows(
    {
      source,
      timeColumn: scope.timeColumn,
      // When each Metric has its own timestamp, the filters already contain the time conditions.
      timeRange: ownTimes ? null : timeRange,
      // A record that counts for no Metric makes no row, and need not be read.
      filters: [anyFilter(filters), scope.filter],
      keys: plan.dimensions.map((column, index) => ({
        alias: dimensionAlias(index),
        of: () => columnSortValue(column).expr,
      })),
      values: reportValues(plan, filters),
      boosted,
    },
    printing,
  );
}

function reportValues({ metrics }: ReportPlan, filters: readonly (FilterTerm | null)[]) {
  return metrics.map(({ found }, index) => ({
    alias: metricAlias(index),
    value: filteredMetric(found.value, filters[index] ?? null),
  }));
}
