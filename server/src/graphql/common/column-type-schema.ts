/** The types of columns, in Data Pools and in SQL results. */
export const columnTypeSchema = /* GraphQL */ `
"""
The type of a column. Responses contain every value as a string, or null.
"""
enum ColumnType {
  """
  \`true\` or \`false\`.
  """
  BOOLEAN
  """
  Text.
  """
  STRING
  """
  A 32-bit floating-point number.
  """
  FLOAT
  """
  A 64-bit floating-point number.
  """
  DOUBLE
  """
  An 8-bit signed integer: -128 to 127.
  """
  INT8
  """
  A 16-bit signed integer: -32,768 to 32,767.
  """
  INT16
  """
  A 32-bit signed integer: -2,147,483,648 to 2,147,483,647.
  """
  INT32
  """
  A 64-bit signed integer: -2^63 to 2^63 - 1.
  """
  INT64
  """
  A date: \`YYYY-MM-DD\`.
  """
  DATE
  """
  A date and time in UTC: \`yyyy-MM-dd HH:mm:ss\`, with \`.SSS\` where there are milliseconds.
  """
  TIMESTAMP
  """
  A JSON document.
  """
  JSON
  """
  Any other type of the underlying column store.
  """
  COLUMNSTORE
  """
  Accepted as an alias of \`COLUMNSTORE\`; never returned.
  """
  CLICKHOUSE @deprecated(reason: "Use \`COLUMNSTORE\`.")
}
`;
