import { badInput, notFound, WeirError } from '../base/errors.js';
import { inTurn } from '../base/in-slices.js';
import { type Principal, shareOwner } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Column } from '../catalog/column.js';
import type { DataPool, Metric } from '../catalog/definitions.js';
import type { MetricFormat } from '../catalog/metric-format.js';
import type { MetricAggregation } from '../catalog/metric-kinds.js';
import { compileFilters } from '../sql/compiler/compile-filters.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { allFilters, type FilterTerm, type MetricValue } from '../sql/term/checked-term.js';
import { findSource, type ReadableSource, timestampColumn } from './readable-source.js';

/** By identifier, by unique name, or by both, which must then name the same Data Pool. */
export type DataPoolReference = { readonly id: string; readonly name?: string } | { readonly name: string };

/** A reference to a Metric: a stored one, or one defined in the query. */
export type MetricReference =
  | { readonly id: string }
  | { readonly name: string }
  | { readonly dataPool: DataPoolReference; readonly aggregation: MetricAggregation };

/** A Metric ready to be queried: its source, its expression, and its filter. */
export interface FoundMetric {
  readonly source: ReadableSource;
  /** Null for an ad hoc Metric. */
  readonly id: string | null;
  readonly name: string;
  readonly value: MetricValue;
  readonly filter: FilterTerm | null;
  /** The column for time ranges, unless a query names another. */
  readonly timestamp: Column;
  /** Null for an ad hoc Metric. */
  readonly format: MetricFormat | null;
}

export interface FindOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

export async function findDataPool(
  catalog: Catalog,
  principal: Principal,
  reference: DataPoolReference,
): Promise<DataPool> {
  const { environmentId } = principal;
  const dataPool =
    'id' in reference
      ? await catalog.cached.dataPoolById(environmentId, reference.id)
      : await catalog.cached.dataPoolByUniqueName(environmentId, reference.name);
  if (!dataPool) throw notFound('Data Pool', 'id' in reference ? reference.id : reference.name);
  if (reference.name !== undefined && reference.name !== dataPool.uniqueName) {
    throw badInput('dataPool', `the name of ${dataPool.id} is not "${reference.name}"; give one of them`);
  }
  return dataPool;
}

/** The identifier of the Data Pool that a Metric reads. */
export async function dataPoolIdOf(
  catalog: Catalog,
  principal: Principal,
  reference: MetricReference,
): Promise<string> {
  if ('aggregation' in reference) return (await findDataPool(catalog, principal, reference.dataPool)).id;
  return (await configuredMetric(catalog, principal, reference)).dataPoolId;
}

/** `where` is the prefix of error messages about an ad hoc Metric. */
export async function findMetric(
  { catalog, parsers }: FindOptions,
  principal: Principal,
  reference: MetricReference,
  where = '',
): Promise<FoundMetric> {
  if ('aggregation' in reference) {
    const dataPool = await findDataPool(catalog, principal, reference.dataPool);
    const source = await findSource({ catalog, parsers }, principal, dataPool);
    const { aggregation } = reference;
    const value = await inTurn(shareOwner(principal), () =>
      metricTerm(parsers, aggregation, source.columns, where),
    );
    return {
      source,
      id: null,
      name: aggregation.type,
      value,
      filter: null,
      timestamp: timestampColumn(source),
      format: null,
    };
  }
  const metric = await configuredMetric(catalog, principal, reference);
  const dataPool = await findDataPool(catalog, principal, { id: metric.dataPoolId });
  const source = await findSource({ catalog, parsers }, principal, dataPool);
  const found = () => ({
    source,
    id: metric.id,
    name: metric.uniqueName,
    value: metricTerm(parsers, metric.aggregation, source.columns),
    filter: metricFilter(parsers, metric, source),
    timestamp: timestampColumn(source, metric.timestamp ?? undefined),
    format: metric.format,
  });
  return await inTurn(shareOwner(principal), () => readable(metric, source, found));
}

/** A Metric was valid when it was defined. If it no longer is, an access policy hides some of its columns. */
function readable(metric: Metric, { limited }: ReadableSource, read: () => FoundMetric): FoundMetric {
  try {
    return read();
  } catch (error) {
    if (!limited || !(error instanceof WeirError) || error.code !== 'BAD_REQUEST') throw error;
    throw new WeirError(
      'FORBIDDEN',
      `Metric "${metric.uniqueName}" reads columns that the Application's access policies do not show`,
      { cause: error },
    );
  }
}

async function configuredMetric(
  catalog: Catalog,
  principal: Principal,
  reference: { readonly id: string } | { readonly name: string },
): Promise<Metric> {
  const metric =
    'id' in reference
      ? await catalog.cached.metricById(principal.environmentId, reference.id)
      : await catalog.cached.metricByUniqueName(principal.environmentId, reference.name);
  if (!metric) throw notFound('Metric', 'id' in reference ? reference.id : reference.name);
  return metric;
}

function metricFilter(parsers: SqlParsers, metric: Metric, { columns }: ReadableSource): FilterTerm | null {
  return allFilters([
    metric.filterSql === null ? null : parseFilter(parsers, metric.filterSql, columns),
    compileFilters(metric.filters, columns),
  ]);
}
