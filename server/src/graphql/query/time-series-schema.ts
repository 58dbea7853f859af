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
  groupBy: [String!]
  """
  How many groups to keep apart: 1 to 1,000. The response then has the groups with the largest Metric values over the whole range,
  largest first, and one last group of all other records: see \`isOthers\`. Without it, more than 1,000 groups are an error.
  """
  groupLimit: Int${boosterField}${compareField}
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
  A series for each group, when \`groupBy\` was given; null otherwise. In the order of their column values, nulls last; with
  \`groupLimit\`, the largest first.
  """
  groups: [TimeSeriesResponseGroup!]
  """
  The label from which buckets are not over yet, so that their values can still grow; null when all buckets are over. A
  bucket is over when its end has passed, wherever the time range stops.
  """
  incompleteFrom: String${formatField}${comparisonField('TimeSeriesComparison')}${queryField}
}

"""
The time series of one group.
"""
type TimeSeriesResponseGroup {
  """
  The group's column values, in the order of \`groupBy\`. Of the others, each is the text \`others\`.
  """
  group: [String]!
  """
  Whether the group is all records that are in no other group, because of \`groupLimit\`. A group with the column value \`others\`
  has false here.
  """
  isOthers: Boolean!
  """
  The start of each bucket, the same for all groups.
  """
  labels: [String!]!
  """
  The value of each bucket as text, \`0\` where the group has no records.
  """
  values: [String]!${comparisonField('TimeSeriesGroupComparison')}
}
`;
