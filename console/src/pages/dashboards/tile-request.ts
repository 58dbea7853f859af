import {
  counterQuery,
  leaderboardQuery,
  type MetricTileInput,
  type SqlQuery,
  sqlQuery,
  type TimeRangeInput,
  type TypedDocument,
  timeSeriesQuery,
} from '@weir/client';
import { allConditions } from '../../filters/column-filter.js';
import type { ExploreResult } from '../explore/explore-request.js';
import { type ExploreView, readView } from '../explore/explore-view.js';
import type { DraftTile, TileContent } from './dashboard-draft.js';

/** What all Metric tiles of a dashboard have in common. */
export interface TileScope {
  readonly timeRange: TimeRangeInput;
  readonly timeZone: string;
  readonly filterSql: string;
}

export type TileResult = ExploreResult & Partial<SqlQuery>;

export interface TileRequest {
  readonly document: TypedDocument<TileResult, unknown>;
  readonly variables: { readonly input: object };
  /** Whether its answers can be subscribed to. */
  readonly canBeLive: boolean;
  /** The result in an answer, if it is not the answer itself. */
  readonly read?: (answer: unknown) => TileResult;
}

/** The query of a tile; undefined for a tile without one. */
export type TileRequests = (tile: DraftTile, scope: TileScope) => TileRequest | undefined;

/** The query of a tile; undefined for a tile without one: a text, a deleted Metric, or SQL that the viewer may not run. */
export function tileRequest(tile: TileContent, scope: TileScope): TileRequest | undefined {
  const { metric, metricName, sql } = tile;
  if (metric && metricName !== null) return { ...metricRequest(metric, scope), canBeLive: true };
  if (!sql?.query) return undefined;
  const { query, dialect } = sql;
  const variables = { input: { query, ...(dialect && { dialect }) } };
  return { document: sqlQuery as never, variables, canBeLive: false };
}

function metricRequest(
  metric: MetricTileInput,
  { timeRange, timeZone, filterSql }: TileScope,
): Pick<TileRequest, 'document' | 'variables'> {
  const condition = allConditions([metric.filterSql ?? '', filterSql]);
  const common = {
    metric: { id: metric.metricId },
    timeZone,
    ...(Object.keys(timeRange).length > 0 && { timeRange }),
    ...(condition !== '' && { filterSql: condition }),
  };
  const dimensions = metric.dimensions ?? [];
  const rowLimit = metric.rowLimit ?? rowLimitDefault;
  switch (metric.kind) {
    case 'COUNTER':
      return { document: counterQuery as never, variables: { input: common } };
    case 'TIME_SERIES':
      return {
        document: timeSeriesQuery as never,
        variables: {
          input: {
            ...common,
            granularity: metric.granularity ?? 'DAY',
            ...(dimensions.length > 0 && { groupBy: dimensions, groupLimit: rowLimit }),
          },
        },
      };
    case 'LEADERBOARD':
      return {
        document: leaderboardQuery as never,
        variables: {
          input: {
            ...common,
            dimensions: dimensions.map((columnName) => ({ columnName })),
            rowLimit,
            ...(metric.sort && { sort: metric.sort }),
          },
        },
      };
  }
}

export const rowLimitDefault = 10;

/** The same query as Explore shows it. */
export function exploreViewOf(metric: MetricTileInput): ExploreView {
  const charts = { LINE: 'line', BAR: 'bar', STACKED: 'stacked' } as const;
  const { chart } = metric;
  const dimensions = metric.dimensions ?? [];
  return {
    ...readView({}),
    view:
      metric.kind === 'COUNTER'
        ? 'counter'
        : metric.kind === 'TIME_SERIES'
          ? 'timeSeries'
          : chart === 'PIE'
            ? 'pie'
            : 'leaderboard',
    metric: metric.metricId,
    gran: metric.granularity ?? 'DAY',
    chart: charts[chart as keyof typeof charts] ?? 'line',
    group: metric.kind === 'TIME_SERIES' ? dimensions.join(', ') : '',
    dims: metric.kind === 'LEADERBOARD' ? dimensions : [],
  };
}
