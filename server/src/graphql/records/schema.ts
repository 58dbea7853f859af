import { filterFields, queryField, rowPageFields, timeFields } from '../query/input-parts.js';

/** The records of a Data Pool. */
export const recordsSchema = /* GraphQL */ `
extend type Query {
  """
  The records of a Data Pool in pages, filtered and sorted. Needs the scope \`data_pool:query\` or \`admin\`.
  """
  dataGrid(
    """
    The data grid to query.
    """
    input: DataGridInput!
  ): DataGridConnection!
  """
  Records by their unique IDs. Needs the scope \`data_pool:query\` or \`admin\`.
  """
  recordsByUniqueId(
    """
    The records to look up.
    """
    input: RecordsByUniqueIdInput!
  ): RecordsByUniqueIdResponse!
}

"""
A data grid: the records of a Data Pool.
"""
input DataGridInput {
  """
  The Data Pool.
  """
  dataPool: DataPoolInput!${timeFields}
  """
  The columns to return. \`["*"]\` returns every column that the caller may read, and \`[]\` returns records without cells.
  """
  columns: [String!]!
  """
  The column to order by, counted from 1 in \`columns\`. By default, and without columns, the record's timestamp. Records
  without a value come last in either direction.
  """
  orderByColumn: Int
  """
  The order of the records.
  """
  sort: Sort = DESC${filterFields('the columns listed in `columns`')}${rowPageFields}
}

"""
A page of a data grid.
"""
type DataGridConnection {
  """
  The names of the columns.
  """
  headers: [String!]!
  """
  The records of this page, their cells in the order of the headers.
  """
  rows: [[String]!]!${queryField}
  """
  Where this page is in the whole grid.
  """
  pageInfo: PageInfo!
  """
  The records of this page, each with its cursor.
  """
  edges: [DataGridEdge!]!
  """
  The records of this page, each with the headers.
  """
  nodes: [DataGridNode!]!
}

"""
One record of a data grid, with its cursor.
"""
type DataGridEdge {
  """
  The record.
  """
  node: DataGridNode!
  """
  The record's cursor, for \`after\` and \`before\`.
  """
  cursor: String!
}

"""
One record of a data grid.
"""
type DataGridNode {
  """
  The names of the columns.
  """
  headers: [String!]!
  """
  The record's cells, in the order of the headers.
  """
  row: [String]!
}

"""
Records to look up by their unique IDs.
"""
input RecordsByUniqueIdInput {
  """
  The Data Pool. It must have a unique ID.
  """
  dataPool: DataPoolInput!
  """
  The columns to return. \`["*"]\` returns every column that the caller may read, and \`[]\` returns records without cells.
  """
  columns: [String!]!
  """
  The unique IDs to look up, at most 10,000. Duplicates are returned once.
  """
  uniqueIds: [String!]!
}

"""
Records that were looked up by their unique IDs.
"""
type RecordsByUniqueIdResponse {
  """
  The names of the columns.
  """
  columns: [String!]!
  """
  The records that were found, in the order of \`uniqueIds\`. Unknown IDs are omitted.
  """
  values: [[String]!]!${queryField}
}
`;
