import type { Href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import type { ExploreResult } from './explore-request.js';
import type { ExploreView } from './explore-view.js';
import { bucketHref, inGroup, inNoGroup, type Origin, recordsHref } from './records-behind.js';
import { drawnOf } from './shown-result.js';

/** Opens the records behind a point of the chart or a row of the table. */
export function pickOf(
  origin: Origin,
  view: ExploreView,
  timeZone: string,
  result: ExploreResult,
): (point: number, series?: number) => void {
  return (point, series) => {
    const to = hrefOf(origin, view, timeZone, result, point, series);
    if (to === undefined) announce('There are too many other groups to filter by. Show fewer groups.');
    else navigate(to);
  };
}

function hrefOf(
  origin: Origin,
  view: ExploreView,
  timeZone: string,
  { timeSeries, leaderboard, metricReport }: ExploreResult,
  point: number,
  series: number | undefined,
): Href | undefined {
  if (timeSeries) {
    const group = series === undefined ? undefined : drawnOf(timeSeries.groups ?? [])[series];
    return bucketHref(origin, view, timeZone, timeSeries, point, group);
  }
  const rows = (leaderboard ?? metricReport)?.rows ?? [];
  const isOthers = leaderboard?.hasOthers && point === rows.length - 1;
  const condition = isOthers
    ? inNoGroup(view.dims, rows.slice(0, -1))
    : inGroup(view.dims, rows[point] ?? []);
  return recordsHref(origin, view, view.range, [condition]);
}
