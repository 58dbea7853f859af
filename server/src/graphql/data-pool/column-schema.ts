import { typeParameters } from '../common/column-type-schema.js';
import { connection } from '../common/sdl-parts.js';

/** The columns of a Data Pool, and its columns with a role: timestamp and unique ID. */
export const columnSchema = /* GraphQL */ `
"""
A column of a Data Pool.
"""
type DataPoolColumn {
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
  """
  The name of the column's type in the underlying column store.
  """
  columnStoreType: String!
}
${connection('DataPoolColumn', 'columns')}
"""
How much storage one column of a Data Pool takes, without indexes.
"""
type DataPoolColumnSize {
  """
  The column's name.
  """
  columnName: String!
  """
  Its size on disk, compressed, in bytes.
  """
  sizeInBytes: String!
  """
  Its size before compression, in bytes.
  """
  uncompressedSizeInBytes: String!
}

"""
The default timestamp column of a Data Pool.
"""
type Timestamp {
  """
  The column's name.
  """
  columnName: String!
  """
  The column's type: TIMESTAMP or DATE.
  """
  type: ColumnType!
}

"""
Names a timestamp column.
"""
input TimestampInput {
  """
  The column's name. It must be a TIMESTAMP or a DATE.
  """
  columnName: String!
}

"""
The column that identifies a Data Pool's records.
"""
type UniqueId {
  """
  The column's name.
  """
  columnName: String!
}
`;
