import { auditFields, connection } from '../common/sdl-parts.js';

/** QueryInfo, and the query history. */
export const queryInfoSchema = /* GraphQL */ `
extend type Query {
  """
  Statistics of one query. With the scope \`admin\`, any query of the Environment. Otherwise only a query that the same
  Application ran with the same policy values (or, like this request, without any), and only of a kind that the token's
  scopes allow. Every other query gives NOT_FOUND.
  """
  queryInfo(
    """
    The query's identifier.
    """
    id: ID!
  ): QueryInfo
  """
  The queries of the Environment, newest first. Without the scope \`admin\`, only those that \`queryInfo\` would return:
  the Application's own queries with the same policy values, of the kinds that the token's scopes allow.
  """
  queries(
    """
    How many to return: 1 to 100, by default 10.
    """
    first: Int
    """
    Return items after this cursor: the \`endCursor\` of the previous page.
    """
    after: String
    """
    Which queries to return, by default all.
    """
    filter: QueriesFilterInput
  ): QueryInfoConnection
}

"""
Statistics and metadata of an executed query.
"""
type QueryInfo {
  """
  The query's identifier.
  """
  id: ID!
  ${auditFields('query')}
  """
  How many bytes it processed: 0 when the answer came from the cache, and for Data Pools with access control.
  """
  bytesProcessed: String!
  """
  How long it took, in milliseconds.
  """
  durationInMilliseconds: Int!
  """
  How many records it processed: 0 when the answer came from the cache, and for Data Pools with access control.
  """
  recordsProcessed: String!
  """
  How many bytes it returned.
  """
  resultingBytes: Int!
  """
  How many records it returned.
  """
  resultingRecords: Int!
  """
  The tier of the query.
  """
  tier: Tier
  """
  How it ended.
  """
  status: QueryStatus!
  """
  The kind of query.
  """
  type: QueryType!
  """
  The kind of Metric query; null for other queries.
  """
  subtype: QuerySubtype
  """
  The SQL that was executed. It can be run again with \`sqlV1\`.
  """
  sql: String!
  """
  Which booster answered it, or why none did; null for queries that boosters cannot answer.
  """
  booster: QueryBooster
}

"""
How a query used boosters.
"""
type QueryBooster {
  """
  The booster that was read; null if the query read records.
  """
  id: ID
  """
  Whether a booster was read.
  """
  used: Boolean!
  """
  Why this booster was read, or why none was.
  """
  reason: String!
}

"""
How a query ended.
"""
enum QueryStatus {
  """
  It finished successfully.
  """
  COMPLETED
  """
  It failed.
  """
  ERROR
  """
  It ran longer than the query time-out and was stopped.
  """
  TIMED_OUT
}

"""
The kinds of query.
"""
enum QueryType {
  """
  A counter, time series or leaderboard.
  """
  METRIC
  """
  The statistics of a dimension.
  """
  STATS
  """
  A Metric Report.
  """
  REPORT
  """
  A data grid.
  """
  RECORDS
  """
  Records by their unique IDs.
  """
  RECORDS_BY_UNIQUE_ID
  """
  SQL.
  """
  SQL
  """
  The top values of a column.
  """
  TOP_VALUES
}

"""
The kinds of Metric query.
"""
enum QuerySubtype {
  """
  One value.
  """
  COUNTER
  """
  A value for each time bucket.
  """
  TIME_SERIES
  """
  The top rows of a breakdown.
  """
  LEADERBOARD
}

"""
Which queries of the history to return. All given conditions must hold.
"""
input QueriesFilterInput {
  """
  Only queries with this status.
  """
  status: QueryStatus
  """
  Only queries of this kind.
  """
  type: QueryType
  """
  Only Metric queries of this kind.
  """
  subtype: QuerySubtype
  """
  Only queries of this Application, by its identifier.
  """
  createdBy: ID
  """
  Only queries created at this time or later.
  """
  start: DateTime
  """
  Only queries created before this time.
  """
  stop: DateTime
}
${connection('QueryInfo', 'queries')}`;
