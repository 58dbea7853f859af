/** Previews: what a job would do. */
export const previewSchema = /* GraphQL */ `
extend type Query {
  """
  Validates a deletion job and returns how many records it would delete, without starting it. Needs the scope
  \`admin\`.
  """
  previewDeletionJob(
    """
    The job.
    """
    input: CreateDeletionJobInput!
  ): JobPreview
  """
  Validates an update job and returns how many records it would change, without starting it. Refused when some of them
  would get a value that the column cannot hold. Needs the scope \`admin\`.
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
How many records a job would affect.
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
  How many records the Data Pool holds, including older versions of records in a mutable table.
  """
  totalRecords: String!
  """
  How many of them were examined, across all partitions: fewer than all when half of the query time-out was not
  enough. The counts below refer to these records.
  """
  examinedRecords: String!
  """
  The records whose value matches the column's type.
  """
  fitting: ColumnPreviewGroup!
  """
  The records whose value is missing or null.
  """
  empty: ColumnPreviewGroup!
  """
  The records whose value does not match the column's type. The column would be null.
  """
  misfitting: ColumnPreviewGroup!
}

"""
Records that would fill a column in the same way.
"""
type ColumnPreviewGroup {
  """
  The number of records.
  """
  records: String!
  """
  At most 5 samples with different values.
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
  The value that the column would hold.
  """
  value: String
  """
  Why the value does not match; null when it does.
  """
  reason: String
}
`;
