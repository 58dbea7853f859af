import { formatCell } from '../sql/cell.js';
import { sql } from '../sql/sql-text.js';
import { printValue } from '../sql/term/print-query.js';
import { whereOf } from '../sql/time-filter.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { findMetric, type MetricReference } from './find-metric.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, queryScope, type ScopeInput, scopeConditions } from './query-scope.js';
import { written } from './written-statement.js';

export interface CounterInput extends ScopeInput {
  readonly metric: MetricReference;
}

export interface CounterAnswer {
  readonly value: string | null;
  readonly query: QueryInfo;
}

const answerBytes = 1_000;

/** One value of a Metric over a time range. */
export function counter(
  services: QueryServices,
  caller: Caller,
  input: CounterInput,
): Promise<CounterAnswer> {
  return cachedAnswer(services, 'COUNTER', caller.principal, input, () => compute(services, caller, input));
}

async function compute(
  services: QueryServices,
  { principal, signal, allowance }: Caller,
  input: CounterInput,
): Promise<Computed<CounterAnswer>> {
  const { parsers, clock, runner } = services;
  const metric = await findMetric(services, principal, input.metric);
  const scope = await queryScope(input, metric.source, metric.timestamp, {
    parsers,
    nowMs: clock.now(),
    lastNUnit: 'DAY',
  });
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, scope.filter]));
  const { result, info } = await runner.run({
    principal,
    type: 'METRIC',
    subtype: 'COUNTER',
    signal,
    allowance,
    basis,
    ...written((printing) => {
      const { values } = printing;
      const value = printValue(metric.value.term, values);
      const where = whereOf(scopeConditions(scope, [metric.filter], values));
      return sql`SELECT ${value} AS _weir_value FROM ${metric.source.from(printing)}${where}`;
    }),
  });
  const value = formatCell(result.columns[0]?.type ?? '', result.rows[0]?.[0] ?? null);
  return { answer: { value, query: info }, basis, bytes: answerBytes + info.sql.length + result.bytes };
}
