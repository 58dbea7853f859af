import type { MetricFormat } from '../catalog/metric-format.js';
import { formatCell } from '../sql/cell.js';
import { sql } from '../sql/sql-text.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, queryScope, type ScopeInput } from './query-scope.js';
import { written } from './written-statement.js';

export interface CounterInput extends ScopeInput {
  readonly metric: MetricReference;
}

export interface CounterAnswer {
  readonly value: string | null;
  readonly format: MetricFormat | null;
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
  const { catalog, parsers, clock, runner } = services;
  const metric = await findMetric(services, principal, input.metric);
  const scope = await queryScope(input, metric.source, metric.timestamp, {
    catalog,
    parsers,
    nowMs: clock.now(),
    lastNUnit: 'DAY',
  });
  const booster = await fittingBooster(services, metricNeeds(metric, scope, input));
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, scope.filter]));
  const { result, info } = await runner.run({
    principal,
    type: 'METRIC',
    subtype: 'COUNTER',
    signal,
    allowance,
    basis,
    booster,
    ...written((printing) =>
      printMetricRows(
        {
          source: metric.source,
          ...scope,
          filters: [metric.filter, scope.filter],
          keys: [],
          values: [{ alias: sql`_weir_value`, value: metric.value }],
          boosted: booster.used,
        },
        printing,
      ),
    ),
  });
  const value = formatCell(result.columns[0]?.type ?? '', result.rows[0]?.[0] ?? null);
  return {
    answer: { value, format: metric.format, query: info },
    basis,
    bytes: answerBytes + info.sql.length + result.bytes,
  };
}
