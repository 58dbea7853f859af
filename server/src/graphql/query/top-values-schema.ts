import { queryField, timeFields } from './input-parts.js';

/** The most frequent values of a column. */
export const topValuesSchema = /* GraphQL */ `
extend type Query {
  """
  The most frequent values of a column. Needs the scope \`metric:stats\`, \`data_pool:query\` or \`admin\`.
  """
  topValues(
    """
    The column, and the records to query.
    """
    input: TopValuesInput!
  ): TopValuesResponse!
}

"""
The most frequent values of a column.
"""
input TopValuesInput {
  """
  The Data Pool.
  """
  dataPool: DataPoolInput!
  """
  The column.
  """
  columnName: String!${timeFields}
  """
  The maximum number of values to return: 1 to 1,000.
  """
  maxValues: Int = 10
}

"""
The most frequent values of a column.
"""
type TopValuesResponse {
  """
  The values, most frequent first, without null.
  """
  values: [String!]!
  """
  How many records have each of the values, in the same order.
  """
  counts: [String!]!${queryField}
}
`;
