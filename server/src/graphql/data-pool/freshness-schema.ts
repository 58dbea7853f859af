import { queryField } from '../query/input-parts.js';

/** How new a Data Pool's records are. */
export const freshnessSchema = /* GraphQL */ `
extend type DataPool {
  """
  How new its records are and how late they came, computed by a query over the records that the caller may read. Null when
  there are none, before the Data Pool is LIVE, and when access policies hide both times of the records. Needs the scope
  \`metric:stats\`, \`data_pool:query\` or \`admin\`.
  """
  freshness: DataPoolFreshness
}

"""
How new the records of a Data Pool are, and how late they came.
"""
type DataPoolFreshness {
  """
  The latest event time of all records: the latest value of the Data Pool's timestamp. Null when access policies hide it.
  """
  lastEventAt: DateTime
  """
  When the record that came last was received: the latest \`_service_received_at\` of all records. A record from a file was received
  when the file was loaded, one of a materialized view when the view computed it. Null when access policies hide it.
  """
  lastReceivedAt: DateTime
  """
  How late the last records came. Null when access policies hide one of both times.
  """
  lateness: Lateness${queryField}
}

"""
Percentiles of the time from the event to its receipt, in milliseconds, over the 10,000 records that were received last, or all if
there are fewer. A DATE counts as its midnight in UTC. Negative where the sender's clock is ahead, and 0 if the Data Pool's
timestamp is \`_service_received_at\`.
"""
type Lateness {
  """
  The median.
  """
  p50: Float!
  """
  95% of the records came at most this late.
  """
  p95: Float!
  """
  99% of the records came at most this late.
  """
  p99: Float!
}
`;
