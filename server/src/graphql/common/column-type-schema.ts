import { decimalRules } from '../../catalog/decimal-size.js';

const { precisionMax, precisionDefault, scaleDefault } = decimalRules;

/** The fields of an input for the parameters of a column's type. */
export const newTypeParameters = `
  """
  How many digits a DECIMAL can have in all: 1 to ${precisionMax}, by default ${precisionDefault}. Only for DECIMAL.
  """
  precision: Int
  """
  How many of its digits are after the point: 0 to the precision, by default ${scaleDefault}. Only for DECIMAL.
  """
  scale: Int`;

/** The parameters of a column's type, which only DECIMAL has. */
export const typeParameters = `
  """
  How many digits a DECIMAL can have in all; null for other types.
  """
  precision: Int
  """
  How many of its digits are after the point; null for other types.
  """
  scale: Int`;

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
  An exact decimal number, with at most \`precision\` digits, of which \`scale\` are after the point: \`184.20\`.
  """
  DECIMAL
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
