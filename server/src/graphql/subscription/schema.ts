/** Queries whose answers can be subscribed to, with the arguments and types of the queries of the same name. */
const live = {
  counter: { what: 'One Metric value over a time range', input: 'CounterInput!', type: 'CounterResponse' },
  counters: { what: 'Several counters', input: '[CounterInput!]!', type: '[CounterResponse]!' },
  timeSeries: {
    what: 'The values of one Metric over time',
    input: 'TimeSeriesInput!',
    type: 'TimeSeriesResponse',
  },
  leaderboard: {
    what: 'The top rows of one Metric',
    input: 'LeaderboardInput!',
    type: 'LeaderboardResponse',
  },
  metricReport: {
    what: 'A page of a Metric Report',
    input: 'MetricReportInput!',
    type: 'MetricReportConnection',
  },
  topValues: {
    what: 'The most frequent values of a column',
    input: 'TopValuesInput!',
    type: 'TopValuesResponse!',
  },
  dataGrid: {
    what: 'A page of records. Sorted by time, which is the default, its first page shows records as they arrive',
    input: 'DataGridInput!',
    type: 'DataGridConnection!',
  },
  tileAnswer: {
    what: "The answer of a tile's query; of a statement at least once a minute",
    input: 'TileAnswerInput!',
    type: 'TileAnswer',
  },
} as const;

export type LiveField = keyof typeof live;

const fieldOf = ([name, { what, input, type }]: [string, (typeof live)[LiveField]]) => `
  """
  ${what}. Needs the same scope as the query \`${name}\`.
  """
  ${name}(
    """
    The same input as that of the query \`${name}\`.
    """
    input: ${input}
  ): ${type}`;

export const subscriptionSchema = /* GraphQL */ `
"""
Answers that stay current: the first one immediately, then another whenever it differs from the one before, at most one per
second. Sent as server-sent events: \`POST /graphql\` with \`Accept: text/event-stream\`, or \`/graphql/stream\` for several
subscriptions on one connection.
"""
type Subscription {${Object.entries(live).map(fieldOf).join('')}
}
`;
