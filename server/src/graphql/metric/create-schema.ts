import { type MetricKind, metricKinds, operandField } from './kinds.js';

/** Clients of the published API declare the variable without `!`, so the argument has none either. */
const mutationOf = ({ type, prose }: MetricKind) => `
  """
  Creates a Metric that ${prose}. Needs the scope \`admin\`.
  """
  create${type}Metric(
    """
    The new Metric. It must be given.
    """
    input: Create${type}MetricInput
  ): MetricResponse`;

const inputOf = (kind: MetricKind) => `
"""
A new Metric that ${kind.prose}.
"""
input Create${kind.type}MetricInput {
  """
  The identifier of the Data Pool whose records it aggregates.
  """
  dataPool: ID!
  """
  Its unique name, by default its identifier.
  """
  uniqueName: String
  """
  What it measures.
  """
  description: String
  """
  The SQL condition that records must meet to count. By default all count.
  """
  filterSql: String
  """
  Structured conditions that records must meet to count.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The columns that it is meant to be broken down by.
  """
  dimensions: [DimensionInput!]
  """
  Its timestamp column, by default the Data Pool's.
  """
  timestamp: TimestampInput${operandField(kind, 'DimensionInput')}
}
`;

/** Creating each type of Metric. */
export const metricCreateSchema = /* GraphQL */ `
extend type Mutation {${metricKinds.map(mutationOf).join('')}
}
${metricKinds.map(inputOf).join('')}`;
