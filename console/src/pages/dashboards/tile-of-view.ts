import { allConditions, filterConditions } from '../../filters/column-filter.js';
import type { ExploreView } from '../explore/explore-view.js';
import type { TileContent } from './dashboard-draft.js';

const charts = { line: 'LINE', bar: 'BAR', stacked: 'STACKED' } as const;

/** A view of Explore as a tile; undefined if it has no saved Metric, or if tiles cannot show it. */
export function tileOfView(view: ExploreView, metricName: string): TileContent | undefined {
  const { metric: metricId, dims, limit, sort } = view;
  if (metricId === '' || view.view === 'report') return undefined;
  const filterSql = allConditions([view.filter, ...filterConditions(view.filters)]);
  const common = { metricId, ...(filterSql !== '' && { filterSql }) };
  const named = { title: '', metricName };
  if (view.view === 'counter') return { ...named, metric: { ...common, kind: 'COUNTER' } };
  if (view.view === 'timeSeries')
    return {
      ...named,
      metric: {
        ...common,
        kind: 'TIME_SERIES',
        granularity: view.gran,
        chart: charts[view.chart],
        ...(view.group !== '' && { dimensions: [view.group] }),
      },
    };
  if (dims.length === 0) return undefined;
  const chart = view.view === 'pie' ? 'PIE' : 'RANKING';
  return {
    ...named,
    metric: { ...common, kind: 'LEADERBOARD', chart, dimensions: [...dims], rowLimit: limit, sort },
  };
}
