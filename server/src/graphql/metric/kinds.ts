/** What a Metric aggregates: a column, or an expression. */
interface Operand {
  readonly field: 'measure' | 'dimension' | 'expression';
  readonly description: string;
}

/** A type of Metric, as creating it, its settings and ad hoc queries all describe it. */
export interface MetricKind {
  /** The part of type names: `Count` in `CountMetricSettings`. */
  readonly type: string;
  /** The field of `MetricInput` that defines it ad hoc. */
  readonly adHoc: string;
  /** Completes "a Metric that …". */
  readonly prose: string;
  readonly operand: Operand | null;
}

const measure = (description: string): Operand => ({ field: 'measure', description });

export const metricKinds: readonly MetricKind[] = [
  { type: 'Count', adHoc: 'count', prose: 'counts records', operand: null },
  {
    type: 'Sum',
    adHoc: 'sum',
    prose: 'adds up a column',
    operand: measure('The column to add up. It is numeric.'),
  },
  {
    type: 'CountDistinct',
    adHoc: 'countDistinct',
    prose: 'counts the distinct values of a column',
    operand: { field: 'dimension', description: 'The column whose distinct values to count.' },
  },
  {
    type: 'Average',
    adHoc: 'average',
    prose: 'averages a column',
    operand: measure('The column to average. It is numeric.'),
  },
  {
    type: 'Min',
    adHoc: 'min',
    prose: 'takes the smallest value of a column',
    operand: measure('The column to take the smallest value of.'),
  },
  {
    type: 'Max',
    adHoc: 'max',
    prose: 'takes the largest value of a column',
    operand: measure('The column to take the largest value of.'),
  },
  {
    type: 'Custom',
    adHoc: 'custom',
    prose: 'evaluates an aggregate expression',
    operand: {
      field: 'expression',
      description: "One aggregate expression over the Data Pool's columns, such as `SUM(price) / COUNT()`.",
    },
  },
];

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
