import {
  type CounterQuery,
  counterQuery,
  type LeaderboardQuery,
  leaderboardQuery,
  type MetricInput,
  type MetricReportQuery,
  metricKinds,
  metricReportQuery,
  type TimeSeriesQuery,
  type TypedDocument,
  timeSeriesQuery,
} from '@weir/client';
import { paletteSize } from '../../charts/chart-data.js';
import { filtersField } from '../../filters/column-filter.js';
import { timeRangeInput } from '../../time-range/time-range.js';
import { type PagePosition, pageArguments } from '../../ui/pager.js';
import { adHocInput, needsOf } from '../metrics/metric-kinds.js';
import { type ExploreView, isComparable } from './explore-view.js';

export type ExploreResult = Partial<CounterQuery & TimeSeriesQuery & LeaderboardQuery & MetricReportQuery>;

/** With the others, as many as there are colours. */
const slicesMax = paletteSize - 1;

export interface ExploreRequest {
  readonly document: TypedDocument<ExploreResult, unknown>;
  readonly variables: { readonly input: object };
}

/** The request for a view, or a message about what is still missing. */
export function exploreRequest(
  view: ExploreView,
  timeZone: string,
  position: PagePosition = {},
): ExploreRequest | { readonly missing: string } {
  const missing = missingFrom(view);
  if (missing !== undefined) return { missing };
  const timeRange = timeRangeInput(view.range);
  const common = {
    timeZone,
    ...(view.week !== '' && { weekStart: view.week }),
    ...(timeRange && { timeRange }),
    ...(view.filter.trim() !== '' && { filterSql: view.filter.trim() }),
    ...filtersField(view.filters),
    ...(view.compare !== '' && isComparable(view) && { compare: { period: view.compare } }),
  };
  const metric = metricInput(view);
  switch (view.view) {
    case 'counter':
      return { document: counterQuery as never, variables: { input: { metric, ...common } } };
    case 'timeSeries':
      return {
        document: timeSeriesQuery as never,
        variables: {
          input: {
            metric,
            ...common,
            granularity: view.gran,
            ...(view.group !== '' && { groupBy: [view.group], groupLimit: view.limit }),
          },
        },
      };
    case 'leaderboard':
    case 'pie':
      return {
        document: leaderboardQuery as never,
        variables: {
          input: {
            metric,
            ...common,
            dimensions: view.dims.map((columnName) => ({ columnName })),
            rowLimit: view.view === 'pie' ? Math.min(view.limit, slicesMax) : view.limit,
            sort: view.sort,
            others: true,
          },
        },
      };
    case 'report':
      return {
        document: metricReportQuery as never,
        variables: { input: report(view, metric, common, position) },
      };
  }
}

function report(view: ExploreView, metric: MetricInput, common: object, position: PagePosition) {
  const others = view.more.filter((id) => id !== view.metric).map((id) => ({ metric: { id } }));
  return {
    ...common,
    dimensions: view.dims.map((columnName) => ({ columnName })),
    metrics: [
      { metric, ...(view.metric === '' && { displayName: label(view) }), sort: view.sort },
      ...others,
    ],
    ...pageArguments(position, Math.max(view.limit, 10)),
  };
}

const metricInput = (view: ExploreView): MetricInput =>
  view.metric === ''
    ? adHocInput({ type: view.agg, dataPool: view.pool, column: view.column, expression: view.expression })
    : { id: view.metric };

/** The label of a Metric without a name. */
export function label({ agg, column, expression }: ExploreView): string {
  const needs = needsOf(metricKinds[agg]);
  if (needs === 'expression') return expression;
  return `${agg}(${needs === 'nothing' ? '' : column})`;
}

function missingFrom(view: ExploreView): string | undefined {
  if (view.metric === '') {
    const needs = needsOf(metricKinds[view.agg]);
    if (view.pool === '') return 'Choose a Metric or a Data Pool.';
    if (needs === 'expression' && view.expression.trim() === '') return 'Enter an expression.';
    if (needs === 'column' && view.column === '') return 'Choose a column.';
  }
  const brokenDown = view.view === 'leaderboard' || view.view === 'pie' || view.view === 'report';
  if (brokenDown && view.dims.length === 0) return 'Choose at least one dimension.';
  return undefined;
}
