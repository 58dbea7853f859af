import {
  boosterField,
  filterFields,
  formatField,
  metricFields,
  queryField,
  timeFields,
} from './input-parts.js';

/** Metric values per time bucket. */
export const timeSeriesSchema = /* GraphQL */ `
extend type Query {
  """
  A Metric value for each time bucket of a range. Needs the scope \`metric:query\` or \`admin\`.
  """
  timeSeries(
    """
    The time series to query.
    """
    input: TimeSeriesInput!
  ): TimeSeriesResponse
}

"""
A time series: a Metric value for each time bucket of a range.
"""
input TimeSeriesInput {${metricFields}${timeFields}
  """
  The length of a bucket.
  """
  granularity: TimeSeriesGranularity!${filterFields()}
  """
  Columns to group by. The response then has a series for each combination of their values.
  """
  groupBy: [String!]${boosterField}
}

"""
A Metric value for each time bucket, including empty buckets.
"""
type TimeSeriesResponse {
  """
  The start of each bucket, in ISO 8601 in UTC.
  """
  labels: [String!]!
  """
  The value of each bucket as text, \`0\` where there are no records. With \`groupBy\`, over all groups.
  """
  values: [String]!
  """
  A series for each group, when \`groupBy\` was given; null otherwise.
  """
  groups: [TimeSeriesResponseGroup!]
  """
  The label from which buckets are not over yet, so that their values can still grow; null when all buckets are over. A
  bucket is over when its end has passed, wherever the time range stops.
  """
  incompleteFrom: String${formatField}${queryField}
}

"""
The time series of one group.
"""
type TimeSeriesResponseGroup {
  """
  The group's column values, in the order of \`groupBy\`.
  """
  group: [String]!
  """
  The start of each bucket, the same for all groups.
  """
  labels: [String!]!
  """
  The value of each bucket as text, \`0\` where the group has no records.
  """
  values: [String]!
}
`;
