import { notFound } from '../../base/errors.js';
import type { Catalog } from '../../catalog/catalog.js';
import { createDashboard, modifyDashboard } from '../../provision/dashboards.js';
import type { QueryServices } from '../../query/operation.js';
import type { SqlParsers } from '../../sql/compiler/parsers.js';
import { connectionOf } from '../connection.js';
import type { Resolvers } from '../generated/resolver-types.js';
import { conditionChange } from '../metric/metric-input.js';
import { scopesFor } from '../scope-rules.js';
import { tilesOf, timeRangeOf } from './dashboard-input.js';
import { shownDashboard } from './shown-dashboard.js';
import { tileAnswer } from './tile-answer.js';

export interface DashboardResolverOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
  readonly query: QueryServices;
}

export function createDashboardResolvers({ catalog, parsers, query }: DashboardResolverOptions) {
  const { dashboards } = catalog;
  const services = { catalog, parsers };
  return {
    Query: {
      dashboard: (_parent, { id }, { principal }) => shownDashboard(catalog, principal, id),
      dashboardByName: async (_parent, { uniqueName }, { principal }) => {
        const dashboard = await dashboards.findByUniqueName(principal.environmentId, uniqueName);
        if (!dashboard) throw notFound('Dashboard', uniqueName);
        return dashboard;
      },
      dashboards: async (_parent, page, { principal }) =>
        connectionOf(await dashboards.list(principal.environmentId, page)),
      tileAnswer: (_parent, { input }, caller) => tileAnswer(query, caller, input),
    },
    Mutation: {
      createDashboard: async (_parent, { input }, { principal }) => {
        const dashboard = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          timeRange: timeRangeOf(input.timeRange ?? {}),
          timeZone: input.timeZone || null,
          filterSql: input.filterSql || null,
          tiles: tilesOf(input.tiles ?? []),
        };
        const { environmentId, applicationId } = principal;
        return { dashboard: await createDashboard(services, environmentId, dashboard, applicationId) };
      },
      modifyDashboard: async (_parent, { input }, { principal }) => {
        const dashboard = await shownDashboard(catalog, principal, input.id);
        const changes = {
          uniqueName: input.uniqueName || undefined,
          description: input.description,
          timeRange: input.timeRange && timeRangeOf(input.timeRange),
          timeZone: conditionChange(input.timeZone),
          filterSql: conditionChange(input.filterSql),
          tiles: input.tiles && tilesOf(input.tiles),
        };
        const by = principal.applicationId;
        return { dashboard: await modifyDashboard(services, dashboard, changes, by, input.unmodifiedSince) };
      },
      duplicateDashboard: async (_parent, { input }, { principal }) => {
        const { timeRange, timeZone, filterSql, tiles, description } = await shownDashboard(
          catalog,
          principal,
          input.id,
        );
        const copy = {
          uniqueName: input.uniqueName || undefined,
          description: description ?? undefined,
          timeRange,
          timeZone,
          filterSql,
          tiles,
        };
        return { dashboard: await dashboards.create(principal.environmentId, copy, principal.applicationId) };
      },
      deleteDashboard: async (_parent, { id }, { principal }) => {
        await dashboards.delete(principal.environmentId, id);
        return id;
      },
    },
    DashboardTimeRange: {
      start: ({ startMs }) => startMs,
      stop: ({ stopMs }) => stopMs,
    },
    MetricTile: {
      metric: async ({ metricId }, _arguments, { principal }) =>
        (await catalog.cached.metricById(principal.environmentId, metricId)) ?? null,
    },
    SqlTile: {
      // Nobody reads a statement on a dashboard who could not run it.
      query: ({ query }, _arguments, { principal }) =>
        scopesFor('Query', 'sqlV1')?.some((scope) => principal.scopes.has(scope)) ? query : null,
    },
  } satisfies Resolvers;
}
