import type { ComparePeriod, MetricType, Sort, TimeSeriesGranularity, WeekStart } from '@weir/client';
import { type ColumnFilter, filtersParam, readFilters } from '../../filters/column-filter.js';
import { isTimeZone } from '../../preferences/time-zones.js';
import type { Texts } from '../../routing/search.js';
import { granularities, weekStarts } from '../../time-range/granularity.js';
import { metricTypes } from '../metrics/metric-kinds.js';

/** The state of the explorer, as stored in the URL. */
export interface ExploreView {
  readonly view: ViewKind;
  /** A Metric's ID; empty for an ad hoc Metric. */
  readonly metric: string;
  readonly pool: string;
  readonly agg: MetricType;
  readonly column: string;
  readonly expression: string;
  readonly range: string;
  /** Empty for the preferred time zone. */
  readonly zone: string;
  /** Empty for the Environment's. */
  readonly week: WeekStart | '';
  readonly gran: TimeSeriesGranularity;
  readonly chart: 'line' | 'bar' | 'stacked';
  readonly group: string;
  readonly dims: readonly string[];
  /** Additional Metrics, for reports. */
  readonly more: readonly string[];
  /** Of rows, or of groups that are kept apart. */
  readonly limit: number;
  readonly sort: Sort;
  /** In SQL, in addition to the filters. */
  readonly filter: string;
  readonly filters: readonly ColumnFilter[];
  /** The earlier period to compare with; empty for none. */
  readonly compare: ComparePeriod | '';
}

export const comparePeriods: readonly ComparePeriod[] = [
  'PREVIOUS_PERIOD',
  'SAME_PERIOD_LAST_WEEK',
  'SAME_PERIOD_LAST_MONTH',
  'SAME_PERIOD_LAST_YEAR',
];

/** Whether a view can be compared with an earlier period: all time has none. */
export const isComparable = ({ view, range, group }: ExploreView) =>
  range !== '' && (view === 'counter' || view === 'leaderboard' || (view === 'timeSeries' && group === ''));

export const viewKinds = [
  { value: 'counter', label: 'Counter' },
  { value: 'timeSeries', label: 'Time series' },
  { value: 'leaderboard', label: 'Leaderboard' },
  { value: 'pie', label: 'Pie' },
  { value: 'report', label: 'Report' },
] as const;

export type ViewKind = (typeof viewKinds)[number]['value'];

const charts = ['line', 'bar', 'stacked'] as const;
const sorts: readonly Sort[] = ['DESC', 'ASC'];
const limitDefault = 10;
const limitMax = 1_000;

/** The names of its parts in the URL. */
export const viewNames = [
  'view',
  'metric',
  'pool',
  'agg',
  'column',
  'expression',
  'range',
  'zone',
  'week',
  'gran',
  'chart',
  'group',
  'dims',
  'more',
  'limit',
  'sort',
  'filter',
  'filters',
  'compare',
] as const satisfies readonly (keyof ExploreView)[];

export type ViewSearch = Texts<keyof ExploreView>;

/** Ignores invalid parts of a hand-edited URL. */
export function readView(search: ViewSearch): ExploreView {
  const oneOf = <T extends string>(name: keyof ExploreView, allowed: readonly T[], byDefault: T): T =>
    allowed.find((value) => value === search[name]) ?? byDefault;
  const text = (name: keyof ExploreView) => search[name] ?? '';
  const limit = Math.floor(Number(search.limit));
  return {
    view: oneOf(
      'view',
      viewKinds.map(({ value }) => value),
      'timeSeries',
    ),
    metric: text('metric'),
    pool: text('pool'),
    agg: oneOf('agg', metricTypes, 'COUNT'),
    column: text('column'),
    expression: text('expression'),
    range: text('range'),
    zone: isTimeZone(text('zone')) ? text('zone') : '',
    week: oneOf('week', ['', ...weekStarts], ''),
    gran: oneOf('gran', granularities, 'DAY'),
    chart: oneOf('chart', charts, 'line'),
    group: text('group'),
    dims: JSON.parse(listText(text('dims'))),
    more: text('more').split('.').filter(Boolean),
    limit: limit >= 1 && limit <= limitMax ? limit : limitDefault,
    sort: oneOf('sort', sorts, 'DESC'),
    filter: text('filter'),
    filters: readFilters(search.filters),
    compare: oneOf('compare', ['', ...comparePeriods], ''),
  };
}

/** Column names may contain nearly any character, so a list of them is stored as JSON. */
function listText(text: string): string {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return text;
  } catch {
    // Not a list; then there is none.
  }
  return '[]';
}

export function viewParams(view: ExploreView): ViewSearch {
  return {
    ...view,
    dims: view.dims.length > 0 ? JSON.stringify(view.dims) : '',
    more: view.more.join('.'),
    filters: filtersParam(view.filters),
    limit: view.limit === limitDefault ? '' : String(view.limit),
    agg: view.agg === 'COUNT' ? '' : view.agg,
    sort: view.sort === 'DESC' ? '' : view.sort,
    chart: view.chart === 'line' ? '' : view.chart,
  };
}
