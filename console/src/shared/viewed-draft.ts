import type { ViewedDashboardQuery } from '@weir/client';
import { type DashboardDraft, draftOf } from '../pages/dashboards/dashboard-draft.js';

export type ViewedDashboard = NonNullable<ViewedDashboardQuery['dashboard']>;

/** A dashboard as viewers see it, without its conditions and statements. */
export function viewedDraft(dashboard: ViewedDashboard): DashboardDraft {
  const tiles = dashboard.tiles.map((tile) => ({
    ...tile,
    metric: tile.metric && { ...tile.metric, filterSql: null },
    sql: tile.sql && { ...tile.sql, query: null },
  }));
  return draftOf({ ...dashboard, filterSql: null, tiles });
}
