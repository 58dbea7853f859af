import { type MetricKind, metricKinds } from '../../catalog/metric-kinds.js';
import { operandField } from './operand-field.js';

const settingsOf = (kind: MetricKind) => `
"""
The settings of a Metric that ${kind.prose}.
"""
type ${kind.name}MetricSettings {
  """
  Its structured filters, if any.
  """
  filters: [Filter!] @deprecated(reason: "Use \`filterSql\`.")
  """
  The SQL condition that records must meet to count; null for all records.
  """
  filterSql: String${operandField(kind, 'Dimension')}
}
`;

/** A Metric's settings, by its type. */
export const metricSettingsSchema = /* GraphQL */ `
"""
A Metric's settings, which depend on its type.
"""
union MetricSettings =
${Object.values(metricKinds)
  .map(({ name }) => `  | ${name}MetricSettings`)
  .join('\n')}
${Object.values(metricKinds).map(settingsOf).join('')}`;
