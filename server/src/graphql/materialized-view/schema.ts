import { commonFields, connection, pageArguments } from '../common/sdl-parts.js';

/** Materialized views: statements whose results are kept in a Data Pool. */
export const materializedViewSchema = /* GraphQL */ `
extend type Query {
  """
  One materialized view. Needs the scope \`admin\`.
  """
  materializedView(
    """
    The materialized view's identifier.
    """
    id: ID!
  ): MaterializedView
  """
  One materialized view by its unique name. Needs the scope \`admin\`.
  """
  materializedViewByName(
    """
    The materialized view's unique name.
    """
    uniqueName: String!
  ): MaterializedView
  """
  The Environment's materialized views, newest first. Needs the scope \`admin\`.
  """
  materializedViews(${pageArguments()}
  ): MaterializedViewConnection
}

extend type Mutation {
  """
  Creates a materialized view. From now on, its SQL runs over the new records of the Data Pool that it reads, and the
  results are added to the destination within about a second; with \`backfill\`, first over the records that are there.
  Needs the scope \`admin\`.
  """
  createMaterializedView(
    """
    The new materialized view.
    """
    input: CreateMaterializedViewInput!
  ): MaterializedViewResponse
  """
  Changes a materialized view's name or description. Omitted fields keep their values. Needs the scope \`admin\`.
  """
  modifyMaterializedView(
    """
    Which materialized view, and its new values.
    """
    input: ModifyMaterializedViewInput!
  ): MaterializedViewResponse
  """
  Recomputes a materialized view: removes its results from the destination, then runs its SQL over all records of the Data
  Pool that it reads. Use it after a job has changed those records, or when the view is FAILED. Needs the scope \`admin\`.
  """
  refreshMaterializedView(
    """
    The materialized view's identifier.
    """
    id: ID!
  ): MaterializedViewResponse
  """
  Deletes a materialized view and returns its identifier. Its destination stays, with all records. Needs the scope
  \`admin\`.
  """
  deleteMaterializedView(
    """
    The materialized view's identifier.
    """
    id: ID!
  ): ID
  """
  Deletes a materialized view by its unique name and returns its identifier. Its destination stays, with all records.
  Needs the scope \`admin\`.
  """
  deleteMaterializedViewByName(
    """
    The materialized view's unique name.
    """
    uniqueName: String!
  ): ID
}

"""
A SELECT over one Data Pool whose results are added to another Data Pool as records arrive.
"""
type MaterializedView implements Node & Common {${commonFields('materialized view')}
  """
  The SELECT.
  """
  sql: String!
  """
  The Data Pool that the SQL reads.
  """
  source: DataPool!
  """
  The Data Pool that holds the results.
  """
  destination: DataPool!
  """
  Whether it reads older records, follows new ones, or has stopped.
  """
  status: MaterializedViewStatus!
  """
  How much of the backfill is done, from 0 to 1. It is 1 without a backfill.
  """
  progress: Float!
  """
  Why it is FAILED; null otherwise.
  """
  error: Error
}

"""
The states of a materialized view.
"""
enum MaterializedViewStatus {
  """
  Reading the records that were there when it was created or refreshed: see \`progress\`. New records follow.
  """
  BACKFILLING
  """
  Following new records.
  """
  LIVE
  """
  Stopped: see \`error\`, then \`refreshMaterializedView\`.
  """
  FAILED
}

"""
A new materialized view.
"""
input CreateMaterializedViewInput {
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it is for.
  """
  description: String
  """
  A SELECT over one Data Pool, in one of the dialects of \`sqlV1\`. It runs over each batch of new records by itself, so a
  GROUP BY aggregates each batch; use a SUMMING_MERGE_TREE destination to add the results up.
  """
  sql: String!
  """
  Where the results go.
  """
  destination: MaterializedViewDestinationInput!
  """
  Whether to read older records first.
  """
  backfillOptions: BackfillOptionsInput
}

"""
Where the results of a materialized view go: exactly one of the fields.
"""
input MaterializedViewDestinationInput {
  """
  A Data Pool to create, with the columns of the results.
  """
  newDataPool: MaterializedViewDataPoolInput
  """
  A Data Pool that exists and has the columns of the results, by name and type. Its table must be a MERGE_TREE or a
  REPLACING_MERGE_TREE, and it must have access control if the Data Pool that the SQL reads has it.
  """
  existingDataPool: DataPoolInput
}

"""
A Data Pool to create for a materialized view.
"""
input MaterializedViewDataPoolInput {
  """
  Its unique name, by default the materialized view's.
  """
  uniqueName: String
  """
  Its default timestamp: a TIMESTAMP or DATE column of the results that cannot be null. By default
  \`_service_received_at\`, which is the time when the result was stored unless the SQL selects it.
  """
  timestamp: TimestampInput
  """
  Whether Applications without the scope \`admin\` need an access policy to read it. By default as for the Data Pool that
  the SQL reads; if that has access control, false is refused.
  """
  accessControlEnabled: Boolean
  """
  How to build its table.
  """
  tableSettings: TableSettingsInput
}

"""
Whether a materialized view reads older records first.
"""
input BackfillOptionsInput {
  """
  Whether to run the SQL over the records that are there, by default false.
  """
  backfill: Boolean
}

"""
New values for a materialized view. Omitted fields keep their values.
"""
input ModifyMaterializedViewInput {
  """
  The materialized view to change.
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
}

"""
The materialized view that was created, changed or refreshed.
"""
type MaterializedViewResponse {
  """
  The materialized view.
  """
  materializedView: MaterializedView!
  """
  That a new view's destination has access control, because the Data Pool that it reads has it; null otherwise.
  """
  notice: String
}
${connection('MaterializedView', 'materialized views')}`;
