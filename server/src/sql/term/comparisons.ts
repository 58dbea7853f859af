import type { FunctionName } from './engine-names.js';

/** The engine's functions for the comparison operators. */
export const comparisons = {
  '=': 'equals',
  '<>': 'notEquals',
  '<': 'less',
  '<=': 'lessOrEquals',
  '>': 'greater',
  '>=': 'greaterOrEquals',
} as const satisfies Readonly<Record<string, FunctionName>>;

export type ComparisonOperator = keyof typeof comparisons;

export const isComparison = (op: string): op is ComparisonOperator => Object.hasOwn(comparisons, op);
