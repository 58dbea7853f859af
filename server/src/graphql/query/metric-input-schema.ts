import { type MetricKind, metricKinds, operandField } from '../metric/kinds.js';

const fieldOf = ({ type, adHoc, prose }: MetricKind) => `
  """
  An ad hoc Metric that ${prose}.
  """
  ${adHoc}: ${type}MetricQueryInput`;

const inputOf = (kind: MetricKind) => `
"""
An ad hoc Metric that ${kind.prose}.
"""
input ${kind.type}MetricQueryInput {
  """
  The Data Pool whose records to aggregate.
  """
  dataPool: DataPoolInput!${operandField(kind, 'DimensionInput')}
}
`;

/** The Metric of a query: a pre-configured one, or one defined in the query. */
export const metricInputSchema = /* GraphQL */ `
"""
The Metric to query: exactly one of a pre-configured Metric, by identifier or name, and an ad hoc one.
"""
input MetricInput {
  """
  The identifier of a pre-configured Metric.
  """
  id: ID
  """
  The unique name of a pre-configured Metric.
  """
  name: String${metricKinds.map(fieldOf).join('')}
}
${metricKinds.map(inputOf).join('')}`;
