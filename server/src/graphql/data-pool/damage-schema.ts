/** What is missing of a Data Pool. */
export const damageSchema = /* GraphQL */ `
extend type DataPool {
  """
  Which records are missing, because the column store could not read some of its files; null when none are. The others are
  served, but queries fail that read a part of the table whose damage was found after the start. Null also on a ClickHouse server,
  whose operator has to watch it.
  """
  damage: DataPoolDamage
}

extend type Mutation {
  """
  Accepts that records of a Data Pool are missing. The files that could not be read are moved to the folder \`damaged\` of the
  data directory, \`damage\` becomes null, and nothing is reported any more. Needs the scope \`admin\`.
  """
  dismissDataPoolDamage(
    """
    The Data Pool's identifier.
    """
    id: ID!
  ): DataPool
}

"""
What is missing of a Data Pool.
"""
type DataPoolDamage {
  """
  When the service found out.
  """
  detectedAt: DateTime!
  """
  How many records are missing, counting those that later ones with the same key replaced. Null if that could not be read either.
  """
  recordCount: String
  """
  What is missing and what to do, in sentences.
  """
  description: String!
  """
  The times of what is missing, as narrow as they are known. Between them nothing is missing.
  """
  ranges: [DataPoolDamageRange!]!
}

"""
A range of time in which records are missing. Others in it are there.
"""
type DataPoolDamageRange {
  """
  The column whose values are in the range. Null if only the time is known at which the records were stored.
  """
  columnName: String
  """
  The earliest time. Null if unknown.
  """
  start: DateTime
  """
  The latest time.
  """
  stop: DateTime!
  """
  How many records are missing; null if unknown.
  """
  recordCount: String
  """
  Whether events in quarantine are missing, and not records.
  """
  isQuarantined: Boolean!
}
`;
