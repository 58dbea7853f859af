import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { DataPool, Metric } from '../../catalog/definitions.js';
import type { ShownDimension } from './shown-dimension.js';

/** Catalog lookups that throw NOT_FOUND instead of returning undefined. */
export function metricLookups(catalog: Catalog) {
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
  return { byId, byName, dataPoolOf, dimension };
}
