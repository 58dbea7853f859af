import { badRequest } from '../base/errors.js';
import { yieldToEventLoop } from '../base/in-slices.js';
import { orderBy, pastPosition } from '../sql/keyset.js';
import { joinSql, sql } from '../sql/sql-text.js';
import { whereOf } from '../sql/time-filter.js';
import { InlineValues } from '../sql/values.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { Cursors } from './cursors.js';
import { findMetric, type MetricReference } from './find-metric.js';
import { filterColumns, fittingBooster } from './fitting-booster.js';
import { type GridPage, gridPage } from './grid-page.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';
import { dependsOn, queryScope, type ScopeInput } from './query-scope.js';
import { type Printing, sourceColumn } from './readable-source.js';
import { reportOrder, reportPosition, type Sort } from './report-order.js';
import {
  commonSource,
  dimensionAlias,
  type MetricFilterInput,
  metricAlias,
  type PlannedMetric,
  planMetric,
  type ReportPlan,
  reportRows,
} from './report-plan.js';
import { checkPageSize, type PageInput, pageConditions, pageOf, pagingOf, rowsToRead } from './row-page.js';
import { written } from './written-statement.js';

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

export interface MetricReportInput extends ScopeInput {
  readonly dimensions: readonly ReportDimension[];
  readonly metrics: readonly ReportMetric[];
  /** Counted from 1, dimensions first. */
  readonly orderByColumn?: number | null | undefined;
  readonly page: PageInput;
}

export interface MetricReportAnswer extends GridPage {
  readonly query: QueryInfo;
}

export const reportDimensionsMax = 50;
export const reportMetricsMax = 50;

const answerBytes = 1_000;
/** Cells are short strings, and each row has a cursor that contains some of them again. */
const bytesPerResultByte = 8;

/**
 * A table of several Metrics by dimensions. It has a total order: by the chosen column, then by all dimensions, which
 * identify a row. Pages follow each other by position in that order, so unchanged rows appear exactly once. A row whose
 * value changes between two pages may move across the position, and then appears on neither or on both.
 */
export function metricReport(
  services: QueryServices,
  caller: Caller,
  input: MetricReportInput,
): Promise<MetricReportAnswer> {
  return cachedAnswer(services, 'REPORT', caller.principal, input, () => compute(services, caller, input));
}

async function compute(
  services: QueryServices,
  caller: Caller,
  input: MetricReportInput,
): Promise<Computed<MetricReportAnswer>> {
  checkSizes(input);
  const plan = await planReport(services, caller, input);
  const basis = services.runner.basis(
    dependsOn(plan.source, [
      plan.scope.filter,
      ...plan.metrics.flatMap(({ found, filter }) => [found.value.term, filter]),
    ]),
  );
  const { keys, keyColumn } = reportOrder(plan, input);
  const shown = { values: new InlineValues(), mode: 'show' } as const;
  const cursors = new Cursors(await services.catalog.serviceSecrets.obtain('cursor'), {
    operation: 'metricReport',
    principal: caller.principal,
    query: [
      reportRows(plan, { startMs: null, stopMs: null }, shown),
      orderBy(keys, 'forward'),
      plan.scope.timeColumn.name,
      input.timeRange ?? null,
      plan.scope.timeZone,
    ],
  });
  const paging = pagingOf(input.page, cursors);
  const aliases = [...plan.dimensions.keys()].map(dimensionAlias);
  const columns = [...aliases, ...[...plan.metrics.keys()].map(metricAlias)];
  const { timeRange } = plan.scope;
  const booster = await fittingBooster(services, {
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
  const rowsOf = (printing: Printing) => reportRows(plan, timeRange, printing, booster.used);
  const request: QueryRequest = {
    principal: caller.principal,
    type: 'REPORT',
    signal: caller.signal,
    allowance: caller.allowance,
    basis,
    booster,
    ...written((printing) => {
      const where = whereOf(pageConditions(paging, keys, printing.values));
      const limit = printing.values.add('UInt32', String(rowsToRead(paging)));
      const selected = [...columns, ...(keyColumn === null ? [] : [sql`${keyColumn} AS _weir_key`])];
      return sql`SELECT ${joinSql(selected)} FROM (${rowsOf(printing)})${where}${orderBy(keys, paging.travel)} LIMIT ${limit}`;
    }),
  };
  const answered = await services.runner.runThen(
    request,
    (read, followUp) =>
      pageOf({
        paging,
        rows: read.rows,
        positionOf: reportPosition(plan, input, read),
        exists: async (position, travel) => {
          const found = await followUp((printing) => {
            const past = pastPosition(keys, { position, travel, inclusive: false }, printing.values);
            return sql`SELECT 1 FROM (${rowsOf(printing)}) WHERE ${past} LIMIT 1`;
          });
          return found.rows.length > 0;
        },
      }),
    (page) => page.rows.length,
  );
  const { result, info, value: page } = answered;
  const positionOf = reportPosition(plan, input, result);
  const answer = {
    ...(await gridPage(page, {
      headers: headersOf(plan, input),
      result,
      cursorOf: (row) => cursors.write(positionOf(row)),
      signal: caller.signal,
    })),
    query: info,
  };
  return { answer, basis, bytes: answerBytes + info.sql.length + bytesPerResultByte * result.bytes };
}

function checkSizes({ dimensions, metrics, orderByColumn, page }: MetricReportInput): void {
  if (dimensions.length > reportDimensionsMax)
    throw badRequest(
      `dimensions: at most ${reportDimensionsMax} are allowed, but ${dimensions.length} were given`,
    );
  if (metrics.length > reportMetricsMax)
    throw badRequest(`metrics: at most ${reportMetricsMax} are allowed, but ${metrics.length} were given`);
  const columns = dimensions.length + metrics.length;
  if (typeof orderByColumn === 'number' && (orderByColumn < 1 || orderByColumn > columns))
    throw badRequest(`orderByColumn must be from 1 to ${columns}, but is ${orderByColumn}`);
  checkPageSize(page);
}

async function planReport(
  services: QueryServices,
  { principal }: Caller,
  input: MetricReportInput,
): Promise<ReportPlan> {
  const { parsers, clock } = services;
  const found = await Promise.all(
    input.metrics.map(({ metric }, index) => findMetric(services, principal, metric, `metrics[${index}].`)),
  );
  const source = commonSource(found);
  const timestamps = found.map(({ timestamp }) => timestamp);
  const timestamp = timestamps[0] ?? sourceColumn(source, source.dataPool.timestamp, 'timestamp');
  const metrics: PlannedMetric[] = [];
  for (const [index, metric] of found.entries()) {
    await yieldToEventLoop();
    metrics.push(planMetric(parsers, metric, input.metrics[index] ?? {}, `metrics[${index}]`));
  }
  return {
    source,
    dimensions: input.dimensions.map(({ columnName }, index) =>
      sourceColumn(source, columnName, `dimensions[${index}]`),
    ),
    metrics,
    scope: await queryScope(input, source, timestamp, { parsers, nowMs: clock.now(), lastNUnit: 'DAY' }),
    ownTimes: !input.timeRange?.timestamp && timestamps.some(({ name }) => name !== timestamp.name),
  };
}

function headersOf({ dimensions, metrics }: ReportPlan, input: MetricReportInput): string[] {
  return [
    ...dimensions.map(({ name }, index) => input.dimensions[index]?.displayName ?? name),
    ...metrics.map(({ found }, index) => input.metrics[index]?.displayName ?? found.name),
  ];
}
