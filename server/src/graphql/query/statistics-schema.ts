import { queryField } from './input-parts.js';

/** The statistics of a Metric's dimension. */
export const statisticsSchema = /* GraphQL */ `
extend type Dimension {
  """
  Statistics of the column's values, by a query of their own. Needs the scope \`metric:stats\`,
  \`data_pool:query\` or \`admin\`.
  """
  stats: DimensionStatistics
}

"""
Exact statistics of a column's values.
"""
type DimensionStatistics {
  """
  The smallest value; null when there is none.
  """
  min: String
  """
  The largest value; null when there is none.
  """
  max: String
  """
  The average; null for a column that is not numeric.
  """
  average: String
  """
  The distinct values in ascending order. Null is left out.
  """
  uniqueValues(
    """
    The most values to return: 1 to 1,000.
    """
    limit: Int = 1000
  ): [String!]!${queryField}
}
`;
