import type { MetricReference } from '../../query/find-metric.js';
import type { ReportRowsInput } from '../../query/plan-report.js';
import { exactlyOne } from '../exactly-one.js';
import type { MetricReportInput, MetricReportMetricInput } from '../generated/resolver-types.js';
import { filtersOf } from '../metric/metric-input.js';
import { metricReference, scopeOf } from './query-inputs.js';

/** A report without its page. */
export function reportRowsInput(input: MetricReportInput): ReportRowsInput {
  return {
    dimensions: input.dimensions.map(({ sort, ...dimension }) => ({ ...dimension, sort: sort ?? 'ASC' })),
    metrics: input.metrics.map((metric, index) => ({
      metric: reportMetric(metric, `metrics[${index}]`),
      displayName: metric.displayName,
      filterSql: metric.filterSql,
      filters: filtersOf(metric.filters),
      sort: metric.sort ?? 'DESC',
    })),
    orderByColumn: input.orderByColumn,
    ...scopeOf(input),
  };
}

/** `metric`, or one of the deprecated ways to name one. */
function reportMetric(input: MetricReportMetricInput, where: string): MetricReference {
  const given = exactlyOne(where, input, ['metric', 'id', 'uniqueName']);
  if (given.field === 'metric') return metricReference(`${where}.metric`, given.value);
  return given.field === 'id' ? { id: given.value } : { name: given.value };
}
