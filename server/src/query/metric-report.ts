import type { MetricFormat } from '../catalog/metric-format.js';
import { orderBy, pastPosition } from '../sql/keyset.js';
import { joinSql, sql } from '../sql/sql-text.js';
import { whereOf } from '../sql/time-filter.js';
import { InlineValues } from '../sql/values.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { Cursors } from './cursors.js';
import { type GridPage, gridPage } from './grid-page.js';
import type { QueryServices } from './operation.js';
import { headersOf, planReport, type ReportRowsInput, reportBooster, reportColumns } from './plan-report.js';
import type { QueryInfo } from './query-info.js';
import type { QueryRequest } from './query-request.js';
import { dependsOn } from './query-scope.js';
import type { Printing } from './readable-source.js';
import { reportOrder, reportPosition } from './report-order.js';
import { reportRows } from './report-plan.js';
import { checkPageSize, type PageInput, pageConditions, pageOf, pagingOf, rowsToRead } from './row-page.js';
import { styleOf } from './shown-rows.js';
import { written } from './written-statement.js';

export interface MetricReportInput extends ReportRowsInput {
  readonly page: PageInput;
}

export interface MetricReportAnswer extends GridPage {
  /** In the order of the headers. */
  readonly formats: readonly (MetricFormat | null)[];
  readonly query: QueryInfo;
}

const answerBytes = 1_000;
/** Cells are short strings, and each row has a cursor that contains some of them again. */
const bytesPerResultByte = 8;

/**
 * A table of several Metrics by dimensions. It has a total order: by the chosen column, then by all dimensions, which
 * identify a row. Pages follow each other by position in that order, so unchanged rows appear exactly once. A row whose
 * value changes between two pages may move across the position, and then appears on neither or on both. So may rows whose
 * sums of doubles differ only in the last digits, because those change when the engine merges parts.
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
  checkPageSize(input.page);
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
      plan.scope.weekStart,
    ],
  });
  const paging = pagingOf(input.page, cursors);
  const columns = reportColumns(plan);
  const { timeRange } = plan.scope;
  const booster = await reportBooster(services, plan, input);
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
        startsWithMetric: keyColumn !== null,
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
      styles: [
        ...input.dimensions.map(() => undefined),
        ...plan.metrics.map(({ found }) => styleOf(found.value)),
      ],
    })),
    formats: [...input.dimensions.map(() => null), ...plan.metrics.map(({ found }) => found.format)],
    query: info,
  };
  return { answer, basis, bytes: answerBytes + info.sql.length + bytesPerResultByte * result.bytes };
}
