import { dashboardLimits } from '../../catalog/dashboard.js';

const {
  gridColumns,
  yMax,
  heightMax,
  titleCharactersMax,
  sqlCharactersMax,
  markdownCharactersMax,
  dimensionsMax,
} = dashboardLimits;
const count = (value: number) => value.toLocaleString('en-US');

const placeFields = (rules: { x: string; y: string; width: string; height: string }) => `
  """
  The column of the grid where it begins, from the left${rules.x}.
  """
  x: Int!
  """
  The row of the grid where it begins, from the top${rules.y}.
  """
  y: Int!
  """
  How many columns wide it is${rules.width}.
  """
  width: Int!
  """
  How many rows high it is${rules.height}.
  """
  height: Int!`;

/** The tiles of a dashboard, stored and given: both have the same fields. */
export const tileSchema = /* GraphQL */ `
"""
A tile of a dashboard. Exactly one of \`metric\`, \`sql\` and \`text\` is there.
"""
type DashboardTile {
  """
  Its identifier, unique on the dashboard. A copy of the dashboard has the same.
  """
  id: ID!
  """
  Its title; null for one that follows from its content.
  """
  title: String${placeFields({ x: '', y: '', width: '', height: '' })}
  """
  A Metric to show.
  """
  metric: MetricTile
  """
  A statement whose result to show.
  """
  sql: SqlTile
  """
  A text to show.
  """
  text: TextTile
}

"""
A Metric on a dashboard.
"""
type MetricTile {
  """
  The identifier of the Metric.
  """
  metricId: ID!
  """
  The Metric; null if it was deleted.
  """
  metric: Metric
  """
  What is queried.
  """
  kind: MetricTileKind!
  """
  How the result is shown; null for a counter.
  """
  chart: TileChart
  """
  The length of a bucket; null unless it is a time series.
  """
  granularity: TimeSeriesGranularity
  """
  The columns to group a time series by, or to break a leaderboard down by.
  """
  dimensions: [String!]!
  """
  The maximum number of groups or rows; null without dimensions.
  """
  rowLimit: Int
  """
  The order of a leaderboard; null for other kinds.
  """
  sort: Sort
  """
  The SQL condition that records must meet, in addition to the dashboard's; null for none.
  """
  filterSql: String
}

"""
A statement on a dashboard. The dashboard's time range, time zone and condition have no effect on it.
"""
type SqlTile {
  """
  The SELECT; null if the caller lacks the scopes \`data_pool:query\` and \`admin\`, and so could not run it.
  """
  query: String
  """
  The dialect of the statement; null if it is found out.
  """
  dialect: SqlDialectV1
  """
  How the result is shown. The first column of a chart has the labels, the numeric columns after it are drawn.
  """
  chart: TileChart!
}

"""
A text on a dashboard.
"""
type TextTile {
  """
  The text in Markdown.
  """
  markdown: String!
}

"""
The queries of a Metric tile.
"""
enum MetricTileKind {
  """
  One value.
  """
  COUNTER
  """
  A value for each time bucket.
  """
  TIME_SERIES
  """
  The top rows of a breakdown.
  """
  LEADERBOARD
}

"""
How a tile shows its result.
"""
enum TileChart {
  """
  A line for each series.
  """
  LINE
  """
  Bars for each series, next to each other.
  """
  BAR
  """
  Bars for each series, on top of each other.
  """
  STACKED
  """
  A horizontal bar for each row.
  """
  RANKING
  """
  A slice for each row.
  """
  PIE
  """
  The rows themselves.
  """
  TABLE
}

"""
A tile of a dashboard. Give exactly one of \`metric\`, \`sql\` and \`text\`. Tiles must not overlap.
"""
input DashboardTileInput {
  """
  Its identifier, so that links to a tile stay when the dashboard is changed. Leave it out for a new tile.
  """
  id: ID
  """
  Its title, at most ${titleCharactersMax} characters. By default one that follows from its content.
  """
  title: String${placeFields({
    x: `: 0 to ${gridColumns - 1}`,
    y: `: 0 to ${count(yMax)}`,
    width: `: 1 to ${gridColumns}, and not beyond the grid's last column`,
    height: `: 1 to ${heightMax}`,
  })}
  """
  A Metric to show.
  """
  metric: MetricTileInput
  """
  A statement whose result to show.
  """
  sql: SqlTileInput
  """
  A text to show.
  """
  text: TextTileInput
}

"""
A Metric on a dashboard.
"""
input MetricTileInput {
  """
  The identifier of the Metric.
  """
  metricId: ID!
  """
  What to query.
  """
  kind: MetricTileKind!
  """
  How to show the result. Of a time series: \`LINE\` (the default), \`BAR\`, \`STACKED\` or \`TABLE\`. Of a leaderboard: \`RANKING\` (the
  default), \`PIE\` or \`TABLE\`. A counter has none.
  """
  chart: TileChart
  """
  The length of a bucket, required for a time series. Other kinds have none.
  """
  granularity: TimeSeriesGranularity
  """
  The columns to group a time series by, or to break a leaderboard down by: at most ${dimensionsMax}. A leaderboard needs one. A counter has
  none.
  """
  dimensions: [String!]
  """
  The maximum number of groups or rows: 1 to 1,000, by default 10. A time series adds one group for all others.
  """
  rowLimit: Int
  """
  The order of a leaderboard, by default \`DESC\`. Other kinds have none.
  """
  sort: Sort
  """
  The SQL condition that records must meet, in addition to the dashboard's.
  """
  filterSql: String
}

"""
A statement on a dashboard.
"""
input SqlTileInput {
  """
  One SELECT, at most ${count(sqlCharactersMax)} characters. It is compiled when the tile is shown.
  """
  query: String!
  """
  The dialect of the statement. By default as in \`sqlV1\`.
  """
  dialect: SqlDialectV1
  """
  How to show the result. The first column of a chart has the labels, the numeric columns after it are drawn.
  """
  chart: TileChart = TABLE
}

"""
A text on a dashboard.
"""
input TextTileInput {
  """
  The text in Markdown, at most ${count(markdownCharactersMax)} characters.
  """
  markdown: String!
}
`;
