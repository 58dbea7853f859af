/** Input fields that several queries share. */

export const timeFields = `
  """
  The time range of the records to query. By default from the earliest to the latest record.
  """
  timeRange: TimeRangeInput
  """
  The time zone for relative ranges and granularities: an IANA name, or an offset such as \`+05:30\` or \`Z\`. Results are
  always in UTC.
  """
  timeZone: String = "UTC"
  """
  The day on which weeks start, in relative ranges and granularities. By default the Environment's.
  """
  weekStart: WeekStart`;

/** `columns` describes which columns the condition may name. */
export const filterFields = (columns = "the Data Pool's columns") => `
  """
  The SQL condition that records must meet: one boolean expression over ${columns}. By default
  all records are included.
  """
  filterSql: String
  """
  Structured conditions that records must meet, together with \`filterSql\`.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")`;

/** The Metric of a query, with the two older ways to name it. */
export const metricFields = `
  """
  The Metric to query.
  """
  metric: MetricInput
  """
  The identifier of the Metric, when \`metric\` and \`metricName\` are absent.
  """
  metricId: ID @deprecated(reason: "Use \`metric\`.")
  """
  The unique name of the Metric, when \`metric\` and \`metricId\` are absent.
  """
  metricName: String @deprecated(reason: "Use \`metric\`.")`;

export const rowPageFields = `
  """
  How many rows a page has when paging forward: 1 to 1,000, by default 10. Given together with \`last\`, it counts unless
  \`before\` is given.
  """
  first: Int
  """
  Return the rows after this cursor: the \`endCursor\` of the previous page. An empty string counts as absent.
  """
  after: String
  """
  How many rows a page has when paging backward: 1 to 1,000. Given together with \`first\`, it counts if \`before\` is given.
  """
  last: Int
  """
  Return the rows before this cursor: the \`startCursor\` of the next page. An empty string counts as absent.
  """
  before: String`;

export const queryField = `
  """
  Statistics and metadata of the query.
  """
  query: QueryInfo!`;

export const formatField = `
  """
  How the Metric's values are shown to people; null if the Metric does not say.
  """
  format: MetricFormat`;

/** Whether a Metric query may read a booster. */
export const boosterField = `
  """
  Whether the query may read a booster instead of the records. The answer is the same; this is for comparing.
  """
  useBooster: Boolean = true`;

/** The comparison of a Metric query with an earlier period. */
export const compareField = `
  """
  An earlier period to compare the answer with: see \`comparison\` of the response.
  """
  compare: CompareInput`;

export const comparisonField = (type: string) => `
  """
  The same in the earlier period that \`compare\` names; null without it.
  """
  comparison: ${type}`;
