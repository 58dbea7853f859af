import type { ExploreView } from '../explore/explore-view.js';
import type { TileContent } from './dashboard-draft.js';

const charts = { line: 'LINE', bar: 'BAR', stacked: 'STACKED' } as const;

/** A view of Explore as a tile; undefined if it has no saved Metric, or if tiles cannot show it. */
export function tileOfView(view: ExploreView, metricName: string): TileContent | undefined {
  const { metric: metricId, dims, limit, sort, filter } = view;
  if (metricId === '' || view.view === 'report') return undefined;
  const common = { metricId, ...(filter !== '' && { filterSql: filter }) };
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
