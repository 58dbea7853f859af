import { dashboardLimits } from '../../catalog/dashboard.js';
import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';
import { tileAnswerSchema } from './tile-answer-schema.js';
import { tileSchema } from './tile-schema.js';

const count = (value: number) => value.toLocaleString('en-US');

/** Dashboards: saved arrangements of tiles. Each viewer's own queries fill them. */
export const dashboardSchema = /* GraphQL */ `
extend type Query {
  """
  One dashboard. Needs the scope \`metric:query\` or \`admin\`.
  """
  dashboard(
    """
    The dashboard's identifier.
    """
    id: ID!
  ): Dashboard
  """
  One dashboard by its unique name. Needs the scope \`metric:query\` or \`admin\`.
  """
  dashboardByName(
    """
    The dashboard's unique name.
    """
    uniqueName: String!
  ): Dashboard
  """
  The Environment's dashboards, newest first. Needs the scope \`metric:query\` or \`admin\`.
  """
  dashboards(${pageArguments()}
  ): DashboardConnection
}

extend type Mutation {
  """
  Creates a dashboard. Needs the scope \`admin\`.
  """
  createDashboard(
    """
    The new dashboard.
    """
    input: CreateDashboardInput!
  ): DashboardResponse
  """
  Changes a dashboard. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyDashboard(
    """
    Which dashboard, and its new values.
    """
    input: ModifyDashboardInput!
  ): DashboardResponse
  """
  Creates a dashboard that is like another one, including tiles whose Metrics were deleted. Needs the scope \`admin\`.
  """
  duplicateDashboard(
    """
    Which dashboard, and the name of its copy.
    """
    input: DuplicateDashboardInput!
  ): DashboardResponse
  """
  Deletes a dashboard and returns its identifier. Needs the scope \`admin\`.
  """
  deleteDashboard(
    """
    The dashboard's identifier.
    """
    id: ID!
  ): ID
}

"""
An arrangement of tiles on a grid of ${dashboardLimits.gridColumns} columns. It holds no data: each viewer runs the tiles' queries, with
their own scopes and access policies.
"""
type Dashboard implements Node & Common {${commonFields('dashboard')}
  """
  The time range of all Metric tiles; null for all time.
  """
  timeRange: DashboardTimeRange
  """
  The time zone of all Metric tiles; null for the zone that the viewer prefers.
  """
  timeZone: String
  """
  The SQL condition for all Metric tiles, in addition to their own; null for none.
  """
  filterSql: String
  """
  The tiles, in the order in which they were given.
  """
  tiles: [DashboardTile!]!
}

"""
The time range of a dashboard. Its fields are those of \`TimeRangeInput\`.
"""
type DashboardTimeRange {
  """
  The timestamp column to filter on; null for the Metric's.
  """
  timestamp: String
  """
  A period relative to now.
  """
  relative: RelativeTimeRange
  """
  The number of units for \`LAST_N\` and \`LAST_N_…\`.
  """
  n: Int
  """
  The start, inclusive.
  """
  start: DateTime
  """
  The end, exclusive.
  """
  stop: DateTime
}
${tileSchema}${tileAnswerSchema}
"""
A new dashboard.
"""
input CreateDashboardInput {
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  The time range of all Metric tiles, by default all time.
  """
  timeRange: TimeRangeInput
  """
  The time zone of all Metric tiles: an IANA name, or an offset such as \`+05:30\`. By default the zone that the viewer prefers.
  """
  timeZone: String
  """
  The SQL condition for all Metric tiles, in addition to their own. A tile whose Data Pool does not have its columns shows an error.
  """
  filterSql: String
  """
  The tiles, at most ${dashboardLimits.tilesMax}, with at most ${count(dashboardLimits.tilesCharactersMax)} characters together.
  """
  tiles: [DashboardTileInput!]
}

"""
New values for a dashboard. Omitted fields keep their values.
"""
input ModifyDashboardInput {
  """
  The identifier of the dashboard to change.
  """
  id: ID!
  """
  The \`modifiedAt\` with which it was read: if it was modified since, nothing is changed, and the answer is CONFLICT. By default it is
  changed in any case.
  """
  unmodifiedSince: DateTime
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  The new time range; an empty one, \`{}\`, is all time.
  """
  timeRange: TimeRangeInput
  """
  The new time zone; an empty string for the zone that the viewer prefers.
  """
  timeZone: String
  """
  The new SQL condition for all Metric tiles; an empty string removes it.
  """
  filterSql: String
  """
  All tiles: those that are not in the list are removed. A tile may keep a Metric that was deleted.
  """
  tiles: [DashboardTileInput!]
}

"""
Which dashboard to copy.
"""
input DuplicateDashboardInput {
  """
  The identifier of the dashboard to copy.
  """
  id: ID!
  """
  The unique name of the copy, by default its identifier.
  """
  uniqueName: String
}

"""
The dashboard that was created or changed.
"""
type DashboardResponse {
  """
  The dashboard.
  """
  dashboard: Dashboard!
}
${connection('Dashboard', 'dashboards')}`;
