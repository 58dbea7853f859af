import {
  boosterField,
  compareField,
  comparisonField,
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
  The order of the rows, by the Metric's value. Negative values are smaller than 0. Rows of the same value are ordered by their
  dimension values, ascending, nulls last.
  """
  sort: Sort = DESC
  """
  The maximum number of rows to return: 1 to 1,000.
  """
  rowLimit: Int!
  """
  Whether to add a last row for all records that are in none of the \`rowLimit\` rows. Its value is the Metric over those
  records, not a sum of other values. There is no such row if no records are left, or if the Metric has no value over them.
  """
  others: Boolean = false${filterFields()}${boosterField}${compareField}
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
  The rows in order: the dimension values, which can be null, followed by the Metric's value, which is never null. Each
  dimension value of the others is the text \`others\`.
  """
  rows: [[String]!]!
  """
  Whether the last row is for all records that are in no other row. A row with the dimension value \`others\` has no influence on
  it.
  """
  hasOthers: Boolean!${formatField}${comparisonField('LeaderboardComparison')}${queryField}
}
`;
