import {
  boosterField,
  compareField,
  comparisonField,
  filterFields,
  formatField,
  metricFields,
  queryField,
  timeFields,
} from './input-parts.js';

/** One Metric value over a time range. */
export const counterSchema = /* GraphQL */ `
extend type Query {
  """
  One Metric value over a time range. Needs the scope \`metric:query\` or \`admin\`.
  """
  counter(
    """
    The counter to query.
    """
    input: CounterInput!
  ): CounterResponse
  """
  Several counters in one call, run concurrently. A counter that fails is null and has its own error.
  Needs the scope \`metric:query\` or \`admin\`.
  """
  counters(
    """
    The counters to query. The answer has one result for each, in this order.
    """
    input: [CounterInput!]!
  ): [CounterResponse]!
}

"""
A counter: one Metric value over a time range.
"""
input CounterInput {${metricFields}${timeFields}${filterFields()}${boosterField}${compareField}
}

"""
One Metric value over a time range.
"""
type CounterResponse {
  """
  The value as text; null when it has no value, such as the average of no records.
  """
  value: String${formatField}${comparisonField('CounterComparison')}${queryField}
}
`;
