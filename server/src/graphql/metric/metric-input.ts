import type { FilterDefinition } from '../../catalog/filter.js';
import type { MetricFormat } from '../../catalog/metric-format.js';
import { type MetricAggregation, type MetricType, metricKinds } from '../../catalog/metric-kinds.js';
import type { NewMetric } from '../../catalog/metrics.js';
import type { CreateCountMetricInput, FilterInput, MetricFormatInput } from '../generated/resolver-types.js';

export function filtersOf(filters: readonly FilterInput[] | undefined): FilterDefinition[] {
  return (filters ?? []).map(({ column, operator, value, and, or }) => ({
    column,
    operator,
    value: value ?? null,
    and: filtersOf(and),
    or: filtersOf(or),
  }));
}

/** An empty condition removes the stored one; none keeps it, because removing it would show or count every row. */
export const conditionChange = (filterSql: string | undefined) => (filterSql === '' ? null : filterSql);

/** An empty text counts as absent. */
export const formatOf = (format: MetricFormatInput | undefined): MetricFormat | undefined =>
  format && {
    style: format.style,
    decimals: format.decimals ?? null,
    currency: format.currency || null,
    unit: format.unit || null,
  };

export type AdHocField = Uncapitalize<(typeof metricKinds)[MetricType]['name']>;

/** The field of `MetricInput` that defines a kind of Metric ad hoc. */
export const adHocField = (name: string) => `${name.charAt(0).toLowerCase()}${name.slice(1)}` as AdHocField;

/** Reads what a Metric computes from the input that creates it or defines it ad hoc; both have the same field. */
export function aggregationOf(type: MetricType, input: object): MetricAggregation {
  const { operand } = metricKinds[type];
  if (operand === null) return { type } as MetricAggregation;
  const given = (input as Record<string, string | { readonly columnName: string }>)[operand.field];
  return {
    type,
    [operand.field]: typeof given === 'object' ? given.columnName : given,
  } as unknown as MetricAggregation;
}

export function newMetricOf(input: CreateCountMetricInput, aggregation: MetricAggregation): NewMetric {
  return {
    uniqueName: input.uniqueName || undefined,
    description: input.description,
    dataPoolId: input.dataPool,
    aggregation,
    dimensions: (input.dimensions ?? []).map(({ columnName }) => columnName),
    timestamp: input.timestamp?.columnName,
    filterSql: input.filterSql || null,
    filters: filtersOf(input.filters),
    format: formatOf(input.format),
  };
}
