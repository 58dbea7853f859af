import { badRequest } from '../base/errors.js';
import type { MetricFormat } from '../catalog/metric-format.js';
import { columnSortValue, metricSortValue } from '../sql/sort-value.js';
import { joinSql, sql } from '../sql/sql-text.js';
import { type Computed, cachedAnswer } from './cached-answer.js';
import type { Caller } from './caller.js';
import { findMetric, type MetricReference } from './find-metric.js';
import { fittingBooster, metricNeeds } from './fitting-booster.js';
import { printMetricRows } from './metric-rows.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import { dependsOn, queryScope, type ScopeInput } from './query-scope.js';
import { sourceColumn } from './readable-source.js';
import { type ShownRow, shownRows } from './shown-rows.js';
import { written } from './written-statement.js';

export interface LeaderboardInput extends ScopeInput {
  readonly metric: MetricReference;
  readonly dimensions: readonly string[];
  readonly sort: 'ASC' | 'DESC';
  readonly rowLimit: number;
}

export interface LeaderboardAnswer {
  readonly headers: readonly string[];
  readonly rows: readonly ShownRow[];
  readonly format: MetricFormat | null;
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
    ...written((printing) => {
      const { values } = printing;
      const aliases = dimensions.map((_, index) => sql`_weir_d${index}`);
      const rows = {
        source: metric.source,
        ...scope,
        filters: [metric.filter, scope.filter],
        keys: dimensions.map((column, index) => ({
          alias: sql`_weir_d${index}`,
          of: () => columnSortValue(column).expr,
        })),
        values: [{ alias: sql`_weir_value`, value: metric.value }],
        boosted: booster.used,
      };
      // Grouped inside and ordered outside, so that no alias can be mistaken for a column. Rows without a value are
      // omitted; ties are ordered by their dimensions, so that the order is stable.
      const sortValue = metricSortValue(sql`_weir_value`, metric.value.type).expr;
      const order = joinSql([
        sql`${sortValue} ${input.sort}`,
        ...aliases.map((alias) => sql`${alias} ASC NULLS LAST`),
      ]);
      const limit = values.add('UInt32', String(input.rowLimit));
      return sql`SELECT ${joinSql(aliases)}, _weir_value FROM (${printMetricRows(rows, printing)}) WHERE ${sortValue} IS NOT NULL ORDER BY ${order} LIMIT ${limit}`;
    }),
  });
  const answer = {
    headers: [...dimensions.map(({ name }) => name), metric.name],
    format: metric.format,
    rows: await shownRows(
      result.columns.map(({ type }) => type),
      result.rows,
      signal,
    ),
    query: info,
  };
  return { answer, basis, bytes: answerBytes + info.sql.length + bytesPerResultByte * result.bytes };
}
