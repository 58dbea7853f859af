import { statisticsDaysMax, statisticsMinutesMax } from '../../sql/intake-statistics.js';

/** How much a Data Source receives, and what becomes of it. */
export const intakeStatisticsFields = `
  """
  How many requests and events arrived in a time range, and what became of them. Counted by minute of arrival, and kept for
  ${statisticsDaysMax} days.
  """
  intake(
    """
    The time range, by default the last 24 hours. It is extended to whole minutes. An open start is ${statisticsDaysMax} days ago, an open
    stop is now.
    """
    timeRange: TimeRangeInput
    """
    The time zone for relative ranges: an IANA name, or an offset such as \`+05:30\` or \`Z\`.
    """
    timeZone: String = "UTC"
    """
    The day on which weeks start, by default the Environment's.
    """
    weekStart: WeekStart
  ): IntakeStatistics!
  """
  What became of the events of each of the last minutes, or spans of minutes, oldest first, including those without requests. The last
  one is the current one.
  """
  intakeByMinute(
    """
    How many minutes or spans: 1 to ${statisticsMinutesMax}.
    """
    last: Int = 60
    """
    How many minutes a span has: 1 to ${statisticsMinutesMax}. Spans begin at multiples of it since 1970 in UTC: with 60 at full hours,
    with 1440 at midnight.
    """
    minutesEach: Int = 1
  ): [IntakeMinute!]!`;

export const intakeStatisticsTypes = /* GraphQL */ `
"""
What became of the events that a Data Source received in one minute, or in a span of minutes.
"""
type IntakeMinute {
  """
  When it begins, in UTC.
  """
  start: DateTime!
  """
  The number of events that were stored.
  """
  accepted: String!
  """
  The number of events that were refused. All events of a refused request count, if it could be read.
  """
  rejected: String!
  """
  The number of events that were stored in the quarantine.
  """
  quarantined: String!
}
"""
What a Data Source received in a time range.
"""
type IntakeStatistics {
  """
  The first minute that is counted, in UTC.
  """
  start: DateTime!
  """
  The end of the last minute that is counted, in UTC.
  """
  stop: DateTime!
  """
  The number of requests, including refused ones.
  """
  requests: String!
  """
  The number of requests that were answered with 4xx or 5xx.
  """
  refusedRequests: String!
  """
  The number of events that were stored.
  """
  accepted: String!
  """
  The number of events that were refused. All events of a refused request count, if it could be read.
  """
  rejected: String!
  """
  The number of events that were stored in the quarantine.
  """
  quarantined: String!
  """
  The number of events that were not stored again, because their request repeated an idempotency key.
  """
  duplicates: String!
  """
  The bytes of the bodies that were read, after decompression.
  """
  bytes: String!
  """
  How long requests took that were answered with 200.
  """
  latency: IntakeLatency!
}

"""
Percentiles of the time from the first byte of a request to its answer, in milliseconds, within 10%. Null without requests.
"""
type IntakeLatency {
  """
  The median.
  """
  p50: Float
  """
  The time within which 95% of the requests were answered.
  """
  p95: Float
  """
  The time within which 99% of the requests were answered.
  """
  p99: Float
}
`;
