import type { MetricFormat } from '../catalog/metric-format.js';
import { formatCell } from '../sql/cell.js';
import { sql } from '../sql/sql-text.js';
import type { Basis } from './answer-cache.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { type Change, changesOf } from './change.js';
import { bothEnd, type ComparableInput, type ComparedPeriod, comparedScope } from './compared-scope.js';
import { type FoundMetric, findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, type QueryScope, queryScope } from './query-scope.js';
import { styleOf } from './shown-rows.js';
import { written } from './written-statement.js';

export interface CounterInput extends ComparableInput {
  readonly metric: MetricReference;
}

export interface CounterAnswer {
  readonly value: string | null;
  readonly format: MetricFormat | null;
  /** Null unless the input compares. */
  readonly comparison: CounterComparison | null;
  readonly query: QueryInfo;
}

/** The value of the earlier period. */
export interface CounterComparison extends ComparedPeriod, Change {
  readonly value: string | null;
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
  caller: Caller,
  input: CounterInput,
): Promise<Computed<CounterAnswer>> {
  const { catalog, parsers, clock, runner } = services;
  const nowMs = clock.now();
  const metric = await findMetric(services, caller.principal, input.metric);
  const scope = await queryScope(input, metric.source, metric.timestamp, {
    principal: caller.principal,
    catalog,
    parsers,
    nowMs,
    lastNUnit: 'DAY',
  });
  const compared = comparedScope(scope, input, nowMs);
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, scope.filter]));
  const valueIn = (which: QueryScope) => readValue(services, caller, input, { metric, scope: which, basis });
  const [main, earlier] = await bothEnd(valueIn(scope), compared && valueIn(compared.scope));
  const comparison = compared &&
    earlier && {
      value: earlier.value,
      ...changesOf(main.type)(main.value, earlier.value),
      timeRange: compared.shown,
      query: earlier.query,
    };
  return {
    answer: { value: main.value, format: metric.format, comparison, query: main.query },
    basis,
    bytes: main.bytes + (earlier?.bytes ?? 0),
    changesAtMs: compared?.changesAtMs,
  };
}

interface CountedScope {
  readonly metric: FoundMetric;
  readonly scope: QueryScope;
  readonly basis: Basis | undefined;
}

async function readValue(
  services: QueryServices,
  { principal, signal, allowance }: Caller,
  input: CounterInput,
  { metric, scope, basis }: CountedScope,
) {
  const booster = await fittingBooster(services, metricNeeds(metric, scope, input));
  const { result, info } = await services.runner.run({
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
  const type = result.columns[0]?.type ?? '';
  return {
    type,
    value: formatCell(type, result.rows[0]?.[0] ?? null, styleOf(metric.value)),
    query: info,
    bytes: answerBytes + info.sql.length + result.bytes,
  };
}
