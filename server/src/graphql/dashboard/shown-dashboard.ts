import { notFound } from '../../base/errors.js';
import type { Principal } from '../../base/principal.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Dashboard, TileDefinition } from '../../catalog/dashboard.js';

/** A dashboard as the caller may see it: with a token for one tile, that tile alone. */
export async function shownDashboard(
  { dashboards }: Catalog,
  { environmentId, viewing }: Principal,
  id: string,
): Promise<Dashboard> {
  const isShown = !viewing || viewing.dashboardId === id;
  const dashboard = isShown ? await dashboards.findById(environmentId, id) : undefined;
  if (!dashboard) throw notFound('Dashboard', id);
  if (viewing?.tileId === undefined) return dashboard;
  return { ...dashboard, tiles: dashboard.tiles.filter((tile) => tile.id === viewing.tileId) };
}

export function tileOf({ tiles }: Dashboard, id: string): TileDefinition {
  const tile = tiles.find((each) => each.id === id);
  if (!tile) throw notFound('Tile', id);
  return tile;
}
