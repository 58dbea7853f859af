import { queryField } from './input-parts.js';

/** The statistics of a Metric's dimension. */
export const statisticsSchema = /* GraphQL */ `
extend type Dimension {
  """
  Statistics of the column's values, computed by a separate query. Needs the scope \`metric:stats\`,
  \`data_pool:query\` or \`admin\`.
  """
  stats: DimensionStatistics
}

"""
Exact statistics of a column's values.
"""
type DimensionStatistics {
  """
  The smallest value; null when there are no values.
  """
  min: String
  """
  The largest value; null when there are no values.
  """
  max: String
  """
  The average; null for a column that is not numeric.
  """
  average: String
  """
  The distinct values in ascending order, without null.
  """
  uniqueValues(
    """
    The maximum number of values to return: 1 to 1,000.
    """
    limit: Int = 1000
  ): [String!]!${queryField}
}
`;
