/** What a job would do, before it is started. */
export const previewSchema = /* GraphQL */ `
extend type Query {
  """
  Validates a deletion job and says how many records it would delete, without starting it. Needs the scope
  \`admin\`.
  """
  previewDeletionJob(
    """
    The job.
    """
    input: CreateDeletionJobInput!
  ): JobPreview
  """
  Validates an update job and says how many records it would change, without starting it. Refused when some of them
  would get a value that the column cannot hold. Needs the scope
  \`admin\`.
  """
  previewUpdateDataPoolRecordsJob(
    """
    The job.
    """
    input: CreateUpdateDataPoolRecordsJobInput!
  ): JobPreview
  """
  Shows how the stored events would fill a new column, or an existing one with another mapping, without
  changing anything. Needs the scope \`admin\`.
  """
  previewAddColumnToDataPoolJob(
    """
    The column.
    """
    input: CreateAddColumnToDataPoolJobInput!
  ): ColumnPreview
}

"""
How much a job would touch.
"""
type JobPreview {
  """
  How many records it would delete or change.
  """
  affectedRecords: String!
  """
  How many records the Data Pool holds.
  """
  totalRecords: String!
}

"""
How the stored events would fill a column.
"""
type ColumnPreview {
  """
  How many records the Data Pool holds, all versions of those that replace each other included.
  """
  totalRecords: String!
  """
  How many of them were looked at, in all partitions: fewer than all when half of the query time-out was not enough.
  The counts below are of these.
  """
  examinedRecords: String!
  """
  The records whose value fits the column's type.
  """
  fitting: ColumnPreviewGroup!
  """
  The records whose value is missing or null.
  """
  empty: ColumnPreviewGroup!
  """
  The records whose value does not fit the column's type. They would hold null.
  """
  misfitting: ColumnPreviewGroup!
}

"""
Records that would fill a column in the same way.
"""
type ColumnPreviewGroup {
  """
  How many there are.
  """
  records: String!
  """
  Some of them, with different values: at most 5.
  """
  samples: [ColumnPreviewSample!]!
}

"""
How one stored event would fill a column.
"""
type ColumnPreviewSample {
  """
  The event's value, as JSON text; null when the key is missing.
  """
  source: String
  """
  What the column would hold.
  """
  value: String
  """
  Why the value does not fit; null when it does.
  """
  reason: String
}
`;
