import { formatCell } from '../sql/cell.js';
import { printExpr } from '../sql/expression/print-expr.js';
import { asSql } from '../sql/identifier.js';
import { whereOf } from '../sql/time-filter.js';
import type { Asker } from './asker.js';
import { findMetric, type MetricReference } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, queryScope, type ScopeInput, scopeConditions } from './query-scope.js';

export interface CounterInput extends ScopeInput {
  readonly metric: MetricReference;
}

export interface CounterAnswer {
  readonly value: string | null;
  readonly query: QueryInfo;
}

/** One value of a Metric over a time range. */
export async function counter(
  services: QueryServices,
  { principal, signal }: Asker,
  input: CounterInput,
): Promise<CounterAnswer> {
  const { parsers, clock, runner } = services;
  const metric = await findMetric(services, principal, input.metric);
  const scope = queryScope(input, metric.source, metric.timestamp, {
    parsers,
    nowMs: clock.now(),
    lastNUnit: 'DAY',
  });
  const { result, info } = await runner.run({
    principal,
    type: 'METRIC',
    subtype: 'COUNTER',
    signal,
    dependsOn: dependsOn(metric.source, [metric.expr, metric.filter, scope.filter]),
    statement: (printing) => {
      const { values } = printing;
      const value = printExpr(metric.expr, values);
      const where = whereOf(scopeConditions(scope, [metric.filter], values));
      return asSql(`SELECT ${value} AS _weir_value FROM ${metric.source.from(printing)}${where}`);
    },
  });
  return { value: formatCell(result.columns[0]?.type ?? '', result.rows[0]?.[0] ?? null), query: info };
}
