import type { MetricAggregation } from '../../catalog/definitions.js';
import type { FilterDefinition } from '../../catalog/filter.js';
import type { NewMetric } from '../../catalog/metrics.js';
import type { CreateCountMetricInput, FilterInput } from '../generated/resolver-types.js';

/** Nulls are absences, all the way down. */
export function filtersOf(filters: readonly FilterInput[] | null | undefined): FilterDefinition[] {
  return (filters ?? []).map(({ column, operator, value, and, or }) => ({
    column,
    operator,
    value: value ?? null,
    and: filtersOf(and),
    or: filtersOf(or),
  }));
}

export function newMetricOf(input: CreateCountMetricInput, aggregation: MetricAggregation): NewMetric {
  return {
    uniqueName: input.uniqueName ?? undefined,
    description: input.description,
    dataPoolId: input.dataPool,
    aggregation,
    dimensions: (input.dimensions ?? []).map(({ columnName }) => columnName),
    timestamp: input.timestamp?.columnName,
    filterSql: input.filterSql,
    filters: filtersOf(input.filters),
  };
}
