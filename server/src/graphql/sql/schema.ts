import { typeParameters } from '../common/column-type-schema.js';

const statementFields = `
  """
  One SELECT. Tables are Data Pools, by unique name or identifier.
  """
  query: String!
  """
  The dialect of the statement. By default the statement is read as PostgreSQL, or as the column store's own SQL if
  PostgreSQL's grammar cannot read it or it uses a function or type that PostgreSQL does not have.
  """
  dialect: SqlDialectV1`;

/** SQL over Data Pools. */
export const sqlSchema = /* GraphQL */ `
extend type Query {
  """
  Runs one SQL statement over Data Pools. Needs the scope \`data_pool:query\` or \`admin\`.
  """
  sqlV1(
    """
    The statement.
    """
    input: SqlV1Input!
  ): SqlResponse!
  """
  Returns the columns that an SQL statement would return, without running it. Needs the scope \`data_pool:query\` or
  \`admin\`.
  """
  describeSqlV1(
    """
    The statement.
    """
    input: DescribeSqlV1Input!
  ): DescribeSqlResponse!
}

"""
An SQL statement to run.
"""
input SqlV1Input {${statementFields}
}

"""
An SQL statement to describe.
"""
input DescribeSqlV1Input {${statementFields}
}

"""
The dialect of an SQL statement.
"""
enum SqlDialectV1 {
  """
  PostgreSQL. The results are those that PostgreSQL would return for the same records.
  """
  POSTGRESQL
  """
  The underlying column store's own SQL.
  """
  COLUMNSTORE
  """
  Accepted as an alias of \`COLUMNSTORE\`.
  """
  CLICKHOUSE @deprecated(reason: "Use \`COLUMNSTORE\`.")
}

"""
The result of an SQL statement.
"""
type SqlResponse {
  """
  The columns, in the order of the cells in each row.
  """
  columns: [SqlColumnResponse!]!
  """
  The rows. Each cell is a number, text, date or boolean as text, or null.
  """
  rows: [[String]!]!
  """
  The dialect in which the statement was read.
  """
  dialect: SqlDialectV1!
  """
  Statistics and metadata of the query.
  """
  info: QueryInfo!
}

"""
The columns that an SQL statement would return.
"""
type DescribeSqlResponse {
  """
  The columns, in order.
  """
  columns: [SqlColumnResponse!]!
  """
  The dialect in which the statement was read.
  """
  dialect: SqlDialectV1!
}

"""
A column of an SQL result.
"""
type SqlColumnResponse {
  """
  The column's name.
  """
  columnName: String!
  """
  The column's type.
  """
  type: ColumnType!${typeParameters}
  """
  Whether the column can hold null.
  """
  isNullable: Boolean!
}
`;
