import { notFound } from '../base/errors.js';
import { relativeSpan } from '../base/relative-time-range.js';
import { checkOrder } from '../base/time-range.js';
import { parseTimeZone } from '../base/time-zone.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Dashboard, MetricContent, StoredTimeRange, TileDefinition } from '../catalog/dashboard.js';
import { checkFilterLength, checkTiles } from '../catalog/dashboard-rules.js';
import type { DashboardChanges, NewDashboard } from '../catalog/dashboards.js';
import type { DataPool } from '../catalog/definitions.js';
import { parseFilter } from '../sql/compiler/parse-expression.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { findColumn } from './data-pool-definition.js';

export interface DashboardServices {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

/**
 * Metric tiles are checked against their Data Pools when they are saved. The dashboard's own condition is not, because its tiles
 * may read several Data Pools, and SQL is not, because the Data Pools that it names may be created later: a tile shows its error.
 */
export async function createDashboard(
  services: DashboardServices,
  environmentId: string,
  dashboard: NewDashboard,
  by: string,
): Promise<Dashboard> {
  checkWhole(dashboard);
  await checkMetrics(services, environmentId, dashboard.tiles, new Set());
  return await services.catalog.dashboards.create(environmentId, dashboard, by);
}

/** Tiles whose Metrics were deleted may stay: otherwise nothing else of the dashboard could be changed. */
export async function modifyDashboard(
  services: DashboardServices,
  dashboard: Dashboard,
  changes: DashboardChanges,
  by: string,
  unmodifiedSince?: number,
): Promise<Dashboard> {
  const { environmentId, id, tiles } = dashboard;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  checkWhole({ ...dashboard, ...given });
  const known = new Set(tiles.flatMap(({ metric }) => (metric ? [metric.metricId] : [])));
  if (changes.tiles) await checkMetrics(services, environmentId, changes.tiles, known);
  return await services.catalog.dashboards.update(environmentId, id, changes, by, unmodifiedSince);
}

function checkWhole({
  timeRange,
  timeZone,
  filterSql,
  tiles,
}: Pick<Dashboard, 'timeRange' | 'timeZone' | 'filterSql' | 'tiles'>): void {
  if (timeZone !== null) parseTimeZone(timeZone);
  if (timeRange) checkTimeRange(timeRange);
  checkFilterLength('filterSql', filterSql);
  checkTiles(tiles);
}

function checkTimeRange(timeRange: StoredTimeRange): void {
  if (timeRange.relative) relativeSpan(timeRange.relative, timeRange.n, 'DAY');
  else checkOrder(timeRange);
}

async function checkMetrics(
  { catalog, parsers }: DashboardServices,
  environmentId: string,
  tiles: readonly TileDefinition[],
  mayBeDeleted: ReadonlySet<string>,
): Promise<void> {
  for (const [index, { metric: content }] of tiles.entries()) {
    if (!content) continue;
    const where = `tiles[${index}].metric`;
    const metric = await catalog.metrics.findById(environmentId, content.metricId);
    const dataPool = metric && (await catalog.dataPools.findById(environmentId, metric.dataPoolId));
    if (dataPool) checkColumns(parsers, where, content, dataPool);
    else if (!mayBeDeleted.has(content.metricId))
      throw notFound(`${where}.metricId: Metric`, content.metricId);
  }
}

function checkColumns(
  parsers: SqlParsers,
  where: string,
  { dimensions, filterSql }: MetricContent,
  { columns }: DataPool,
): void {
  for (const [index, name] of dimensions.entries())
    findColumn(columns, name, `${where}.dimensions[${index}]`);
  if (filterSql) parseFilter(parsers, filterSql, columns, `${where}.filterSql`);
}
