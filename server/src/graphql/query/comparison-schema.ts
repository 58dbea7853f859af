import { queryField } from './input-parts.js';

/** What is compared with which earlier period. */
const periodFields = `
  """
  The earlier period, as it was compared.
  """
  timeRange: ComparedTimeRange!${queryField}`;

/** The values of a series in an earlier period. */
const seriesFields = `
  """
  The start of each bucket of the earlier period, in ISO 8601 in UTC. They are in step with the main labels: the first
  belongs to the first, and so on. Null where the earlier period has no such bucket. The list is longer than the main one if the
  earlier period has more buckets.
  """
  labels: [String]!
  """
  The value of each bucket of the earlier period as text, \`0\` where there are no records. Null where it has no such bucket.
  """
  values: [String]!
  """
  The main value minus the earlier one, as text; null where one of them is null.
  """
  changes: [String]!
  """
  The change in percent of the earlier value; null where there is no change, or where the earlier value is 0.
  """
  changePercents: [Float]!`;

const changeFields = `
  """
  The main value minus the earlier one, as text: exact for integers and decimals. Null if one of the values is null or is not
  a number.
  """
  change: String
  """
  The change in percent of the earlier value, whose sign does not count: from -10 to -5 are 50 percent. Null if there is no
  change, or if the earlier value is 0.
  """
  changePercent: Float`;

/** Comparisons with an earlier period. */
export const comparisonSchema = /* GraphQL */ `
"""
An earlier period to compare with: a \`period\`, or \`start\` and \`stop\`.
"""
input CompareInput {
  """
  The earlier period, computed from the query's time range, which must have both ends. If now is inside of that range, the earlier
  period ends at the time that corresponds to now.
  """
  period: ComparePeriod
  """
  The start of the earlier period, inclusive, when \`period\` is absent.
  """
  start: DateTime
  """
  The end of the earlier period, exclusive, when \`period\` is absent.
  """
  stop: DateTime
  """
  Whether to move back by whole weeks, so that the days of both periods are the same weekdays: by 28 days instead of a month, by 364
  instead of a year, and by the fewest weeks that contain the time range instead of its length.
  """
  alignWeekdays: Boolean = false
}

"""
Earlier periods, in the calendar of the query's time zone.
"""
enum ComparePeriod {
  """
  The period of the same length before: as many months if the time range consists of whole months, as many days if it
  consists of whole days, otherwise exactly as long.
  """
  PREVIOUS_PERIOD
  """
  The same weekdays and times, 7 days earlier.
  """
  SAME_PERIOD_LAST_WEEK
  """
  The same days and times of the month before. The last day of that month stands for days that it does not have.
  """
  SAME_PERIOD_LAST_MONTH
  """
  The same days and times of the year before. 28 February stands for 29 February.
  """
  SAME_PERIOD_LAST_YEAR
}

"""
The time range of an earlier period.
"""
type ComparedTimeRange {
  """
  The start, inclusive.
  """
  start: DateTime!
  """
  The end, exclusive.
  """
  stop: DateTime!
}

"""
A counter in an earlier period.
"""
type CounterComparison {
  """
  The value of the earlier period as text; null when it has no value.
  """
  value: String${changeFields}${periodFields}
}

"""
A time series in an earlier period, over all groups.
"""
type TimeSeriesComparison {${seriesFields}${periodFields}
}

"""
The time series of one group in an earlier period.
"""
type TimeSeriesGroupComparison {${seriesFields}
}

"""
A leaderboard in an earlier period.
"""
type LeaderboardComparison {
  """
  How each row changed, in the order of the leaderboard's rows. The others, if there are any, are compared with the earlier records that
  are in none of the other rows.
  """
  rows: [LeaderboardRowComparison!]!
  """
  The rows of the earlier period's leaderboard that this one does not have, in their order, with their earlier values.
  """
  gone: [[String]!]!${periodFields}
}

"""
How a row of a leaderboard changed since an earlier period.
"""
type LeaderboardRowComparison {
  """
  The row's value in the earlier period as text, whatever its place was; null if it had none.
  """
  value: String${changeFields}
  """
  The row's place in the earlier period's leaderboard of the same \`rowLimit\`, from 1; null if it was not in it, and for the
  others.
  """
  rank: Int
  """
  Whether the earlier period's leaderboard did not have the row. False for the others.
  """
  isNew: Boolean!
}
`;
