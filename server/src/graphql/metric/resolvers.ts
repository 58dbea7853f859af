import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Metric } from '../../catalog/definitions.js';
import { type MetricType, metricKinds, operandOf } from '../../catalog/metric-kinds.js';
import type { Boosters } from '../../jobs/boosters.js';
import { modifyMetric } from '../../provision/metrics.js';
import { visibleColumns } from '../../query/visible-columns.js';
import type { SqlParsers } from '../../sql/compiler/parsers.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { createMutations, present } from './create-mutations.js';
import { conditionChange, filtersOf, formatOf } from './metric-input.js';
import { metricLookups } from './metric-lookups.js';
import type { ShownDimension } from './shown-dimension.js';

export interface MetricResolverOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  readonly boosters: Boosters;
}

export function createMetricResolvers({ catalog, parsers, boosters }: MetricResolverOptions) {
  const { byId, byName, dataPoolOf, dimension } = metricLookups(catalog);
  const remove = async (principal: Principal, id: string): Promise<string> => {
    await boosters.deleteOfMetric(principal, id);
    await catalog.metrics.delete(principal.environmentId, id);
    return id;
  };
  const operand = (metric: Metric): Promise<ShownDimension> | string => {
    const given = operandOf(metric.aggregation) ?? '';
    return metricKinds[metric.aggregation.type].aggregate === null ? given : dimension(metric, given);
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
          uniqueName: given.uniqueName || undefined,
          description: given.description,
          timestamp: given.timestamp?.columnName,
          filterSql: conditionChange(given.filterSql),
          format: formatOf(given.format),
          ...(given.filters && { filters: filtersOf(given.filters) }),
          ...(given.dimensions && { dimensions: given.dimensions.map(({ columnName }) => columnName) }),
        };
        return { metric: await modifyMetric(catalog, parsers, metric, changes, principal.applicationId) };
      },
      deleteMetric: (_parent, { id }, { principal }) => remove(principal, id),
      deleteMetricByName: async (_parent, { uniqueName }, { principal }) => {
        const { id } = await byName(principal.environmentId, uniqueName);
        return await remove(principal, id);
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
      timestamp: async (metric, _arguments, { principal }) => {
        const pool = await dataPoolOf(metric);
        const name = metric.timestamp ?? pool.timestamp;
        const visible = await visibleColumns(catalog, principal, pool);
        return visible.some((column) => column.name === name) ? await dimension(metric, name) : null;
      },
      settings: (metric) => metric,
    },
    Dimension: {
      columnName: ({ column }) => column.name,
      type: ({ column }) => column.type,
      precision: ({ column }) => column.precision ?? null,
      scale: ({ column }) => column.scale ?? null,
      isNullable: ({ column }) => column.nullable,
    },
    MetricSettings: { __resolveType: ({ aggregation }) => settingsType(metricKinds[aggregation.type]) },
    ...(Object.fromEntries(
      Object.values(metricKinds).map((kind) => [
        settingsType(kind),
        kind.operand === null ? {} : { [kind.operand.field]: operand },
      ]),
    ) as Pick<Resolvers, ReturnType<typeof settingsType>>),
    DataPool: {
      metrics: async ({ environmentId, id }, page) =>
        connectionOf(await catalog.metrics.listByDataPool(environmentId, id, page)),
    },
  } satisfies Resolvers;
}

type KindName = (typeof metricKinds)[MetricType]['name'];

const settingsType = ({ name }: { readonly name: KindName }) => `${name}MetricSettings` as const;
