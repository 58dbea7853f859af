import { badInput } from '../../base/errors.js';
import type { Column } from '../../catalog/column.js';
import {
  type MetricAggregation,
  type MetricType,
  metricKinds,
  operandOf,
} from '../../catalog/metric-kinds.js';
import { type EngineValue, engineValue } from '../columnstore/resolve/engine-value.js';
import { metricAggregate } from '../columnstore/resolve/metric-aggregate.js';
import { findFunction } from '../functions/allow-list.js';
import { typeOfColumn } from '../functions/value-type.js';
import { and } from '../term/build-term.js';
import type { FilterTerm, MetricValue } from '../term/checked-term.js';
import type { AggregateTerm, Term } from '../term/term.js';
import { mapParts } from '../term/walk-term.js';
import { parseMetricExpression } from './parse-expression.js';
import type { SqlParsers } from './parsers.js';

/** A Metric's aggregation as a term. Fixed kinds are built here; a custom expression is parsed. */
export function metricTerm(
  parsers: SqlParsers,
  aggregation: MetricAggregation,
  columns: readonly Column[],
  where = '',
): MetricValue {
  const { aggregate, operand } = metricKinds[aggregation.type];
  if (operand === null) return aggregateOf(aggregate, [], columns);
  const given = operandOf(aggregation) ?? '';
  const at = `${where}${operand.field}`;
  if (aggregate === null) return parseMetricExpression(parsers, given, columns, at);
  const column = columnValue(columns, given, at, aggregation.type, operand.columnTypes);
  return aggregateOf(aggregate, [column], columns);
}

function columnValue(
  columns: readonly Column[],
  name: string,
  where: string,
  metricType: MetricType,
  types: readonly Column['type'][],
): EngineValue {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw badInput(where, `there is no column "${name}"`);
  if (!types.includes(column.type)) {
    throw badInput(
      where,
      `${metricType} needs a column of type ${types.join(', ')}, but "${name}" is ${column.type}`,
    );
  }
  return engineValue({ kind: 'column', table: null, name, label: name, at: 0 }, typeOfColumn(column.type));
}

function aggregateOf(name: string, args: readonly EngineValue[], columns: readonly Column[]): MetricValue {
  const fn = findFunction(name)?.fn;
  if (!fn) throw new Error(`${name} is not in the allow-list`);
  return metricAggregate({ fn, distinct: false, parameters: [], args, filter: null }, columns, 'zero');
}

/**
 * Limits a Metric to the records that match a filter. The filter is added to every aggregate, so that several Metrics
 * with different filters can share one scan.
 */
export function filteredMetric(metric: MetricValue, filter: FilterTerm | null): MetricValue {
  if (filter === null) return metric;
  const filtered = (term: Term): Term =>
    term.kind === 'aggregate' ? withFilter(term, filter) : mapParts(term, filtered);
  return { ...metric, term: filtered(metric.term) };
}

const withFilter = (term: AggregateTerm, filter: FilterTerm): Term => ({
  ...term,
  filter: term.filter === undefined ? filter : and(filter, term.filter),
});
