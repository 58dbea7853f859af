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
  Append-only: records with the same \`orderBy\` values are added up.
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
  The primary key: the first of the \`orderBy\` columns, or all of them.
  """
  primaryKey: [String!]!
  """
  When records expire, as the column store's TTL expression; null when they do not.
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
A mutable table: the newest record with the same \`orderBy\` values counts.
"""
type ReplacingMergeTreeTableEngine {
  """
  Always \`REPLACING_MERGE_TREE\`.
  """
  type: TableEngineType!
  """
  The column whose largest value is the newest; null when the record that arrived last is.
  """
  ver: String
}

"""
A table that adds up records with the same \`orderBy\` values.
"""
type SummingMergeTreeTableEngine {
  """
  Always \`SUMMING_MERGE_TREE\`.
  """
  type: TableEngineType!
  """
  The columns that are added up; all numeric ones when empty.
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
  The primary key: the first of the \`orderBy\` columns, or all of them. By default all.
  """
  primaryKey: [String]
  """
  When records expire, as the column store's TTL expression. By default never.
  """
  ttl: String
}

"""
The kind of a table: exactly one of these.
"""
input TableEngineInput {
  """
  An append-only table.
  """
  mergeTree: MergeTreeTableEngineInput
  """
  A mutable table: the newest record with the same \`orderBy\` values counts.
  """
  replacingMergeTree: ReplacingMergeTreeTableEngineInput
  """
  A table that adds up records with the same \`orderBy\` values.
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
  The column whose largest value is the newest. By default the record that arrived last is.
  """
  ver: String
}

"""
A table that adds up records.
"""
input SummingMergeTreeTableEngineInput {
  """
  \`SUMMING_MERGE_TREE\`, or absent.
  """
  type: TableEngineType
  """
  The columns to add up. By default all numeric ones that are not in \`orderBy\`.
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
