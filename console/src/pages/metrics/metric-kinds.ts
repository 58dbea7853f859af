import type { MetricInput, MetricPartsFragment, MetricType } from '@weir/client';
import { numericTypes } from '../../format/numeric-types.js';

/** What each type of Metric is made of, for forms and for ad hoc queries. */
export type ShownMetric = MetricPartsFragment;

export interface MetricOption {
  readonly type: MetricType;
  readonly label: string;
  /** What the person chooses beside the Data Pool. */
  readonly needs: 'nothing' | 'number' | 'column' | 'orderable' | 'expression';
}

export const metricKinds: readonly MetricOption[] = [
  { type: 'COUNT', label: 'Count of records', needs: 'nothing' },
  { type: 'SUM', label: 'Sum of a column', needs: 'number' },
  { type: 'AVERAGE', label: 'Average of a column', needs: 'number' },
  { type: 'MIN', label: 'Smallest value of a column', needs: 'number' },
  { type: 'MAX', label: 'Largest value of a column', needs: 'number' },
  { type: 'COUNT_DISTINCT', label: 'Count of distinct values', needs: 'column' },
  { type: 'CUSTOM', label: 'Expression', needs: 'expression' },
];

export const kindOf = (type: string): MetricOption =>
  metricKinds.find((kind) => kind.type === type) ?? (metricKinds[0] as MetricOption);

interface PoolColumn {
  readonly columnName: string;
  readonly type: string;
}

/** The columns that a kind can be made of. */
export function fittingColumns<C extends PoolColumn>(
  kind: MetricOption,
  columns: readonly C[],
): readonly C[] {
  if (kind.needs === 'number') return columns.filter(({ type }) => numericTypes.has(type));
  return columns.filter(({ type }) => type !== 'JSON');
}

export interface AdHoc {
  readonly type: MetricType;
  readonly dataPool: string;
  readonly column: string;
  readonly expression: string;
}

/** A Metric defined inside the query. */
export function adHocInput({ type, dataPool, column, expression }: AdHoc): MetricInput {
  const pool = { dataPool: { id: dataPool } };
  const measured = { ...pool, measure: { columnName: column } };
  switch (type) {
    case 'COUNT':
      return { count: pool };
    case 'SUM':
      return { sum: measured };
    case 'AVERAGE':
      return { average: measured };
    case 'MIN':
      return { min: measured };
    case 'MAX':
      return { max: measured };
    case 'COUNT_DISTINCT':
      return { countDistinct: { ...pool, dimension: { columnName: column } } };
    case 'CUSTOM':
      return { custom: { ...pool, expression } };
  }
}

/** `SUM(price)`: what a Metric computes, in a few characters. */
export function formulaOf({ type, settings }: ShownMetric): string {
  if ('expression' in settings) return settings.expression;
  const column =
    'measure' in settings ? settings.measure : 'dimension' in settings ? settings.dimension : undefined;
  return `${type}(${column?.columnName ?? ''})`;
}
