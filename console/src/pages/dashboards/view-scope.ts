import { isTimeZone } from '../../preferences/time-zones.js';
import { changeView, useLocation } from '../../routing/location.js';
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
export function useViewScope(saved: ScopeDraft): ViewScope {
  const { path, params } = useLocation();
  const range = params.get('range');
  const zone = params.get('zone');
  const filter = params.get('filter');
  const scope = {
    timeRange: range === null ? saved.timeRange : withRangeText(saved.timeRange, readRange(range)),
    timeZone: zone === none ? '' : zone !== null && isTimeZone(zone) ? zone : saved.timeZone,
    filterSql: filter === null ? saved.filterSql : filter === none ? '' : filter,
  };
  const set = (changes: Record<string, string>) =>
    changeView(path, { ...Object.fromEntries(params), ...changes });
  return {
    scope,
    setScope: ({ timeRange, timeZone, filterSql }) =>
      set({
        ...(timeRange && { range: rangeTextOf(timeRange) || allTime }),
        ...(timeZone !== undefined && { zone: timeZone || none }),
        ...(filterSql !== undefined && { filter: filterSql || none }),
      }),
  };
}

const readRange = (text: string): RangeText =>
  text !== allTime && timeRangeInput(text) !== undefined ? text : '';
