/** What a saved tile shows, without the need to know its query. */
export const tileAnswerSchema = /* GraphQL */ `
extend type Query {
  """
  The answer of a tile's query, exactly as it is saved, with the dashboard's time range, time zone and condition. Needs the scope of
  the tile's query, or a token for the dashboard.
  """
  tileAnswer(
    """
    Which tile.
    """
    input: TileAnswerInput!
  ): TileAnswer
}

"""
Which tile to answer.
"""
input TileAnswerInput {
  """
  The identifier of the dashboard.
  """
  dashboard: ID!
  """
  The identifier of the tile.
  """
  tile: ID!
  """
  The time zone for a dashboard that has none: an IANA name, or an offset such as \`+05:30\`. By default UTC.
  """
  timeZone: String
}

"""
The answer of a tile's query. Exactly one field is there.
"""
type TileAnswer {
  """
  Of a counter.
  """
  counter: CounterResponse
  """
  Of a time series.
  """
  timeSeries: TimeSeriesResponse
  """
  Of a leaderboard.
  """
  leaderboard: LeaderboardResponse
  """
  Of a statement.
  """
  sqlV1: SqlResponse
}
`;
