/** What removes a Data Pool's records. */
export const retentionSchema = /* GraphQL */ `
extend type DataPool {
  """
  What removes its records, and when; null when nothing does.
  """
  retention: DataRetention
}

"""
What removes the records of a Data Pool.
"""
type DataRetention {
  """
  The rule that holds, in a sentence.
  """
  description: String!
  """
  What it is made of: a record is removed by whichever is met first.
  """
  rules: [DataRetentionRule!]!
  """
  How many records have expired and are still there, because the column store has not come to them yet; null before
  the Data Pool is LIVE.
  """
  expiredRecords: String
}

"""
A record expires when this much time has passed since the time in a column.
"""
type DataRetentionRule {
  """
  Which setting says so.
  """
  setting: DataRetentionSetting!
  """
  The column whose time counts.
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
