import { badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import type { MetricAggregation } from '../catalog/definitions.js';
import {
  type AggregateExpr,
  allFilters,
  asAggregate,
  asFilter,
  type FilterExpr,
} from './expression/checked-expr.js';
import type { Expr } from './expression/expr.js';
import { findFunction } from './expression/functions/allow-list.js';
import { mapExpr } from './expression/map-expr.js';
import { parseMetricExpression } from './expression/parse-expression.js';
import type { SqlParsers } from './expression/parsers.js';
import { typeOfColumn } from './expression/value-type.js';

/** A Metric's aggregation as a tree: the fixed kinds are written here, a custom one is read. */
export function metricExpr(
  parsers: SqlParsers,
  aggregation: MetricAggregation,
  columns: readonly Column[],
): AggregateExpr {
  return nullWhenEmpty(aggregationExpr(parsers, aggregation, columns));
}

/** The smallest of no values is nothing; the engine would say 0, an empty text or 1970. */
function nullWhenEmpty(metric: AggregateExpr): AggregateExpr {
  return asAggregate(
    mapExpr(metric, (expr) => {
      const orNull = expr.kind === 'aggregate' && findFunction(`${expr.fn.engineName}OrNull`);
      return orNull ? { ...expr, fn: orNull.fn } : expr;
    }),
  );
}

function aggregationExpr(
  parsers: SqlParsers,
  aggregation: MetricAggregation,
  columns: readonly Column[],
): AggregateExpr {
  switch (aggregation.type) {
    case 'COUNT':
      return aggregateOf('count', []);
    case 'SUM':
      return aggregateOf('sum', [columnRef(columns, aggregation.measure)]);
    case 'AVERAGE':
      return aggregateOf('avg', [columnRef(columns, aggregation.measure)]);
    case 'MIN':
      return aggregateOf('min', [columnRef(columns, aggregation.measure)]);
    case 'MAX':
      return aggregateOf('max', [columnRef(columns, aggregation.measure)]);
    case 'COUNT_DISTINCT':
      return aggregateOf('uniqExact', [columnRef(columns, aggregation.dimension)]);
    case 'CUSTOM':
      return parseMetricExpression(parsers, aggregation.expression, columns);
  }
}

function columnRef(columns: readonly Column[], name: string): Expr {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw badRequest(`The Metric is over the column "${name}", which cannot be read`);
  return { kind: 'column', type: typeOfColumn(column.type), name };
}

function aggregateOf(name: string, args: readonly Expr[]): AggregateExpr {
  const found = findFunction(name);
  if (!found) throw new Error(`${name} is not in the allow-list`);
  const { fn } = found;
  const type = typeof fn.returns === 'number' ? (args[fn.returns]?.type ?? 'unknown') : fn.returns;
  return asAggregate({ kind: 'aggregate', type, fn, distinct: false, parameters: [], args, filter: null });
}

/**
 * The Metric over only the records that meet a condition: every aggregate in it gets the condition, so
 * that several Metrics with conditions of their own can share one scan.
 */
export function filteredMetric(metric: AggregateExpr, filter: FilterExpr | null): AggregateExpr {
  if (filter === null) return metric;
  return asAggregate(
    mapExpr(metric, (expr) =>
      expr.kind === 'aggregate'
        ? { ...expr, filter: allFilters([filter, expr.filter === null ? null : asFilter(expr.filter)]) }
        : expr,
    ),
  );
}
