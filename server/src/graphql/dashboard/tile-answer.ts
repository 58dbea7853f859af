import { badRequest } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import { requireScopes } from '../../base/require-scopes.js';
import type { Dashboard, MetricContent, TileDefinition } from '../../catalog/dashboard.js';
import type { Caller } from '../../query/caller.js';
import { type CounterAnswer, counter } from '../../query/counter.js';
import { type LeaderboardAnswer, leaderboard } from '../../query/leaderboard.js';
import type { QueryServices } from '../../query/operation.js';
import { runSql, type SqlAnswer } from '../../query/run-sql.js';
import { type TimeSeriesAnswer, timeSeries } from '../../query/time-series.js';
import type { TileAnswerInput } from '../generated/resolver-types.js';
import { scopesFor } from '../scope-rules.js';
import { rowLimitDefault } from './dashboard-input.js';
import { shownDashboard, tileOf } from './shown-dashboard.js';

/** The answer of a tile's own query. The others are null. */
export interface TileAnswer {
  readonly counter: CounterAnswer | null;
  readonly timeSeries: TimeSeriesAnswer | null;
  readonly leaderboard: LeaderboardAnswer | null;
  readonly sqlV1: SqlAnswer | null;
}

const none: TileAnswer = { counter: null, timeSeries: null, leaderboard: null, sqlV1: null };

/** Runs the query of a saved tile, exactly as it is saved. */
export async function tileAnswer(
  services: QueryServices,
  caller: Caller,
  { dashboard: dashboardId, tile: tileId, timeZone }: TileAnswerInput,
): Promise<TileAnswer> {
  const { principal } = caller;
  const dashboard = await shownDashboard(services.catalog, principal, dashboardId);
  const tile = tileOf(dashboard, tileId);
  requireTileScopes(principal, tile);
  return await answerOf(services, caller, dashboard, tile, timeZone);
}

function requireTileScopes({ scopes, viewing }: Principal, { sql, metric }: TileDefinition): void {
  const field = sql ? 'sqlV1' : metric ? 'counter' : undefined;
  if (!field) throw badRequest('A text tile has no query');
  const held = viewing ? new Set(viewing.scopes) : scopes;
  requireScopes({ scopes: held }, scopesFor('Query', field) ?? [], 'This tile');
}

async function answerOf(
  services: QueryServices,
  caller: Caller,
  dashboard: Dashboard,
  { metric, sql }: TileDefinition,
  timeZone: string | undefined,
): Promise<TileAnswer> {
  if (sql) {
    const { query, dialect } = sql;
    return { ...none, sqlV1: await runSql(services, caller, { query, dialect: dialect ?? undefined }) };
  }
  return metric ? await metricAnswer(services, caller, dashboard, metric, timeZone) : none;
}

async function metricAnswer(
  services: QueryServices,
  caller: Caller,
  dashboard: Dashboard,
  { metricId, kind, granularity, dimensions, rowLimit, sort, filterSql }: MetricContent,
  timeZone: string | undefined,
): Promise<TileAnswer> {
  const common = {
    metric: { id: metricId },
    timeRange: dashboard.timeRange,
    timeZone: dashboard.timeZone ?? timeZone,
    filterSql: bothConditions(filterSql, dashboard.filterSql),
  };
  switch (kind) {
    case 'COUNTER':
      return { ...none, counter: await counter(services, caller, common) };
    case 'TIME_SERIES': {
      const input = { ...common, granularity: granularity ?? 'DAY', groupBy: dimensions };
      const groupLimit = dimensions.length > 0 ? (rowLimit ?? undefined) : undefined;
      return { ...none, timeSeries: await timeSeries(services, caller, { ...input, groupLimit }) };
    }
    case 'LEADERBOARD': {
      const input = { ...common, dimensions, sort: sort ?? 'DESC', rowLimit: rowLimit ?? rowLimitDefault };
      return { ...none, leaderboard: await leaderboard(services, caller, { ...input, others: false }) };
    }
  }
}

/** Each on its own line, so that a comment at the end of one does not swallow the other. */
function bothConditions(one: string | null, other: string | null): string | null {
  return one && other ? `(${one}\n) AND (${other}\n)` : one || other;
}
