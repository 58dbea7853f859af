import { columnRules } from '../../../catalog/column-rules.js';
import { columnNameRule, columnTypeRule } from '../../common/column-rule-text.js';
import { newTypeParameters, typeParameters } from '../../common/column-type-schema.js';
import type { DataSourceKind } from '../kind.js';

const mutations = /* GraphQL */ `
  """
  Creates a Data Source that reads files from object storage, and tests the connection. Data Pools on it are created with
  \`createDataPoolV2\`. Needs the scope \`admin\`.
  """
  createS3DataSource(
    """
    The new Data Source.
    """
    input: CreateS3DataSourceInput!
  ): DataSourceResponse
  """
  Changes an S3 Data Source, and tests the connection. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyS3DataSource(
    """
    Which Data Source, and its new values.
    """
    input: ModifyS3DataSourceInput!
  ): DataSourceResponse
  """
  Tests the connection of an S3 Data Source, and whether there are files of its tables. The outcome is in its \`checks\` and
  its \`status\`. Needs the scope \`admin\`.
  """
  testDataSource(
    """
    The Data Source's identifier.
    """
    id: ID!
  ): DataSourceResponse
  """
  Infers the columns of the tables of an S3 Data Source from the first file of each. Nothing is changed. Needs the scope
  \`admin\`.
  """
  introspectTables(
    """
    The Data Source's identifier.
    """
    id: ID!
  ): IntrospectTablesResponse`;

const tableFields = `
  """
  The table's name, unique in the Data Source.
  """
  name: String!
  """
  The key of an object in the bucket, or a pattern of keys. \`?\` stands for one character and \`*\` for any number of them,
  both without slashes; \`**\` stands for anything, and between slashes for no folder too: \`orders/**/*.csv.gz\`.
  """
  path: String!
  """
  The format of its files. They are decompressed if their names end with .gz or .zst.
  """
  format: S3FileFormat!`;

const columnFields = `
  """
  The column's name in the Data Pool and in the files. ${columnNameRule}
  """
  name: String!
  """
  The column's type. ${columnTypeRule}
  """
  type: ColumnType!`;

const types = /* GraphQL */ `
"""
A new S3 Data Source.
"""
input CreateS3DataSourceInput {
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  The bucket, how to read it, and its tables.
  """
  connectionSettings: S3ConnectionSettingsInput!
}

"""
The bucket of an S3 Data Source, how to read it, and its tables.
"""
input S3ConnectionSettingsInput {
  """
  The ID of the access key.
  """
  awsAccessKeyId: String!
  """
  The secret of the access key. It is stored encrypted and cannot be read back.
  """
  awsSecretAccessKey: String!
  """
  The name of the bucket.
  """
  bucket: String!
  """
  The URL of a server other than Amazon's, such as \`https://s3.example.com\`. It must not be in a private network, unless the
  setting WEIR_ALLOW_PRIVATE_ENDPOINTS permits it. Redirects are not followed.
  """
  endpoint: String
  """
  The bucket's region, by default \`us-east-1\`.
  """
  region: String
  """
  The files in the bucket, by table.
  """
  tables: [S3DataSourceTableInput!]!
}

"""
Files with the same columns.
"""
input S3DataSourceTableInput {${tableFields}
  """
  The columns of the files that a Data Pool has, at most ${columnRules.columnsMax}. By default those of the first file, when the Data
  Pool is created.
  """
  columns: [S3DataSourceColumnInput!]
}

"""
A column of files.
"""
input S3DataSourceColumnInput {${columnFields}${newTypeParameters}
  """
  Whether the value may be missing or null, by default true.
  """
  nullable: Boolean = true
}

"""
New values for an S3 Data Source. Omitted fields keep their values.
"""
input ModifyS3DataSourceInput {
  """
  The Data Source to change.
  """
  idOrUniqueName: idOrUniqueName!
  """
  Its new unique name.
  """
  uniqueName: String
  """
  Its new description; an empty string clears it.
  """
  description: String
  """
  The bucket, how to read it, and its tables.
  """
  connectionSettings: PartialS3ConnectionSettingsInput
}

"""
New values for the connection of an S3 Data Source. Omitted fields keep their values.
"""
input PartialS3ConnectionSettingsInput {
  """
  The ID of the access key.
  """
  awsAccessKeyId: String
  """
  The secret of the access key; blank to keep it.
  """
  awsSecretAccessKey: String
  """
  The name of the bucket.
  """
  bucket: String
  """
  The URL of a server other than Amazon's; blank for Amazon's.
  """
  endpoint: String
  """
  The bucket's region.
  """
  region: String
  """
  All tables. A Data Pool whose table is missing cannot be synced any more. The columns of existing Data Pools stay.
  """
  tables: [S3DataSourceTableInput!]
}

"""
The settings of an S3 Data Source. The secret of the access key cannot be read.
"""
type S3ConnectionSettings {
  """
  The ID of the access key.
  """
  awsAccessKeyId: String!
  """
  The name of the bucket.
  """
  bucket: String!
  """
  The URL of the server; null for Amazon's.
  """
  endpoint: String
  """
  The bucket's region.
  """
  region: String!
  """
  The files in the bucket, by table.
  """
  tables: [S3DataSourceTable!]!
}

"""
Files with the same columns.
"""
type S3DataSourceTable {${tableFields}
  """
  The columns; empty if they are those of the first file when a Data Pool is created.
  """
  columns: [S3DataSourceColumn!]!
}

"""
A column of files.
"""
type S3DataSourceColumn {${columnFields}${typeParameters}
  """
  Whether the value may be missing or null.
  """
  nullable: Boolean!
}

"""
The formats of files in object storage.
"""
enum S3FileFormat {
  """
  Comma-separated values. The first line has the names of the columns.
  """
  CSV
  """
  One JSON object on each line.
  """
  NDJSON
  """
  One JSON array of objects, or objects one after the other.
  """
  JSON
  """
  Apache Parquet.
  """
  PARQUET
}

"""
The tables of a Data Source with the columns of their files.
"""
type IntrospectTablesResponse {
  """
  The Data Source.
  """
  dataSource: DataSource!
  """
  Its tables.
  """
  tables: [IntrospectedTable!]!
}

"""
A table with the columns of its first file.
"""
type IntrospectedTable {${tableFields}
  """
  The columns of the first file, in the types that suit their values; of the table itself if they could not be inferred.
  """
  columns: [S3DataSourceColumn!]!
  """
  Why the columns could not be inferred; null if they were.
  """
  error: Error
}
`;

export const s3Kind: DataSourceKind = {
  description: 'Reads files from object storage: Amazon S3, or a server with its API.',
  settingsType: 'S3ConnectionSettings',
  mutations,
  types,
};
