/** The retention of a Data Pool's records. */
export const retentionSchema = /* GraphQL */ `
extend type DataPool {
  """
  When its records are removed; null when they are kept permanently.
  """
  retention: DataRetention
}

"""
When the records of a Data Pool are removed.
"""
type DataRetention {
  """
  The effective rule as a sentence.
  """
  description: String!
  """
  The individual rules. The first rule that applies removes the record.
  """
  rules: [DataRetentionRule!]!
  """
  How many records have expired but are still stored, because the column store removes them in the background; null
  before the Data Pool is LIVE.
  """
  expiredRecords: String
}

"""
A record expires when this much time has passed since the time in a column.
"""
type DataRetentionRule {
  """
  The setting that defines the rule.
  """
  setting: DataRetentionSetting!
  """
  The column that the time is counted from.
  """
  columnName: String!
  """
  How many units of time.
  """
  amount: Int!
  """
  The unit of time.
  """
  unit: DataRetentionUnit!
}

"""
The settings that remove records.
"""
enum DataRetentionSetting {
  """
  The Data Pool's \`dataRetentionInDays\`, counted from its timestamp.
  """
  DATA_RETENTION_IN_DAYS
  """
  The table's \`ttl\`.
  """
  TTL
}

"""
The units of time of a rule.
"""
enum DataRetentionUnit {
  """
  Days.
  """
  DAY
  """
  Weeks.
  """
  WEEK
  """
  Calendar months.
  """
  MONTH
  """
  Calendar years.
  """
  YEAR
}
`;
