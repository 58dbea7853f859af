import {
  boosterField,
  filterFields,
  formatField,
  metricFields,
  queryField,
  timeFields,
} from './input-parts.js';

/** The top rows of one Metric, broken down by dimensions. */
export const leaderboardSchema = /* GraphQL */ `
extend type Query {
  """
  The top rows of one Metric, broken down by dimensions. Needs the scope \`metric:query\` or \`admin\`.
  """
  leaderboard(
    """
    The leaderboard to query.
    """
    input: LeaderboardInput!
  ): LeaderboardResponse
}

"""
A leaderboard: the top rows of one Metric, broken down by dimensions.
"""
input LeaderboardInput {${metricFields}${timeFields}
  """
  The columns to break the Metric down by, at least one.
  """
  dimensions: [DimensionInput!]!
  """
  The order of the rows, by the Metric's value.
  """
  sort: Sort = DESC
  """
  The maximum number of rows to return: 1 to 1,000.
  """
  rowLimit: Int!${filterFields()}${boosterField}
}

"""
The top rows of a Metric.
"""
type LeaderboardResponse {
  """
  The names of the dimensions, followed by the name of the Metric.
  """
  headers: [String!]!
  """
  The rows in order: the dimension values, which can be null, followed by the Metric's value, which is never null.
  """
  rows: [[String]!]!${formatField}${queryField}
}
`;
