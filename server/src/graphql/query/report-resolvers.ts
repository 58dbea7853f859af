import type { MetricReference } from '../../query/find-metric.js';
import { metricReport } from '../../query/metric-report.js';
import type { QueryServices } from '../../query/operation.js';
import { topValues } from '../../query/top-values.js';
import { exactlyOne } from '../exactly-one.js';
import type { MetricReportMetricInput, Resolvers } from '../generated/resolver-types.js';
import { filtersOf } from '../metric/metric-input.js';
import { dataPoolReference, metricReference, scopeOf } from './query-inputs.js';

const topValuesDefault = 10;

export function createReportResolvers({ query }: { readonly query: QueryServices }) {
  return {
    Query: {
      metricReport: (_parent, { input }, caller) =>
        metricReport(query, caller, {
          dimensions: input.dimensions.map(({ sort, ...dimension }) => ({
            ...dimension,
            sort: sort ?? 'ASC',
          })),
          metrics: input.metrics.map((metric, index) => ({
            metric: reportMetric(metric, `metrics[${index}]`),
            displayName: metric.displayName,
            filterSql: metric.filterSql,
            filters: filtersOf(metric.filters),
            sort: metric.sort ?? 'DESC',
          })),
          orderByColumn: input.orderByColumn,
          page: input,
          ...scopeOf(input),
        }),
      topValues: (_parent, { input }, caller) =>
        topValues(query, caller, {
          dataPool: dataPoolReference('dataPool', input.dataPool),
          columnName: input.columnName,
          maxValues: input.maxValues ?? topValuesDefault,
          ...scopeOf(input),
        }),
    },
  } satisfies Resolvers;
}

/** `metric`, or one of the deprecated ways to name one. */
function reportMetric(input: MetricReportMetricInput, where: string): MetricReference {
  const given = exactlyOne(where, input, ['metric', 'id', 'uniqueName']);
  if (given.field === 'metric') return metricReference(`${where}.metric`, given.value);
  return given.field === 'id' ? { id: given.value } : { name: given.value };
}
