import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';
import { columnSchema } from './column-schema.js';
import { damageSchema } from './damage-schema.js';
import { freshnessSchema } from './freshness-schema.js';
import { retentionSchema } from './retention-schema.js';

/** Data Pools: tables of timestamped records. */
export const dataPoolSchema = /* GraphQL */ `
extend type Query {
  """
  One Data Pool. Needs the scope \`admin\`; its name and columns can be read with any query scope.
  """
  dataPool(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): DataPool
  """
  One Data Pool by its unique name. Needs the scope \`admin\`; its name and columns can be read with any query
  scope.
  """
  dataPoolByName(
    """
    The Data Pool's unique name.
    """
    uniqueName: String!
  ): DataPool
  """
  The Environment's Data Pools, newest first. Needs the scope \`admin\`; their names and columns can be read
  with any query scope.
  """
  dataPools(${pageArguments()}
  ): DataPoolConnection
}

extend type Mutation {
  """
  Changes a Data Pool. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyDataPool(
    """
    Which Data Pool, and its new values.
    """
    input: modifyDataPoolInput!
  ): DataPoolOrFailureResponse
  """
  Tries again to set up a Data Pool that is SETUP_FAILED. Needs the scope \`admin\`.
  """
  retryDataPoolSetup(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): DataPool
  """
  Deletes a Data Pool with all its records and returns its identifier. Fails with CONFLICT and lists the Metrics and
  access policies that use it, unless \`cascade\` is true. Needs the scope \`admin\`.
  """
  deleteDataPool(
    """
    The Data Pool's identifier.
    """
    id: ID!
    """
    Also delete its Metrics and access policies, by default false.
    """
    cascade: Boolean = false
  ): ID
  """
  Deletes a Data Pool by its unique name and returns its identifier. Fails with CONFLICT and lists the Metrics and access
  policies that use it, unless \`cascade\` is true. Needs the scope \`admin\`.
  """
  deleteDataPoolByName(
    """
    The Data Pool's unique name.
    """
    uniqueName: String!
    """
    Also delete its Metrics and access policies, by default false.
    """
    cascade: Boolean = false
  ): ID
}

extend type DataSource {
  """
  The Data Pools that it fills, newest first.
  """
  dataPools(${pageArguments()}
  ): DataPoolConnection
}

"""
A table of timestamped records.
"""
type DataPool implements Node & Common {${commonFields('Data Pool')}
  """
  The Data Source that its records come from.
  """
  dataSource: DataSource!
  """
  Whether it can be queried.
  """
  status: DataPoolStatus!
  """
  Why it is SETUP_FAILED; null otherwise.
  """
  error: Error
  """
  Its default timestamp column. Null if access policies hide it.
  """
  timestamp: Timestamp
  """
  The column that identifies a record, if any.
  """
  uniqueId: UniqueId
  """
  Its columns: the service's own first, then the others in the order of their definition.
  """
  columns(${pageArguments({ default: '100', max: '1,000' })}
  ): DataPoolColumnConnection
  """
  How many records it holds; null before it is LIVE.
  """
  recordCount: String
  """
  How much storage it takes, in bytes; null before it is LIVE.
  """
  sizeInBytes: String
  """
  How much storage each column takes, in the order of the table. \`_weir_request\` is the internal ID of each record. The
  column store keeps new records, up to 10 MB, in files of all columns: they are not counted here, and the list is empty while
  there are no others. Null before it is LIVE.
  """
  columnSizes: [DataPoolColumnSize!]
  """
  How its table is built.
  """
  tableSettings: TableSettings!
  """
  Whether Applications without the scope \`admin\` need an access policy to read it.
  """
  accessControlEnabled: Boolean!
  """
  After how many days records are removed, counted from their timestamp; null when they are kept permanently.
  """
  dataRetentionInDays: Int
  """
  Checks whether an expression can be a custom Metric of this Data Pool.
  """
  validateExpression(
    """
    One aggregate expression over its columns, such as \`SUM(price) / COUNT()\`.
    """
    expression: String!
  ): ValidateExpressionResult!
}

"""
The states of a Data Pool.
"""
enum DataPoolStatus {
  """
  Created; its table does not exist yet.
  """
  CREATED
  """
  Its table is being set up.
  """
  PENDING
  """
  Storing records and answering queries.
  """
  LIVE
  """
  Its table could not be set up: see \`error\`, then \`retryDataPoolSetup\`.
  """
  SETUP_FAILED
  """
  Being deleted with its records.
  """
  DELETING
}

"""
New values for a Data Pool. Omitted fields keep their values.
"""
input modifyDataPoolInput {
  """
  The Data Pool to change.
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
  Its new default timestamp, a TIMESTAMP or DATE column.
  """
  timestamp: TimestampInput
  """
  Whether Applications without the scope \`admin\` need an access policy to read it. Turning it on also turns it on for Data
  Pools that materialized views fill from this one.
  """
  accessControlEnabled: Boolean
  """
  After how many days records are removed, counted from their timestamp; 0 keeps them permanently.
  """
  dataRetentionInDays: Int
}

"""
The Data Pool that was changed.
"""
type DataPoolResponse {
  """
  The Data Pool.
  """
  dataPool: DataPool!
  """
  What a change of its access control means for others; null if that was not changed.
  """
  notice: String
}

"""
The Data Pool, or the reason for the refusal.
"""
union DataPoolOrFailureResponse = DataPoolResponse | FailureResponse

"""
Names a Data Pool by its identifier or its unique name. If both are given, they must name the same Data Pool.
"""
input DataPoolInput {
  """
  The Data Pool's identifier.
  """
  id: ID
  """
  The Data Pool's unique name.
  """
  name: String
}

"""
Whether an expression can be a custom Metric.
"""
type ValidateExpressionResult {
  """
  Whether the expression is valid.
  """
  valid: Boolean!
  """
  What is wrong with the expression, and where; null when it is valid.
  """
  reason: String
}
${columnSchema}${damageSchema}${freshnessSchema}${retentionSchema}${connection('DataPool', 'Data Pools')}`;
