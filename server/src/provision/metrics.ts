import { badInput, notFound } from '../base/errors.js';
import type { Catalog } from '../catalog/catalog.js';
import { checkTimestampType } from '../catalog/column-rules.js';
import type { DataPool, Metric } from '../catalog/definitions.js';
import { checkFormat, type MetricFormat } from '../catalog/metric-format.js';
import type { MetricChanges, NewMetric } from '../catalog/metrics.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { findColumn } from './data-pool-definition.js';

/** Metrics are checked against their Data Pool's columns when they are defined, not when they are first queried. */
export async function createMetric(
  catalog: Catalog,
  parsers: SqlParsers,
  environmentId: string,
  metric: NewMetric,
  by: string,
): Promise<Metric> {
  const dataPool = await catalog.dataPools.findById(environmentId, metric.dataPoolId);
  if (!dataPool) throw notFound('Data Pool', metric.dataPoolId);
  checkMetric(parsers, metric, dataPool);
  return await catalog.metrics.create(environmentId, metric, by);
}

export async function modifyMetric(
  catalog: Catalog,
  parsers: SqlParsers,
  metric: Metric,
  changes: MetricChanges,
  by: string,
): Promise<Metric> {
  const dataPool = await catalog.dataPools.findById(metric.environmentId, metric.dataPoolId);
  if (!dataPool) throw notFound('Data Pool', metric.dataPoolId);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  checkMetric(parsers, { ...metric, ...given }, dataPool);
  return await catalog.metrics.update(metric.environmentId, metric.id, changes, by);
}

type MetricDefinition = Pick<
  NewMetric,
  'aggregation' | 'dimensions' | 'timestamp' | 'filterSql' | 'filters'
> & {
  readonly format?: MetricFormat | null | undefined;
};

function checkMetric(parsers: SqlParsers, metric: MetricDefinition, { columns }: DataPool): void {
  metricTerm(parsers, metric.aggregation, columns);
  const seen = new Set<string>();
  for (const [index, name] of metric.dimensions.entries()) {
    findColumn(columns, name, `dimensions[${index}]`);
    if (seen.has(name)) throw badInput(`dimensions[${index}]`, `the column "${name}" is given twice`);
    seen.add(name);
  }
  if (metric.timestamp) checkTimestampType(findColumn(columns, metric.timestamp, 'timestamp'));
  if (metric.filterSql) parseFilter(parsers, metric.filterSql, columns);
  compileFilters(metric.filters, columns);
  if (metric.format) checkFormat(metric.format);
}
