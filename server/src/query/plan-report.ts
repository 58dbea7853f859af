import { checkRange } from '../base/check-range.js';
import { badInput } from '../base/errors.js';
import { inTurn } from '../base/in-slices.js';
import { shareOwner } from '../base/principal.js';
import type { Sql } from '../sql/sql-text.js';
import type { Caller } from './caller.js';
import { findMetric, type MetricReference } from './find-metric.js';
import { type BoosterUse, filterColumns, fittingBooster } from './fitting-booster.js';
import type { QueryServices } from './operation.js';
import { queryScope, type ScopeInput } from './query-scope.js';
import { sourceColumn, timestampColumn } from './readable-source.js';
import type { Sort } from './report-order.js';
import {
  commonSource,
  dimensionAlias,
  type MetricFilterInput,
  metricAlias,
  type PlannedMetric,
  planMetric,
  type ReportPlan,
} from './report-plan.js';

export interface ReportDimension {
  readonly columnName: string;
  readonly displayName?: string | null | undefined;
  readonly sort: Sort;
}

export interface ReportMetric extends MetricFilterInput {
  readonly metric: MetricReference;
  readonly displayName?: string | null | undefined;
  readonly sort: Sort;
}

/** A report without its page. */
export interface ReportRowsInput extends ScopeInput {
  readonly dimensions: readonly ReportDimension[];
  readonly metrics: readonly ReportMetric[];
  /** Counted from 1, dimensions first. */
  readonly orderByColumn?: number | null | undefined;
}

const reportDimensionsMax = 50;
const reportMetricsMax = 50;

export async function planReport(
  services: QueryServices,
  { principal }: Pick<Caller, 'principal'>,
  input: ReportRowsInput,
): Promise<ReportPlan> {
  checkSizes(input);
  const { catalog, parsers, clock } = services;
  const found = await Promise.all(
    input.metrics.map(({ metric }, index) => findMetric(services, principal, metric, `metrics[${index}].`)),
  );
  const source = commonSource(found);
  const timestamps = found.map(({ timestamp }) => timestamp);
  const timestamp = timestamps[0] ?? timestampColumn(source);
  const metrics: PlannedMetric[] = [];
  const owner = shareOwner(principal);
  for (const [index, metric] of found.entries()) {
    const plan = () => planMetric(parsers, metric, input.metrics[index] ?? {}, `metrics[${index}]`);
    metrics.push(await inTurn(owner, plan));
  }
  return {
    source,
    dimensions: input.dimensions.map(({ columnName }, index) =>
      sourceColumn(source, columnName, `dimensions[${index}]`),
    ),
    metrics,
    scope: await queryScope(input, source, timestamp, {
      principal,
      catalog,
      parsers,
      nowMs: clock.now(),
      lastNUnit: 'DAY',
    }),
    ownTimes: !input.timeRange?.timestamp && timestamps.some(({ name }) => name !== timestamp.name),
  };
}

export function reportBooster(
  services: QueryServices,
  plan: ReportPlan,
  input: ReportRowsInput,
): Promise<BoosterUse> {
  return fittingBooster(services, {
    source: plan.source,
    ...(plan.ownTimes && { mismatch: 'The Metrics of the report have different timestamps.' }),
    ...plan.scope,
    metrics: plan.metrics.map(({ found }) => found.value.term),
    metricId: null,
    metricFilters: plan.metrics.map(({ filter }, index) => filterColumns(`metrics[${index}]`, filter)),
    columns: [
      { where: 'the report', names: input.dimensions.map(({ columnName }) => columnName) },
      filterColumns('the filter', plan.scope.filter),
    ],
    useBooster: input.useBooster ?? true,
  });
}

/** The dimensions, then the Metrics. */
export function reportColumns({ dimensions, metrics }: ReportPlan): Sql[] {
  return [...[...dimensions.keys()].map(dimensionAlias), ...[...metrics.keys()].map(metricAlias)];
}

export function headersOf({ dimensions, metrics }: ReportPlan, input: ReportRowsInput): string[] {
  return [
    ...dimensions.map(({ name }, index) => input.dimensions[index]?.displayName ?? name),
    ...metrics.map(({ found }, index) => input.metrics[index]?.displayName ?? found.name),
  ];
}

function checkSizes({ dimensions, metrics, orderByColumn }: ReportRowsInput): void {
  if (dimensions.length > reportDimensionsMax)
    throw badInput(
      'dimensions',
      `at most ${reportDimensionsMax} are allowed, but ${dimensions.length} were given`,
    );
  if (metrics.length > reportMetricsMax)
    throw badInput('metrics', `at most ${reportMetricsMax} are allowed, but ${metrics.length} were given`);
  const columns = dimensions.length + metrics.length;
  if (typeof orderByColumn === 'number') checkRange('orderByColumn', orderByColumn, 1, columns);
}
