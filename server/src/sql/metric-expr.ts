import { badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import { type MetricAggregation, type MetricType, metricKinds, operandOf } from '../catalog/metric-kinds.js';
import {
  type AggregateExpr,
  allFilters,
  asAggregate,
  asFilter,
  type FilterExpr,
} from './expression/checked-expr.js';
import type { Expr, ExprOf } from './expression/expr.js';
import { findFunction } from './expression/functions/allow-list.js';
import type { EngineFunction } from './expression/functions/engine-function.js';
import { mapExpr } from './expression/map-expr.js';
import { parseMetricExpression } from './expression/parse-expression.js';
import type { SqlParsers } from './expression/parsers.js';
import { typeOfColumn } from './expression/value-type.js';
import { childrenOf } from './expression/walk-expr.js';

/** A Metric's aggregation as a tree: the fixed kinds are written here, a custom one is read. */
export function metricExpr(
  parsers: SqlParsers,
  aggregation: MetricAggregation,
  columns: readonly Column[],
  where = '',
): AggregateExpr {
  const asked = aggregationExpr(parsers, aggregation, columns, where);
  const expr = mapExpr(asked, (inner) => (inner.kind === 'aggregate' ? settled(inner, columns) : inner));
  // The engine's comparisons give 1 and 0.
  return asAggregate(
    expr.type === 'boolean' ? { kind: 'cast', type: 'boolean', operand: expr, engineType: 'Bool' } : expr,
  );
}

/** An aggregate as a Metric means it, where the engine alone would answer otherwise. */
function settled(expr: ExprOf<'aggregate'>, columns: readonly Column[]): Expr {
  const name = expr.fn.engineName;
  // The smallest of no values is nothing; the engine would say 0, an empty text or 1970.
  const orNull = findFunction(`${name}OrNull`);
  if (orNull) return { ...expr, fn: orNull.fn };
  if (name === 'uniqExact') return { ...expr, args: expr.args.map(withOneZero) };
  if (name !== 'sum' && name !== 'avg') return expr;
  const column = columnOf(expr.args[0], columns);
  const wide = expr.args[0]?.type === 'integer' && !(column && narrowTypes.includes(column.type));
  // The engine adds up 64-bit numbers in 64 bits, which overflow without a word.
  const exact = wide ? { ...expr, args: [widened(name, expr.args)] } : expr;
  if (name === 'avg') return exact;
  // The sum of no values is 0, whether the column may hold nulls or not. Beside a decimal the engine takes no
  // other number.
  const never = (!wide && column?.nullable === false) || exact.args.some(hasDecimal);
  return never ? exact : zeroWhenNull(exact);
}

/** Minus zero and 0 are 0: the engine counts them as two values, although they are equal and look the same. */
function withOneZero(expr: Expr): Expr {
  if (expr.type !== 'number') return expr;
  const right: Expr = { kind: 'literal', type: 'integer', text: '0' };
  return { kind: 'arithmetic', type: 'number', op: '+', division: 'exact', left: expr, right };
}

const narrowTypes: readonly Column['type'][] = ['INT8', 'INT16', 'INT32'];

function columnOf(expr: Expr | undefined, columns: readonly Column[]): Column | undefined {
  return expr?.kind === 'column' ? columns.find(({ name }) => name === expr.name) : undefined;
}

function widened(name: 'sum' | 'avg', [operand]: readonly Expr[]): Expr {
  if (operand === undefined) throw new Error(`${name} without an argument`);
  return name === 'sum'
    ? { kind: 'cast', type: 'integer', operand, engineType: 'Int128' }
    : { kind: 'cast', type: 'number', operand, engineType: 'Float64' };
}

function hasDecimal(expr: Expr): boolean {
  return (expr.kind === 'cast' && expr.engineType.startsWith('Decimal')) || childrenOf(expr).some(hasDecimal);
}

function zeroWhenNull(expr: Expr): Expr {
  const zero: Expr = { kind: 'literal', type: expr.type === 'integer' ? 'integer' : 'number', text: '0' };
  return { kind: 'call', type: expr.type, fn: allowed('ifNull'), args: [expr, zero] };
}

function aggregationExpr(
  parsers: SqlParsers,
  aggregation: MetricAggregation,
  columns: readonly Column[],
  where: string,
): AggregateExpr {
  const { aggregate, operand } = metricKinds[aggregation.type];
  if (operand === null) return aggregateOf(aggregate, []);
  const given = operandOf(aggregation) ?? '';
  const at = `${where}${operand.field}`;
  if (aggregate === null) return parseMetricExpression(parsers, given, columns, at);
  return aggregateOf(aggregate, [columnRef(columns, given, at, aggregation.type, operand.columnTypes)]);
}

function columnRef(
  columns: readonly Column[],
  name: string,
  where: string,
  metricType: MetricType,
  types: readonly Column['type'][],
): Expr {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw badRequest(`${where}: there is no column "${name}"`);
  if (!types.includes(column.type)) {
    throw badRequest(
      `${where}: ${metricType} needs a column of type ${types.join(', ')}, and "${name}" is ${column.type}`,
    );
  }
  return { kind: 'column', type: typeOfColumn(column.type), name };
}

function aggregateOf(name: string, args: readonly Expr[]): AggregateExpr {
  const fn = allowed(name);
  const type = typeof fn.returns === 'number' ? (args[fn.returns]?.type ?? 'unknown') : fn.returns;
  return asAggregate({ kind: 'aggregate', type, fn, distinct: false, parameters: [], args, filter: null });
}

function allowed(name: string): EngineFunction {
  const found = findFunction(name);
  if (!found) throw new Error(`${name} is not in the allow-list`);
  return found.fn;
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
