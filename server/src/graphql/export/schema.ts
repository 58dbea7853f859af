/** Exports, which `POST /v1/export` streams. */
export const exportSchema = /* GraphQL */ `
"""
All rows of a query as one file. Exactly one of \`sql\`, \`dataGrid\`, \`metricReport\` and \`dataPool\` is given. The body of
\`POST /v1/export\` has the same fields.
"""
input ExportInput {
  """
  One SELECT, as in \`sqlV1\`.
  """
  sql: String
  """
  The dialect of \`sql\`, as in \`sqlV1\`.
  """
  dialect: SqlDialectV1
  """
  A data grid. All of its records are exported, so it has no page.
  """
  dataGrid: DataGridInput
  """
  A Metric Report. All of its rows are exported, so it has no page.
  """
  metricReport: MetricReportInput
  """
  A whole Data Pool, by unique name or identifier: every record and column that the caller may read, in no order.
  """
  dataPool: String
  """
  Whether the file of a whole Data Pool has the hidden identifier of each record as its last column, \`_weir_request\`.
  """
  includeRecordIds: Boolean = false
  """
  Whether text in a CSV file that a spreadsheet would take for a formula gets an apostrophe in front of it.
  """
  safeForSpreadsheets: Boolean = false
  """
  The format of the file.
  """
  format: ExportFormat!
}

"""
The format of an exported file.
"""
enum ExportFormat {
  """
  Comma-separated values with a header.
  """
  CSV
  """
  One JSON object per line.
  """
  NDJSON
  """
  Apache Parquet.
  """
  PARQUET
  """
  The stream format of Apache Arrow.
  """
  ARROW
}
`;
