import { boosterField, filterFields, queryField, rowPageFields, timeFields } from './input-parts.js';

/** A table of several Metrics, broken down by dimensions. */
export const metricReportSchema = /* GraphQL */ `
extend type Query {
  """
  A table of several Metrics broken down by dimensions, in pages. It is sorted by the first Metric, or by
  \`orderByColumn\`. Needs the scope \`metric:query\` or \`admin\`.
  """
  metricReport(
    """
    The report to query.
    """
    input: MetricReportInput!
  ): MetricReportConnection
}

"""
A Metric Report: a table of several Metrics, broken down by dimensions.
"""
input MetricReportInput {${timeFields}
  """
  The columns to break the Metrics down by, at most 50. They come first in the report. Without dimensions, the report
  has one row.
  """
  dimensions: [MetricReportDimensionInput!]!
  """
  The Metrics, 1 to 50, all over the same Data Pool. They come after the dimensions. The report has a row for every
  combination of dimension values for which any of the Metrics has a record.
  """
  metrics: [MetricReportMetricInput!]!${filterFields()}
  """
  The column to order by, counted from 1, including dimensions. By default the first Metric. Ties are ordered by the
  dimensions; rows without a value come last in either direction.
  """
  orderByColumn: Int${rowPageFields}${boosterField}
}

"""
A dimension of a Metric Report.
"""
input MetricReportDimensionInput {
  """
  The name of a Data Pool column.
  """
  columnName: String!
  """
  The header's text, by default the column's name.
  """
  displayName: String
  """
  The sort direction of this column, when the report is ordered by it, and for ties.
  """
  sort: Sort = ASC
}

"""
A Metric of a Metric Report.
"""
input MetricReportMetricInput {
  """
  The Metric.
  """
  metric: MetricInput
  """
  The unique name of the Metric, when \`metric\` and \`id\` are absent.
  """
  uniqueName: String @deprecated(reason: "Use \`metric\`.")
  """
  The identifier of the Metric, when \`metric\` and \`uniqueName\` are absent.
  """
  id: ID @deprecated(reason: "Use \`metric\`.")
  """
  The header's text, by default the Metric's unique name.
  """
  displayName: String
  """
  The SQL condition that records must meet for this Metric, in addition to the report's condition.
  """
  filterSql: String
  """
  Structured conditions that records must meet for this Metric.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The sort direction, when the report is ordered by this column.
  """
  sort: Sort = DESC
}

"""
A page of a Metric Report.
"""
type MetricReportConnection {
  """
  Where this page is in the whole report.
  """
  pageInfo: PageInfo!
  """
  The rows of this page, each with its cursor.
  """
  edges: [MetricReportEdge!]!
  """
  The rows of this page, each with the headers.
  """
  nodes: [MetricReportNode!]!
  """
  The display names of the dimensions, followed by those of the Metrics.
  """
  headers: [String]!
  """
  The rows of this page: the dimension values, followed by the Metric values.
  """
  rows: [[String]!]!
  """
  How the values of each column are shown to people, in the order of the headers; null for dimensions and for Metrics that do
  not say.
  """
  formats: [MetricFormat]!${queryField}
}

"""
One row of a Metric Report, with its cursor.
"""
type MetricReportEdge {
  """
  The row.
  """
  node: MetricReportNode!
  """
  The row's cursor, for \`after\` and \`before\`.
  """
  cursor: String!
}

"""
One row of a Metric Report.
"""
type MetricReportNode {
  """
  The display names of the dimensions, followed by those of the Metrics.
  """
  headers: [String]!
  """
  The dimension values, followed by the Metric values.
  """
  row: [String]!
}
`;
