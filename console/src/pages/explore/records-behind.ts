import type { TimeSeriesQuery } from '@weir/client';
import type { ShownPool } from '../../api/use-pools.js';
import { allConditions, filtersParam, quotedName, quotedText } from '../../filters/column-filter.js';
import { type Href, href } from '../../routing/href.js';
import { bucketStop } from '../../time-range/granularity.js';
import { betweenOf, type RangeText } from '../../time-range/time-range.js';
import type { ShownMetric } from '../metrics/metric-kinds.js';
import type { ExploreView } from './explore-view.js';

/** What the records behind an answer have in common: its Data Pool, timestamp and filters. */
export interface Origin {
  readonly poolId: string;
  readonly timestamp: string;
  /** Empty for the Data Pool's own timestamp. */
  readonly time: string;
  readonly filters: readonly string[];
}

/** Undefined if the Metric's filter is not known, which only `admin` can read. */
export function originOf(
  view: ExploreView,
  metric: ShownMetric | undefined,
  pool: ShownPool | undefined,
): Origin | undefined {
  if (!pool || (metric && !metric.settings)) return undefined;
  const own = pool.timestamp?.columnName ?? '';
  const timestamp = metric?.timestamp?.columnName ?? own;
  return {
    poolId: pool.id,
    timestamp,
    time: timestamp === own ? '' : timestamp,
    filters: [metric?.settings?.filterSql ?? '', view.filter],
  };
}

/** The longest that the service reads. */
const filterCharactersMax = 16_384;

/** The page of the records; undefined if their filter would be too long. */
export function recordsHref(
  origin: Origin,
  view: ExploreView,
  range: RangeText,
  conditions: readonly string[],
): Href | undefined {
  const filter = allConditions([...origin.filters, ...conditions]);
  if (filter.length > filterCharactersMax) return undefined;
  const { zone, week } = view;
  const filters = filtersParam(view.filters);
  return href('/pools/$id/$tab', {
    id: origin.poolId,
    tab: 'records',
    range,
    filter,
    filters,
    time: origin.time,
    zone,
    week,
  });
}

/** Text takes the type of the column that it is compared with. */
const equals = (name: string, value: string | null) =>
  value === null ? `${quotedName(name)} IS NULL` : `${quotedName(name)} = ${quotedText(value)}`;

type Values = readonly (string | null)[];

/** The condition of one group. */
export const inGroup = (names: readonly string[], values: Values) =>
  names.map((name, index) => equals(name, values[index] ?? null)).join(' AND ');

/** The condition of the records in none of the groups. Comparisons with null are neither true nor false. */
export const inNoGroup = (names: readonly string[], groups: readonly Values[]) =>
  `(${groups.map((values) => `(${inGroup(names, values)})`).join(' OR ')}) IS NOT TRUE`;

type Series = NonNullable<TimeSeriesQuery['timeSeries']>;

/** The buckets from the first to the last point, within the range of the view. */
export function bucketsRange(
  { labels }: Pick<Series, 'labels'>,
  first: number,
  last: number,
  view: ExploreView,
  timeZone: string,
): RangeText {
  const { start = '', stop = '' } = betweenOf(view.range) ?? {};
  const from = labels[first] ?? '';
  const to = labels[last + 1] ?? bucketStop(labels[last] ?? '', view.gran, timeZone);
  const later = start !== '' && Date.parse(start) > Date.parse(from) ? start : from;
  const earlier = stop !== '' && Date.parse(stop) < Date.parse(to) ? stop : to;
  return `${later}..${earlier}`;
}

/** The records of one bucket, of one group or of all. */
export function bucketHref(
  origin: Origin,
  view: ExploreView,
  timeZone: string,
  series: Series,
  point: number,
  group: NonNullable<Series['groups']>[number] | undefined,
): Href | undefined {
  const range = bucketsRange(series, point, point, view, timeZone);
  const conditions = group ? [groupCondition(view, series, group)] : [];
  // A relative range may begin or end within its first or last bucket.
  const isEdge = point === 0 || point === series.labels.length - 1;
  if (!isEdge || view.range === '' || betweenOf(view.range))
    return recordsHref(origin, view, range, conditions);
  const { start = '', stop = '' } = betweenOf(range) ?? {};
  const time = quotedName(origin.timestamp);
  const inBucket = `${time} >= ${quotedText(start)} AND ${time} < ${quotedText(stop)}`;
  return recordsHref(origin, view, view.range, [...conditions, inBucket]);
}

function groupCondition(
  view: ExploreView,
  { groups }: Series,
  { group, isOthers }: NonNullable<Series['groups']>[number],
): string {
  if (!isOthers) return inGroup([view.group], group);
  const shown = (groups ?? []).filter((other) => !other.isOthers).map((other) => other.group);
  return inNoGroup([view.group], shown);
}
