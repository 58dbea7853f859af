import { type MetricKind, metricKinds } from '../../catalog/metric-kinds.js';
import { adHocField } from '../metric/metric-input.js';
import { operandField } from '../metric/operand-field.js';

const fieldOf = ({ name, prose }: MetricKind) => `
  """
  An ad hoc Metric that ${prose}.
  """
  ${adHocField(name)}: ${name}MetricQueryInput`;

const inputOf = (kind: MetricKind) => `
"""
An ad hoc Metric that ${kind.prose}.
"""
input ${kind.name}MetricQueryInput {
  """
  The Data Pool whose records to aggregate.
  """
  dataPool: DataPoolInput!${operandField(kind, 'DimensionInput')}
}
`;

/** The Metric of a query: a pre-configured one, or one defined in the query. */
export const metricInputSchema = /* GraphQL */ `
"""
The Metric to query: a pre-configured Metric, by identifier or name, or an ad hoc Metric. Give exactly one field.
"""
input MetricInput {
  """
  The identifier of a pre-configured Metric.
  """
  id: ID
  """
  The unique name of a pre-configured Metric.
  """
  name: String${Object.values(metricKinds).map(fieldOf).join('')}
}
${Object.values(metricKinds).map(inputOf).join('')}`;
