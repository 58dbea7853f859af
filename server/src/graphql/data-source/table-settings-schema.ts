/** How a Data Pool's table is built: its engine and keys. */
export const tableSettingsSchema = /* GraphQL */ `
"""
The kinds of table.
"""
enum TableEngineType {
  """
  Append-only: every record is kept.
  """
  MERGE_TREE
  """
  Mutable: a record replaces the earlier one with the same \`orderBy\` values, and queries see only the newest.
  """
  REPLACING_MERGE_TREE
  """
  Append-only: records with the same \`orderBy\` values are summed.
  """
  SUMMING_MERGE_TREE
  """
  Append-only: records with the same \`orderBy\` values are combined by their aggregate states.
  """
  AGGREGATING_MERGE_TREE
}

"""
How a Data Pool's table is built.
"""
type TableSettings {
  """
  The kind of table.
  """
  engine: TableEngine!
  """
  The columns or expressions that records are ordered by.
  """
  orderBy: [String!]!
  """
  The columns or expressions that records are partitioned by.
  """
  partitionBy: [String!]!
  """
  The primary key: a prefix of the \`orderBy\` columns, or all of them.
  """
  primaryKey: [String!]!
  """
  When records expire, as a TTL expression of the column store; null when they do not expire.
  """
  ttl: String
}

"""
The kind of a Data Pool's table, with its parameters.
"""
union TableEngine =
  | MergeTreeTableEngine
  | ReplacingMergeTreeTableEngine
  | SummingMergeTreeTableEngine
  | AggregatingMergeTreeTableEngine

"""
An append-only table.
"""
type MergeTreeTableEngine {
  """
  Always \`MERGE_TREE\`.
  """
  type: TableEngineType!
}

"""
A mutable table: of the records with the same \`orderBy\` values, queries see only the newest.
"""
type ReplacingMergeTreeTableEngine {
  """
  Always \`REPLACING_MERGE_TREE\`.
  """
  type: TableEngineType!
  """
  The version column: the record with the largest value is the newest. Null when the record that arrived last is the newest.
  """
  ver: String
}

"""
A table that sums records with the same \`orderBy\` values.
"""
type SummingMergeTreeTableEngine {
  """
  Always \`SUMMING_MERGE_TREE\`.
  """
  type: TableEngineType!
  """
  The columns that are summed; all numeric columns when empty.
  """
  columns: [String!]!
}

"""
A table that combines records with the same \`orderBy\` values by their aggregate states.
"""
type AggregatingMergeTreeTableEngine {
  """
  Always \`AGGREGATING_MERGE_TREE\`.
  """
  type: TableEngineType!
}

"""
How to build a Data Pool's table.
"""
input TableSettingsInput {
  """
  The kind of table. By default append-only (\`mergeTree\`), or mutable (\`replacingMergeTree\`) when there is a
  unique ID.
  """
  engine: TableEngineInput
  """
  The columns to order records by, none of them nullable. By default the unique ID, or else the timestamp.
  """
  orderBy: [String]
  """
  The columns or expressions to partition records by. By default the month of the timestamp.
  """
  partitionBy: [String]
  """
  The primary key: a prefix of the \`orderBy\` columns, or all of them. By default all.
  """
  primaryKey: [String]
  """
  When records expire, as a TTL expression of the column store. By default they do not expire.
  """
  ttl: String
}

"""
The kind of a table. Give exactly one field.
"""
input TableEngineInput {
  """
  An append-only table.
  """
  mergeTree: MergeTreeTableEngineInput
  """
  A mutable table: of the records with the same \`orderBy\` values, queries see only the newest.
  """
  replacingMergeTree: ReplacingMergeTreeTableEngineInput
  """
  A table that sums records with the same \`orderBy\` values.
  """
  summingMergeTree: SummingMergeTreeTableEngineInput
  """
  A table that combines records with the same \`orderBy\` values by their aggregate states.
  """
  aggregatingMergeTree: AggregatingMergeTreeTableEngineInput
}

"""
An append-only table.
"""
input MergeTreeTableEngineInput {
  """
  \`MERGE_TREE\`, or absent.
  """
  type: TableEngineType
}

"""
A mutable table.
"""
input ReplacingMergeTreeTableEngineInput {
  """
  \`REPLACING_MERGE_TREE\`, or absent.
  """
  type: TableEngineType
  """
  The version column: the record with the largest value is the newest. By default the record that arrived last is.
  """
  ver: String
}

"""
A table that sums records.
"""
input SummingMergeTreeTableEngineInput {
  """
  \`SUMMING_MERGE_TREE\`, or absent.
  """
  type: TableEngineType
  """
  The columns to sum. By default all numeric columns that are not in \`orderBy\`.
  """
  columns: [String!]
}

"""
A table that combines records by their aggregate states.
"""
input AggregatingMergeTreeTableEngineInput {
  """
  \`AGGREGATING_MERGE_TREE\`, or absent.
  """
  type: TableEngineType
}
`;
