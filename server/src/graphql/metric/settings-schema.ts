import { type MetricKind, metricKinds, operandField } from './kinds.js';

const settingsOf = (kind: MetricKind) => `
"""
What a Metric that ${kind.prose} is made of.
"""
type ${kind.type}MetricSettings {
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
What a Metric is made of, by its type.
"""
union MetricSettings =
${metricKinds.map(({ type }) => `  | ${type}MetricSettings`).join('\n')}
${metricKinds.map(settingsOf).join('')}`;
