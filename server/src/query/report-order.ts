import type { QueryResult } from '../engine/engine.js';
import type { Position, SortKey } from '../sql/keyset.js';
import { columnSortValue, metricSortValue } from '../sql/sort-value.js';
import { type Sql, sql } from '../sql/sql-text.js';
import { dimensionAlias, metricAlias, type ReportPlan } from './report-plan.js';
import { type EngineRow, keyText } from './row-page.js';

export type Sort = 'ASC' | 'DESC';

/** The part of the input that defines the order of the report. */
export interface ReportOrderInput {
  readonly dimensions: readonly { readonly sort: Sort }[];
  readonly metrics: readonly { readonly sort: Sort }[];
  /** Counted from 1, dimensions first; by default the first Metric. */
  readonly orderByColumn?: number | null | undefined;
}

/** The column that the report is ordered by: the index of a dimension or of a Metric. */
function orderColumn({ dimensions, orderByColumn }: ReportOrderInput) {
  const column = (orderByColumn ?? dimensions.length + 1) - 1;
  return column < dimensions.length ? { dimension: column } : { metric: column - dimensions.length };
}

export interface ReportOrder {
  readonly keys: readonly SortKey[];
  /** An extra column to select: the Metric's value in the form used in positions. */
  readonly keyColumn: Sql | null;
}

/** Orders by the chosen column, then by every dimension, each in its own direction. */
export function reportOrder(plan: ReportPlan, input: ReportOrderInput): ReportOrder {
  const dimensions = plan.dimensions.map((column, index): SortKey => {
    const { nullable } = columnSortValue(column);
    return { expr: dimensionAlias(index), nullable, direction: input.dimensions[index]?.sort ?? 'ASC' };
  });
  const order = orderColumn(input);
  if (order.dimension !== undefined) {
    const keys = dimensions.splice(order.dimension, 1);
    return { keys: [...keys, ...dimensions], keyColumn: null };
  }
  const type = plan.metrics[order.metric]?.found.value.type ?? 'unknown';
  const value = metricSortValue(metricAlias(order.metric), type);
  const direction = input.metrics[order.metric]?.sort ?? 'DESC';
  return {
    keys: [{ ...value, direction }, ...dimensions],
    keyColumn: value.hex ? sql`hex(toString(${value.expr}))` : value.expr,
  };
}

/** A row's position from its cells, in the order of `reportOrder`. */
export function reportPosition(plan: ReportPlan, input: ReportOrderInput, { columns }: QueryResult) {
  const count = plan.dimensions.length;
  const order = orderColumn(input);
  const keyOf = (row: EngineRow, cell: number, typed = cell) => ({
    type: columns[typed]?.type ?? '',
    text: keyText(row[cell] ?? null),
  });
  const first =
    order.dimension === undefined
      ? { cell: count + plan.metrics.length, typed: count + order.metric }
      : { cell: order.dimension, typed: order.dimension };
  const others = [...plan.dimensions.keys()].filter((index) => index !== order.dimension);
  return (row: EngineRow): Position => [
    keyOf(row, first.cell, first.typed),
    ...others.map((index) => keyOf(row, index)),
  ];
}
