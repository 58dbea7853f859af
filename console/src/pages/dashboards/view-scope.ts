import { isTimeZone } from '../../preferences/time-zones.js';
import { changeView } from '../../routing/navigate.js';
import { useView } from '../../routing/use-view.js';
import { type RangeText, timeRangeInput } from '../../time-range/time-range.js';
import type { ScopeDraft } from './dashboard-controls.js';
import { rangeTextOf, withRangeText } from './range-text.js';

/** All time, which is the empty text elsewhere: an empty parameter would not be in the URL. */
const allTime = 'ALL';
const none = 'NONE';

interface ViewScope {
  readonly scope: ScopeDraft;
  readonly setScope: (changes: Partial<ScopeDraft>) => void;
}

/** What a viewer changes is in the URL, so that it can be shared. What is not changed is as it was saved. */
export function useViewScope(id: string, saved: ScopeDraft): ViewScope {
  const { search } = useView();
  const { range, zone, filter } = search;
  const scope = {
    timeRange: range === undefined ? saved.timeRange : withRangeText(saved.timeRange, readRange(range)),
    timeZone: zone === none ? '' : zone !== undefined && isTimeZone(zone) ? zone : saved.timeZone,
    filterSql: filter === undefined ? saved.filterSql : filter === none ? '' : filter,
  };
  return {
    scope,
    setScope: ({ timeRange, timeZone, filterSql }) =>
      changeView('/dashboards/$id', {
        ...search,
        id,
        ...(timeRange && { range: rangeTextOf(timeRange) || allTime }),
        ...(timeZone !== undefined && { zone: timeZone || none }),
        ...(filterSql !== undefined && { filter: filterSql || none }),
      }),
  };
}

const readRange = (text: string): RangeText =>
  text !== allTime && timeRangeInput(text) !== undefined ? text : '';
