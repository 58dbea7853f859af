import { columnNameRule, columnTypeRule, jsonPropertyRule } from '../common/column-rule-text.js';
import { newTypeParameters, typeParameters } from '../common/column-type-schema.js';
import { jobFields } from './job-fields.js';

/** The kinds of job, without those of boosters: their types, inputs and responses. */
export const jobKindsSchema = /* GraphQL */ `
"""
Deletes the records that meet a condition and existed when the job started. In a mutable table, the condition is
checked against the newest version of a record, and all its versions are deleted.
"""
type DeletionJob implements Node & Job {${jobFields}
  """
  The SQL condition of the records to delete.
  """
  filterSql: String
  """
  Structured conditions of the records to delete.
  """
  filters: [Filter!] @deprecated(reason: "Use \`filterSql\`.")
}

"""
Adds a column and backfills it from the stored events.
"""
type AddColumnToDataPoolJob implements Node & Job {${jobFields}
  """
  The new column's name.
  """
  columnName: String!
  """
  The new column's type.
  """
  columnType: ColumnType!${typeParameters}
  """
  The event's key, or dotted path, that fills it.
  """
  jsonProperty: String!
  """
  How many records were left null because their event has no value; null while that is unknown.
  """
  emptyRecords: String
  """
  How many records were left null because their event's value does not match the column's type; null while that is
  unknown.
  """
  misfittingRecords: String
}

"""
Changes the records that meet a condition and existed when the job started, each exactly once. In a mutable table, the
newest version of a record is checked and changed.
"""
type UpdateDataPoolRecordsJob implements Node & Job {${jobFields}
  """
  The SQL condition of the records to change.
  """
  filterSql: String
  """
  Structured conditions of the records to change.
  """
  filters: [Filter!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The columns that it sets.
  """
  set: [UpdateDataPoolRecordsJobSetColumn!]!
}

"""
A column that an update job sets.
"""
type UpdateDataPoolRecordsJobSetColumn {
  """
  The column's name.
  """
  column: String!
  """
  The expression over the record's columns that gives the new value.
  """
  expression: String!
}

"""
Rewrites a Data Pool's table into the best layout: each column compressed by its type, text columns of few values stored
with a dictionary (LowCardinality), sorted and partitioned by other keys if they are given. If it fails or is cancelled,
nothing has changed.
"""
type RebuildDataPoolJob implements Node & Job {${jobFields}
  """
  The new sort key; null to keep the old one.
  """
  orderBy: [String!]
  """
  The new partition key; null to keep the old one.
  """
  partitionBy: [String!]
}

"""
Stores events again that were received earlier. An event keeps its identifier and its time, so replaying it twice stores it
once. \`affectedRecords\` is how many events were stored or, in a dry run, would be.
"""
type ReplayJob implements Node & Job {${jobFields}
  """
  The Data Source whose events are replayed; null if it has been deleted.
  """
  dataSource: DataSource
  """
  Which of its events are replayed.
  """
  source: ReplaySource!
  """
  Whether it only counts.
  """
  isDryRun: Boolean!
  """
  How many events cannot be stored; null while that is unknown. Quarantined events stay in quarantine.
  """
  rejectedEvents: String
  """
  Why they cannot be stored, most frequent first, by the first problem of each event; at most 20 different reasons.
  """
  rejections: [QuarantineReason!]!
}

"""
Adds the rows of a file, which was sent to \`/v1/load\`. All its records appear at the same moment; if the job fails or is
cancelled, none does.
"""
type LoadJob implements Node & Job {${jobFields}
  """
  What the sender calls the file, if it says so.
  """
  fileName: String
  """
  The format of the file.
  """
  format: LoadFormat!
  """
  The size of the file in bytes, as it was sent.
  """
  fileSizeInBytes: String!
  """
  The columns of the file that the Data Pool does not have, at most 50; null while they are unknown. Not known for JSON.
  """
  ignoredColumns: [String!]
}

"""
The format of a file with records.
"""
enum LoadFormat {
  """
  Comma-separated values, with a header.
  """
  CSV
  """
  One JSON object per line.
  """
  NDJSON
  """
  An array of JSON objects.
  """
  JSON
  """
  Apache Parquet.
  """
  PARQUET
}

"""
A rebuild that would pay.
"""
type SuggestedRebuild {
  """
  What it would improve.
  """
  reason: String!
}

"""
A new deletion job. At least one of \`filterSql\` and \`filters\` must be given.
"""
input CreateDeletionJobInput {
  """
  The Data Pool's identifier.
  """
  dataPool: ID!
  """
  The SQL condition of the records to delete. \`true\` deletes all. It must not depend on the current time.
  """
  filterSql: String
  """
  Structured conditions of the records to delete.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
}

"""
A new column for a Data Pool. Records can hold null in it.
"""
input CreateAddColumnToDataPoolJobInput {
  """
  The Data Pool's identifier.
  """
  dataPool: ID!
  """
  The new column's name, unique in the Data Pool. ${columnNameRule}
  """
  columnName: String!
  """
  The new column's type. ${columnTypeRule}
  """
  columnType: ColumnType!${newTypeParameters}
  """
  The event's key, or dotted path, that fills it, for new and for stored events. By default the column's name.
  ${jsonPropertyRule} Headers are not stored: they fill only new records.
  """
  jsonProperty: String
}

"""
A new update job. At least one of \`filterSql\` and \`filters\` must be given.
"""
input CreateUpdateDataPoolRecordsJobInput {
  """
  The Data Pool's identifier.
  """
  dataPool: ID!
  """
  The SQL condition of the records to change. \`true\` changes all. It must not depend on the current time.
  """
  filterSql: String
  """
  Structured conditions of the records to change.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The columns to set, at least one.
  """
  set: [UpdateDataPoolRecordsJobSetColumnInput!]!
}

"""
A new rebuild job.
"""
input CreateRebuildDataPoolJobInput {
  """
  The Data Pool's identifier. It must be append-only (MERGE_TREE).
  """
  dataPool: ID!
  """
  The columns, or functions of a column such as \`toStartOfHour(created_at)\`, that the table is to be sorted by. By
  default they stay as they are. A new sort key also replaces \`primaryKey\`.
  """
  orderBy: [String!]
  """
  The columns, or functions of a column such as \`toYYYYMM(created_at)\`, that the table is to be partitioned by. By
  default they stay as they are.
  """
  partitionBy: [String!]
}

"""
Where events to replay are.
"""
enum ReplaySource {
  """
  In quarantine. They leave it when they are stored.
  """
  QUARANTINE
  """
  In the payloads of records, which stay as they are. Of a record that was sent several times, the newest is taken.
  """
  RECORDS
}

"""
A new replay job.
"""
input CreateReplayJobInput {
  """
  The identifier of the Data Source whose events are replayed.
  """
  dataSource: ID!
  """
  Which of its events: those in quarantine, which is the default, or those of its records.
  """
  source: ReplaySource
  """
  The identifier of the Data Pool to store them in, by default that of the Data Source. Records need another one.
  """
  dataPool: ID
  """
  Which events, by default all that were received before the job starts. Records are chosen by \`start\` and \`stop\`
  only.
  """
  filter: QuarantinedEventFilterInput
  """
  Whether to only count how many events would be stored, and why the others not. By default false.
  """
  dryRun: Boolean
}

"""
A column to set.
"""
input UpdateDataPoolRecordsJobSetColumnInput {
  """
  The column's name. It must not be one that the table is ordered or partitioned by.
  """
  column: String!
  """
  An expression over the record's columns that gives the new value, such as \`lower(country)\`. It reads the
  record's old values, even of columns that the same job sets.
  """
  expression: String!
}

"""
The deletion job that was created.
"""
type DeletionJobResponse {
  """
  The job.
  """
  job: DeletionJob!
}

"""
The add-column job that was created.
"""
type AddColumnToDataPoolJobResponse {
  """
  The job.
  """
  job: AddColumnToDataPoolJob!
}

"""
The update job that was created.
"""
type UpdateDataPoolRecordsJobResponse {
  """
  The job.
  """
  job: UpdateDataPoolRecordsJob!
}

"""
The replay job that was created.
"""
type ReplayJobResponse {
  """
  The job.
  """
  job: ReplayJob!
}

"""
The rebuild job that was created.
"""
type RebuildDataPoolJobResponse {
  """
  The job.
  """
  job: RebuildDataPoolJob!
}
`;
