/** The time range of a query, the granularities of a time series, and where weeks start. */
export const timeRangeSchema = /* GraphQL */ `
"""
The time range of the records to query. By default from the earliest to the latest record. A relative range takes
precedence over \`start\` and \`stop\`.
"""
input TimeRangeInput {
  """
  The timestamp column to filter on, by default the Metric's timestamp, or the Data Pool's if it has none.
  """
  timestamp: String
  """
  A period relative to now, aligned to calendar units in the query's time zone.
  """
  relative: RelativeTimeRange
  """
  The number of units for \`LAST_N\` and \`LAST_N_…\`: at least 1.
  """
  n: Int
  """
  The start, inclusive. By default the earliest record's timestamp.
  """
  start: DateTime
  """
  The end, exclusive. By default the range ends with the latest record, which is included.
  """
  stop: DateTime
}

"""
Periods relative to now, aligned to calendar units in the query's time zone. Weeks start on the query's \`weekStart\`.
"""
enum RelativeTimeRange {
  """
  The last \`n\` units up to and including the current one. The unit is the \`granularity\` in a time series, a day
  everywhere else.
  """
  LAST_N
  """
  The current minute and the \`n\` - 1 minutes before it.
  """
  LAST_N_MINUTES
  """
  The current hour and the \`n\` - 1 hours before it.
  """
  LAST_N_HOURS
  """
  The current day and the \`n\` - 1 days before it.
  """
  LAST_N_DAYS
  """
  The current week and the \`n\` - 1 weeks before it.
  """
  LAST_N_WEEKS
  """
  The current month and the \`n\` - 1 months before it.
  """
  LAST_N_MONTHS
  """
  The current quarter and the \`n\` - 1 quarters before it.
  """
  LAST_N_QUARTERS
  """
  The current year and the \`n\` - 1 years before it.
  """
  LAST_N_YEARS
  """
  The current hour.
  """
  THIS_HOUR
  """
  The current day.
  """
  TODAY
  """
  The current week.
  """
  THIS_WEEK
  """
  The current month.
  """
  THIS_MONTH
  """
  The current quarter.
  """
  THIS_QUARTER
  """
  The current year.
  """
  THIS_YEAR
  """
  The previous hour.
  """
  PREVIOUS_HOUR
  """
  The previous day.
  """
  YESTERDAY
  """
  The previous week.
  """
  PREVIOUS_WEEK
  """
  The previous month.
  """
  PREVIOUS_MONTH
  """
  The previous quarter.
  """
  PREVIOUS_QUARTER
  """
  The previous year.
  """
  PREVIOUS_YEAR
  """
  The next hour.
  """
  NEXT_HOUR
  """
  The next day.
  """
  TOMORROW
  """
  The next week.
  """
  NEXT_WEEK
  """
  The next month.
  """
  NEXT_MONTH
  """
  The next quarter.
  """
  NEXT_QUARTER
  """
  The next year.
  """
  NEXT_YEAR
  """
  \`LAST_N_MINUTES\` with \`n\` = 15.
  """
  LAST_15_MINUTES @deprecated(reason: "Use \`LAST_N_MINUTES\`.")
  """
  \`LAST_N_MINUTES\` with \`n\` = 30.
  """
  LAST_30_MINUTES @deprecated(reason: "Use \`LAST_N_MINUTES\`.")
  """
  \`LAST_N_HOURS\` with \`n\` = 1.
  """
  LAST_HOUR @deprecated(reason: "Use \`LAST_N_HOURS\`.")
  """
  \`LAST_N_HOURS\` with \`n\` = 4.
  """
  LAST_4_HOURS @deprecated(reason: "Use \`LAST_N_HOURS\`.")
  """
  \`LAST_N_HOURS\` with \`n\` = 12.
  """
  LAST_12_HOURS @deprecated(reason: "Use \`LAST_N_HOURS\`.")
  """
  \`LAST_N_HOURS\` with \`n\` = 24.
  """
  LAST_24_HOURS @deprecated(reason: "Use \`LAST_N_HOURS\`.")
  """
  \`LAST_N_DAYS\` with \`n\` = 7.
  """
  LAST_7_DAYS @deprecated(reason: "Use \`LAST_N_DAYS\`.")
  """
  \`LAST_N_DAYS\` with \`n\` = 30.
  """
  LAST_30_DAYS @deprecated(reason: "Use \`LAST_N_DAYS\`.")
  """
  \`LAST_N_DAYS\` with \`n\` = 90.
  """
  LAST_90_DAYS @deprecated(reason: "Use \`LAST_N_DAYS\`.")
  """
  \`LAST_N_MONTHS\` with \`n\` = 3.
  """
  LAST_3_MONTHS @deprecated(reason: "Use \`LAST_N_MONTHS\`.")
  """
  \`LAST_N_MONTHS\` with \`n\` = 6.
  """
  LAST_6_MONTHS @deprecated(reason: "Use \`LAST_N_MONTHS\`.")
  """
  \`LAST_N_YEARS\` with \`n\` = 1.
  """
  LAST_YEAR @deprecated(reason: "Use \`LAST_N_YEARS\`.")
  """
  \`LAST_N_YEARS\` with \`n\` = 2.
  """
  LAST_2_YEARS @deprecated(reason: "Use \`LAST_N_YEARS\`.")
  """
  \`LAST_N_YEARS\` with \`n\` = 5.
  """
  LAST_5_YEARS @deprecated(reason: "Use \`LAST_N_YEARS\`.")
}

"""
The bucket lengths of a time series, aligned to the calendar in the query's time zone.
"""
enum TimeSeriesGranularity {
  """
  Minutes.
  """
  MINUTE
  """
  Five minutes.
  """
  FIVE_MINUTES
  """
  Ten minutes.
  """
  TEN_MINUTES
  """
  Fifteen minutes.
  """
  FIFTEEN_MINUTES
  """
  Thirty minutes.
  """
  THIRTY_MINUTES
  """
  Hours.
  """
  HOUR
  """
  Days: 23, 24 or 25 hours where clocks change.
  """
  DAY
  """
  Weeks, from the query's \`weekStart\`.
  """
  WEEK
  """
  Months.
  """
  MONTH
  """
  Quarters, from January, April, July and October.
  """
  QUARTER
  """
  Years.
  """
  YEAR
}

"""
The day on which weeks start.
"""
enum WeekStart {
  """
  Monday, as in ISO 8601. The default of a new Environment.
  """
  MONDAY
  """
  Sunday.
  """
  SUNDAY
  """
  Saturday.
  """
  SATURDAY
}
`;
