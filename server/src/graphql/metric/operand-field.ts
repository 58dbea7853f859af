import type { MetricKind } from '../../catalog/metric-kinds.js';

/** The field that holds what a Metric aggregates; nothing for a count. */
export function operandField({ operand }: MetricKind, columnType: 'Dimension' | 'DimensionInput'): string {
  if (operand === null) return '';
  const type = operand.field === 'expression' ? 'String' : columnType;
  return `
  """
  ${operand.description}
  """
  ${operand.field}: ${type}!`;
}
