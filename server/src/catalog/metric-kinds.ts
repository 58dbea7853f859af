import { type ColumnType, columnTypes, numericTypes, orderedTypes } from './column.js';

interface ColumnOperand<Field extends string = 'measure' | 'dimension'> {
  readonly field: Field;
  readonly description: string;
  readonly columnTypes: readonly ColumnType[];
}

interface ExpressionOperand {
  readonly field: 'expression';
  readonly description: string;
}

/** A kind of Metric. The SDL, the resolvers, the SQL, the client and the console all derive from its row. */
export type MetricKind = {
  /** The part of GraphQL names: `CountDistinct` in `CountDistinctMetricSettings`. */
  readonly name: string;
  /** Completes "a Metric that …". */
  readonly prose: string;
  /** Its name in the console. */
  readonly label: string;
} & (
  | {
      /** The aggregate function of the allow-list that computes it. */
      readonly aggregate: string;
      /** The column that it aggregates; null when it aggregates whole records. */
      readonly operand: ColumnOperand | null;
    }
  | { readonly aggregate: null; readonly operand: ExpressionOperand }
);

const measure = (description: string, types: readonly ColumnType[]): ColumnOperand<'measure'> => ({
  field: 'measure',
  description,
  columnTypes: types,
});

/** Every kind of Metric, in the order in which the API and the console list them. */
export const metricKinds = {
  COUNT: {
    name: 'Count',
    prose: 'counts records',
    label: 'Count of records',
    aggregate: 'count',
    operand: null,
  },
  SUM: {
    name: 'Sum',
    prose: 'sums a column',
    label: 'Sum of a column',
    aggregate: 'sum',
    operand: measure('The column to sum. It must be numeric.', numericTypes),
  },
  COUNT_DISTINCT: {
    name: 'CountDistinct',
    prose: 'counts the distinct values of a column',
    label: 'Count of distinct values',
    aggregate: 'uniqExact',
    operand: {
      field: 'dimension',
      description: 'The column whose distinct values to count.',
      columnTypes,
    },
  },
  AVERAGE: {
    name: 'Average',
    prose: 'averages a column',
    label: 'Average of a column',
    aggregate: 'avg',
    operand: measure('The column to average. It must be numeric.', numericTypes),
  },
  MIN: {
    name: 'Min',
    prose: 'takes the smallest value of a column',
    label: 'Smallest value of a column',
    aggregate: 'min',
    operand: measure('The column to take the smallest value of.', orderedTypes),
  },
  MAX: {
    name: 'Max',
    prose: 'takes the largest value of a column',
    label: 'Largest value of a column',
    aggregate: 'max',
    operand: measure('The column to take the largest value of.', orderedTypes),
  },
  CUSTOM: {
    name: 'Custom',
    prose: 'evaluates an aggregate expression',
    label: 'Expression',
    aggregate: null,
    operand: {
      field: 'expression',
      description: "One aggregate expression over the Data Pool's columns, such as `SUM(price) / COUNT()`.",
    },
  },
} as const satisfies Record<string, MetricKind>;

export type MetricType = keyof typeof metricKinds;

export const metricTypes = Object.keys(metricKinds) as readonly MetricType[];

type OperandField<T extends MetricType> = (typeof metricKinds)[T]['operand'] extends {
  readonly field: infer Field extends string;
}
  ? Field
  : never;

/** What a Metric computes: its type, and the name of the column or the text of the expression. */
export type MetricAggregation = {
  [T in MetricType]: { readonly type: T } & { readonly [F in OperandField<T>]: string };
}[MetricType];

/** The column or the expression that a Metric aggregates, if any. */
export function operandOf(aggregation: MetricAggregation): string | undefined {
  const { operand } = metricKinds[aggregation.type];
  return operand === null ? undefined : (aggregation as { readonly [F in string]?: string })[operand.field];
}
