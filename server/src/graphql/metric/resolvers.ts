import { badRequest, notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { DataPool, Metric, MetricAggregation } from '../../catalog/definitions.js';
import { createMetric, modifyMetric } from '../../provision/metrics.js';
import type { SqlParsers } from '../../sql/expression/parsers.js';
import { connectionOf } from '../connection.js';
import type { GraphQLContext } from '../context.js';
import type { CreateCountMetricInput, Resolvers } from '../generated/resolver-types.js';
import { filtersOf, newMetricOf } from './metric-input.js';
import type { ShownDimension } from './shown-dimension.js';

export interface MetricResolverOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

type Given<T> = { readonly input?: T | null | undefined };

export function createMetricResolvers({ catalog, parsers }: MetricResolverOptions) {
  const byId = async (environmentId: string, id: string): Promise<Metric> => {
    const metric = await catalog.metrics.findById(environmentId, id);
    if (!metric) throw notFound('Metric', id);
    return metric;
  };
  const byName = async (environmentId: string, name: string): Promise<Metric> => {
    const metric = await catalog.metrics.findByUniqueName(environmentId, name);
    if (!metric) throw notFound('Metric', name);
    return metric;
  };
  const dataPoolOf = async ({ environmentId, dataPoolId }: Metric): Promise<DataPool> => {
    const dataPool = await catalog.dataPools.findById(environmentId, dataPoolId);
    if (!dataPool) throw notFound('Data Pool', dataPoolId);
    return dataPool;
  };
  const dimension = async (metric: Metric, name: string): Promise<ShownDimension> => {
    const column = (await dataPoolOf(metric)).columns.find((candidate) => candidate.name === name);
    if (!column) throw notFound('Column', name);
    return { column, metric };
  };
  /** The one column that the Metric is made of. */
  const aggregated = (metric: Metric): Promise<ShownDimension> => {
    const { aggregation } = metric;
    if ('measure' in aggregation) return dimension(metric, aggregation.measure);
    if ('dimension' in aggregation) return dimension(metric, aggregation.dimension);
    throw new Error(`A ${aggregation.type} Metric is not made of a column`);
  };
  /** One resolver a kind of Metric; they differ only in what is aggregated. */
  const create =
    <T extends CreateCountMetricInput>(aggregationOf: (input: T) => MetricAggregation) =>
    async (_parent: unknown, { input }: Given<T>, { principal }: GraphQLContext) => {
      const given = present(input);
      const metric = newMetricOf(given, aggregationOf(given));
      return {
        metric: await createMetric(
          catalog,
          parsers,
          principal.environmentId,
          metric,
          principal.applicationId,
        ),
      };
    };
  const measure = (type: 'SUM' | 'AVERAGE' | 'MIN' | 'MAX') =>
    create((input: CreateCountMetricInput & { readonly measure: { readonly columnName: string } }) => ({
      type,
      measure: input.measure.columnName,
    }));

  return {
    Query: {
      metric: (_parent, { id }, { principal }) => byId(principal.environmentId, id),
      metricByName: (_parent, { uniqueName }, { principal }) => byName(principal.environmentId, uniqueName),
      metrics: async (_parent, page, { principal }) =>
        connectionOf(await catalog.metrics.list(principal.environmentId, page)),
    },
    Mutation: {
      createCountMetric: create(() => ({ type: 'COUNT' })),
      createSumMetric: measure('SUM'),
      createAverageMetric: measure('AVERAGE'),
      createMinMetric: measure('MIN'),
      createMaxMetric: measure('MAX'),
      createCountDistinctMetric: create(
        (input: CreateCountMetricInput & { readonly dimension: { readonly columnName: string } }) => ({
          type: 'COUNT_DISTINCT',
          dimension: input.dimension.columnName,
        }),
      ),
      createCustomMetric: create((input: CreateCountMetricInput & { readonly expression: string }) => ({
        type: 'CUSTOM',
        expression: input.expression,
      })),
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
      dimensions: (metric) => Promise.all(metric.dimensions.map((name) => dimension(metric, name))),
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

function present<T>(input: T | null | undefined): T {
  if (input === null || input === undefined) throw badRequest('input: it is missing');
  return input;
}
