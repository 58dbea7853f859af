import { type MetricKind, metricKinds } from '../../catalog/metric-kinds.js';
import { operandField } from './operand-field.js';

/** Clients of the published API declare the variable without `!`, so the argument has none either. */
const mutationOf = ({ name, prose }: MetricKind) => `
  """
  Creates a Metric that ${prose}. Needs the scope \`admin\`.
  """
  create${name}Metric(
    """
    The new Metric. Required.
    """
    input: Create${name}MetricInput
  ): MetricResponse`;

const inputOf = (kind: MetricKind) => `
"""
A new Metric that ${kind.prose}.
"""
input Create${kind.name}MetricInput {
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
  The SQL condition that records must meet to count. By default all records count.
  """
  filterSql: String
  """
  Structured conditions that records must meet to count.
  """
  filters: [FilterInput!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The columns to break the Metric down by.
  """
  dimensions: [DimensionInput!]
  """
  Its timestamp column, by default the Data Pool's timestamp.
  """
  timestamp: TimestampInput
  """
  How its values are shown to people.
  """
  format: MetricFormatInput${operandField(kind, 'DimensionInput')}
}
`;

/** Creating each type of Metric. */
export const metricCreateSchema = /* GraphQL */ `
extend type Mutation {${Object.values(metricKinds).map(mutationOf).join('')}
}
${Object.values(metricKinds).map(inputOf).join('')}`;
