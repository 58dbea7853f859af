import { checkRange } from '../base/check-range.js';
import { badInput } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import type { MetricFormat } from '../catalog/metric-format.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { compareLeaderboard, type LeaderboardComparison } from './compare-leaderboard.js';
import { type ComparableInput, comparedScope } from './compared-scope.js';
import { type FoundMetric, findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, type QueryScope, queryScope } from './query-scope.js';
import { type Printing, sourceColumn } from './readable-source.js';
import {
  groupKey,
  groupOrder,
  othersName,
  printRowsWithOthers,
  type RowsWithOthers,
  valued,
} from './rows-with-others.js';
import { type ShownRow, shownRows, styleOf } from './shown-rows.js';
import { written } from './written-statement.js';

export interface LeaderboardInput extends ComparableInput {
  readonly metric: MetricReference;
  readonly dimensions: readonly string[];
  readonly sort: 'ASC' | 'DESC';
  readonly rowLimit: number;
  /** Adds a row for all records that are in no other row. */
  readonly others?: boolean | undefined;
}

export interface LeaderboardAnswer {
  readonly headers: readonly string[];
  readonly rows: readonly ShownRow[];
  readonly format: MetricFormat | null;
  /** Whether the last row is for all records that are in no other row. */
  readonly hasOthers: boolean;
  /** Null unless the input compares. */
  readonly comparison: LeaderboardComparison | null;
  readonly query: QueryInfo;
}

export const rowLimitMax = 1_000;
export const dimensionsMax = 50;

const answerBytes = 1_000;
/** Most cells are short strings, each a separate object. */
const bytesPerResultByte = 4;

/** The dimension values with the largest or smallest values of a Metric. */
export function leaderboard(
  services: QueryServices,
  caller: Caller,
  input: LeaderboardInput,
): Promise<LeaderboardAnswer> {
  return cachedAnswer(services, 'LEADERBOARD', caller.principal, input, () =>
    compute(services, caller, input),
  );
}

async function compute(
  services: QueryServices,
  caller: Caller,
  input: LeaderboardInput,
): Promise<Computed<LeaderboardAnswer>> {
  const { catalog, parsers, clock, runner } = services;
  const { principal, signal, allowance } = caller;
  const nowMs = clock.now();
  checkRange('rowLimit', input.rowLimit, 1, rowLimitMax);
  if (input.dimensions.length === 0) throw badInput('dimensions', 'give at least one dimension');
  if (input.dimensions.length > dimensionsMax)
    throw badInput('dimensions', `at most ${dimensionsMax} are allowed`);
  const metric = await findMetric(services, principal, input.metric);
  const dimensions = input.dimensions.map((name, index) =>
    sourceColumn(metric.source, name, `dimensions[${index}]`),
  );
  const scope = await queryScope(input, metric.source, metric.timestamp, {
    principal,
    catalog,
    parsers,
    nowMs,
    lastNUnit: 'DAY',
  });
  const compared = comparedScope(scope, input, nowMs);
  const boosterFor = (which: QueryScope) =>
    fittingBooster(
      services,
      metricNeeds(metric, which, input, { where: 'the leaderboard', names: input.dimensions }),
    );
  const booster = await boosterFor(scope);
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, scope.filter]));
  const query = { principal, type: 'METRIC', subtype: 'LEADERBOARD', signal, allowance, basis } as const;
  const rowsOf = (which: QueryScope, boosted: boolean) =>
    rowsAsked(metric, which, dimensions, input, boosted);
  const { result, info } = await runner.run({
    ...query,
    booster,
    ...written((printing) => statement(rowsOf(scope, booster.used), input, printing)),
  });
  const headers = [...dimensions.map(({ name }) => name), metric.name];
  const types = result.columns.map(({ type }) => type).slice(0, headers.length);
  const styles = [...dimensions.map(() => undefined), styleOf(metric.value)];
  const rows = await shownRows(types, result.rows, signal, styles);
  const hasOthers = input.others === true && Number(result.rows.at(-1)?.[headers.length]) === 1;
  const earlierBooster = compared && (await boosterFor(compared.scope));
  const comparison =
    compared &&
    earlierBooster &&
    (await compareLeaderboard(
      runner,
      { ...query, booster: earlierBooster },
      {
        main: { rows, cells: result.rows, types, hasOthers, asked: rowsOf(scope, false) },
        earlier: rowsOf(compared.scope, earlierBooster.used),
        timeRange: compared.shown,
      },
    ));
  const answer = {
    headers,
    rows: hasOthers ? [...rows.slice(0, -1), othersRow(rows.at(-1) ?? [])] : rows,
    hasOthers,
    format: metric.format,
    comparison: comparison?.answer ?? null,
    query: info,
  };
  return {
    answer,
    basis,
    bytes: answerBytes + info.sql.length + bytesPerResultByte * result.bytes + (comparison?.bytes ?? 0),
    changesAtMs: compared?.changesAtMs,
  };
}

const othersRow = (row: ShownRow): ShownRow => [...row.slice(0, -1).map(() => othersName), ...row.slice(-1)];

/** The first rows of a period. Rows without a value are omitted. */
function rowsAsked(
  metric: FoundMetric,
  scope: QueryScope,
  dimensions: readonly Column[],
  { sort, rowLimit }: LeaderboardInput,
  boosted: boolean,
): RowsWithOthers {
  return {
    rows: { source: metric.source, ...scope, filters: [metric.filter, scope.filter], boosted },
    groups: dimensions.map((column, index) => groupKey(column, sql`_weir_d${index}`)),
    value: { alias: sql`_weir_value`, value: metric.value },
    first: { limit: rowLimit, sort, withEmpty: false },
  };
}

function statement(asked: RowsWithOthers, { others = false }: LeaderboardInput, printing: Printing): Sql {
  const { rows, groups, value, first } = asked;
  const limit = (count: number) => printing.values.add('UInt32', String(count));
  if (others) return sql`${printRowsWithOthers(asked, printing)} LIMIT ${limit(first.limit + 1)}`;
  // Grouped inside and ordered outside, so that no alias can be mistaken for a column.
  const grouped = printMetricRows({ ...rows, keys: groups, values: [value] }, printing);
  const shown = joinSql([...groups.map(({ alias }) => alias), value.alias]);
  return sql`SELECT ${shown} FROM (${grouped})${valued(asked)} ORDER BY ${groupOrder(value, first.sort, groups)} LIMIT ${limit(first.limit)}`;
}
