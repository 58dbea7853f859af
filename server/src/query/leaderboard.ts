import { badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import type { MetricFormat } from '../catalog/metric-format.js';
import { metricSortValue } from '../sql/sort-value.js';
import { joinSql, type Sql, sql } from '../sql/sql-text.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { type FoundMetric, findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, type QueryScope, queryScope, type ScopeInput } from './query-scope.js';
import { type Printing, sourceColumn } from './readable-source.js';
import { groupKey, groupOrder, othersName, printRowsWithOthers } from './rows-with-others.js';
import { type ShownRow, shownRows } from './shown-rows.js';
import { written } from './written-statement.js';

export interface LeaderboardInput extends ScopeInput {
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
  { principal, signal, allowance }: Caller,
  input: LeaderboardInput,
): Promise<Computed<LeaderboardAnswer>> {
  const { catalog, parsers, clock, runner } = services;
  if (input.rowLimit < 1 || input.rowLimit > rowLimitMax)
    throw badRequest(`rowLimit must be from 1 to ${rowLimitMax}`);
  if (input.dimensions.length === 0) throw badRequest('dimensions: give at least one dimension');
  if (input.dimensions.length > dimensionsMax)
    throw badRequest(`dimensions: at most ${dimensionsMax} are allowed`);
  const metric = await findMetric(services, principal, input.metric);
  const dimensions = input.dimensions.map((name, index) =>
    sourceColumn(metric.source, name, `dimensions[${index}]`),
  );
  const scope = await queryScope(input, metric.source, metric.timestamp, {
    catalog,
    parsers,
    nowMs: clock.now(),
    lastNUnit: 'DAY',
  });
  const booster = await fittingBooster(
    services,
    metricNeeds(metric, scope, input, { where: 'the leaderboard', names: input.dimensions }),
  );
  const basis = runner.basis(dependsOn(metric.source, [metric.value.term, metric.filter, scope.filter]));
  const { result, info } = await runner.run({
    principal,
    type: 'METRIC',
    subtype: 'LEADERBOARD',
    signal,
    allowance,
    basis,
    booster,
    ...written((printing) => statement(metric, scope, dimensions, input, booster.used, printing)),
  });
  const headers = [...dimensions.map(({ name }) => name), metric.name];
  const types = result.columns.map(({ type }) => type).slice(0, headers.length);
  const rows = await shownRows(types, result.rows, signal);
  const hasOthers = input.others === true && Number(result.rows.at(-1)?.[headers.length]) === 1;
  const answer = {
    headers,
    rows: hasOthers ? [...rows.slice(0, -1), othersRow(rows.at(-1) ?? [])] : rows,
    hasOthers,
    format: metric.format,
    query: info,
  };
  return { answer, basis, bytes: answerBytes + info.sql.length + bytesPerResultByte * result.bytes };
}

const othersRow = (row: ShownRow): ShownRow => [...row.slice(0, -1).map(() => othersName), ...row.slice(-1)];

/** Rows without a value are omitted. */
function statement(
  metric: FoundMetric,
  scope: QueryScope,
  dimensions: readonly Column[],
  { sort, rowLimit, others = false }: LeaderboardInput,
  boosted: boolean,
  printing: Printing,
): Sql {
  const rows = { source: metric.source, ...scope, filters: [metric.filter, scope.filter], boosted };
  const groups = dimensions.map((column, index) => groupKey(column, sql`_weir_d${index}`));
  const value = { alias: sql`_weir_value`, value: metric.value };
  const limit = (count: number) => printing.values.add('UInt32', String(count));
  if (others) {
    const first = { limit: rowLimit, sort, withEmpty: false };
    const printed = printRowsWithOthers({ rows, groups, value, first }, printing);
    return sql`${printed} LIMIT ${limit(rowLimit + 1)}`;
  }
  // Grouped inside and ordered outside, so that no alias can be mistaken for a column.
  const grouped = printMetricRows({ ...rows, keys: groups, values: [value] }, printing);
  const shown = joinSql([...groups.map(({ alias }) => alias), value.alias]);
  const isValue = sql`${metricSortValue(value.alias, metric.value.type).expr} IS NOT NULL`;
  return sql`SELECT ${shown} FROM (${grouped}) WHERE ${isValue} ORDER BY ${groupOrder(value, sort, groups)} LIMIT ${limit(rowLimit)}`;
}
