import type { Catalog } from '../../catalog/catalog.js';
import type { Metric } from '../../catalog/definitions.js';
import { modifyMetric } from '../../provision/metrics.js';
import { visibleColumns } from '../../query/visible-columns.js';
import type { SqlParsers } from '../../sql/expression/parsers.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { createMutations, present } from './create-mutations.js';
import { filtersOf } from './metric-input.js';
import { metricLookups } from './metric-lookups.js';
import type { ShownDimension } from './shown-dimension.js';

export interface MetricResolverOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

export function createMetricResolvers({ catalog, parsers }: MetricResolverOptions) {
  const { byId, byName, dataPoolOf, dimension } = metricLookups(catalog);
  /** The one column that the Metric is made of. */
  const aggregated = (metric: Metric): Promise<ShownDimension> => {
    const { aggregation } = metric;
    if ('measure' in aggregation) return dimension(metric, aggregation.measure);
    if ('dimension' in aggregation) return dimension(metric, aggregation.dimension);
    throw new Error(`A ${aggregation.type} Metric is not made of a column`);
  };
  return {
    Query: {
      metric: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      metricByName: (_parent, { uniqueName }, { principal }) => byName(principal.environmentId, uniqueName),
      metrics: async (_parent, page, { principal }) =>
        connectionOf(await catalog.metrics.list(principal.environmentId, page)),
    },
    Mutation: {
      ...createMutations(catalog, parsers),
      modifyMetric: async (_parent, { input }, { principal }) => {
        const given = present(input);
        const metric = await byId(principal.environmentId, given.metric);
        const changes = {
          uniqueName: given.uniqueName ?? undefined,
          description: given.description,
          timestamp: given.timestamp?.columnName,
          filterSql: given.filterSql,
          ...(given.filters && { filters: filtersOf(given.filters) }),
          ...(given.dimensions && { dimensions: given.dimensions.map(({ columnName }) => columnName) }),
        };
        return { metric: await modifyMetric(catalog, parsers, metric, changes, principal.applicationId) };
      },
      deleteMetric: async (_parent, { id }, { principal }) => {
        await catalog.metrics.delete(principal.environmentId, id);
        return id;
      },
      deleteMetricByName: async (_parent, { uniqueName }, { principal }) => {
        const { id } = await byName(principal.environmentId, uniqueName);
        await catalog.metrics.delete(principal.environmentId, id);
        return id;
      },
    },
    Metric: {
      type: ({ aggregation }) => aggregation.type,
      dataPool: dataPoolOf,
      dimensions: async (metric, _arguments, { principal }) => {
        const visible = await visibleColumns(catalog, principal, await dataPoolOf(metric));
        const names = metric.dimensions.filter((name) => visible.some((column) => column.name === name));
        return await Promise.all(names.map((name) => dimension(metric, name)));
      },
      timestamp: async (metric) =>
        dimension(metric, metric.timestamp ?? (await dataPoolOf(metric)).timestamp),
      settings: (metric) => metric,
    },
    Dimension: {
      columnName: ({ column }) => column.name,
      type: ({ column }) => column.type,
      isNullable: ({ column }) => column.nullable,
    },
    MetricSettings: { __resolveType: ({ aggregation }) => settingsTypes[aggregation.type] },
    SumMetricSettings: { measure: aggregated },
    AverageMetricSettings: { measure: aggregated },
    MinMetricSettings: { measure: aggregated },
    MaxMetricSettings: { measure: aggregated },
    CountDistinctMetricSettings: { dimension: aggregated },
    CustomMetricSettings: {
      expression: ({ aggregation }) => (aggregation.type === 'CUSTOM' ? aggregation.expression : ''),
    },
    DataPool: {
      metrics: async ({ environmentId, id }, page) =>
        connectionOf(await catalog.metrics.listByDataPool(environmentId, id, page)),
    },
  } satisfies Resolvers;
}

const settingsTypes = {
  COUNT: 'CountMetricSettings',
  SUM: 'SumMetricSettings',
  AVERAGE: 'AverageMetricSettings',
  MIN: 'MinMetricSettings',
  MAX: 'MaxMetricSettings',
  COUNT_DISTINCT: 'CountDistinctMetricSettings',
  CUSTOM: 'CustomMetricSettings',
} as const;
