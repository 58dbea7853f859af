import type { Granularity } from '../base/granularity.js';
import type { RelativeTimeRange } from '../base/relative-time-range.js';
import type { Resource } from './definitions.js';

/** Charts by name. `TABLE` is none: the rows themselves. */
export type TileChart = 'LINE' | 'BAR' | 'STACKED' | 'RANKING' | 'PIE' | 'TABLE';

export type MetricTileKind = 'COUNTER' | 'TIME_SERIES' | 'LEADERBOARD';

/** The charts of each kind; the first is the default. A counter is one number. */
export const chartsOfKind: Readonly<Record<MetricTileKind, readonly TileChart[]>> = {
  COUNTER: [],
  TIME_SERIES: ['LINE', 'BAR', 'STACKED', 'TABLE'],
  LEADERBOARD: ['RANKING', 'PIE', 'TABLE'],
};

export interface MetricContent {
  /** The Metric may have been deleted since the tile was saved. */
  readonly metricId: string;
  readonly kind: MetricTileKind;
  readonly chart: TileChart | null;
  readonly granularity: Granularity | null;
  /** The groups of a time series, or the rows of a leaderboard. */
  readonly dimensions: readonly string[];
  readonly rowLimit: number | null;
  readonly sort: 'ASC' | 'DESC' | null;
  readonly filterSql: string | null;
}

export interface SqlContent {
  readonly query: string;
  readonly dialect: 'POSTGRESQL' | 'COLUMNSTORE' | null;
  readonly chart: TileChart;
}

export interface TextContent {
  readonly markdown: string;
}

/** A rectangle of the grid, in columns and rows from the top left. */
export interface TilePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Exactly one of the three contents is not null. */
export interface TileDefinition extends TilePlace {
  /** Unique on its dashboard. A copy of the dashboard has the same. */
  readonly id: string;
  readonly title: string | null;
  readonly metric: MetricContent | null;
  readonly sql: SqlContent | null;
  readonly text: TextContent | null;
}

/** A time range as it was given: a relative one moves with the clock. */
export interface StoredTimeRange {
  readonly timestamp: string | null;
  readonly relative: RelativeTimeRange | null;
  readonly n: number | null;
  readonly startMs: number | null;
  readonly stopMs: number | null;
}

/** Tiles that every viewer fills with their own queries. A dashboard has no data. */
export interface Dashboard extends Resource {
  /** Null for all time. */
  readonly timeRange: StoredTimeRange | null;
  /** Null for the time zone that each viewer prefers. */
  readonly timeZone: string | null;
  /** A condition for all Metric tiles. */
  readonly filterSql: string | null;
  readonly tiles: readonly TileDefinition[];
}

export const dashboardLimits = {
  tilesMax: 50,
  gridColumns: 12,
  yMax: 1_000,
  heightMax: 50,
  titleCharactersMax: 200,
  markdownCharactersMax: 10_000,
  sqlCharactersMax: 20_000,
  filterCharactersMax: 10_000,
  dimensionsMax: 10,
  rowLimitMax: 1_000,
  /** Of all tiles together, as JSON: a page of 100 dashboards is parsed at once. */
  tilesCharactersMax: 100_000,
} as const;
