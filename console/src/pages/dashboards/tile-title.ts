import type { TileContent } from './dashboard-draft.js';

/** A tile's own title, or one that follows from its content. */
export function titleOf({ title, metric, metricName, sql }: TileContent): string {
  if (title !== '') return title;
  if (metric) {
    const by = metric.dimensions?.length ? ` by ${metric.dimensions.join(', ')}` : '';
    return `${metricName ?? 'Deleted Metric'}${by}`;
  }
  return sql ? 'SQL' : 'Text';
}
