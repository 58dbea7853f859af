import { badInput, badRequest } from '../../base/errors.js';
import { isId, newId } from '../../base/ids.js';
import {
  chartsOfKind,
  type MetricContent,
  type StoredTimeRange,
  type TileDefinition,
} from '../../catalog/dashboard.js';
import { exactlyOne } from '../exactly-one.js';
import type { DashboardTileInput, MetricTileInput, TimeRangeInput } from '../generated/resolver-types.js';
import { sqlInput } from '../sql/sql-input.js';

export const rowLimitDefault = 10;

/** A range without any field is all time. */
export function timeRangeOf(input: TimeRangeInput): StoredTimeRange | null {
  const { timestamp, relative, n, start, stop } = input;
  if (!timestamp && [relative, n, start, stop].every((field) => field === undefined)) return null;
  return {
    timestamp: timestamp || null,
    relative: relative ?? null,
    n: n ?? null,
    startMs: start ?? null,
    stopMs: stop ?? null,
  };
}

export function tilesOf(tiles: readonly DashboardTileInput[]): TileDefinition[] {
  const ids = new Set<string>();
  return tiles.map((tile, index) => {
    const id = tile.id || newId('tile');
    if (!isId('tile', id))
      throw badRequest(`tiles[${index}].id is not the ID of a tile; leave it out for a new tile`);
    if (ids.has(id)) throw badInput(`tiles[${index}].id`, 'another tile has it too; leave it out for a copy');
    ids.add(id);
    const { title, x, y, width, height } = tile;
    const content = exactlyOne(`tiles[${index}]`, tile, ['metric', 'sql', 'text']);
    return {
      id,
      title: title || null,
      x,
      y,
      width,
      height,
      metric: content.field === 'metric' ? metricContent(content.value) : null,
      sql:
        content.field === 'sql'
          ? {
              ...sqlInput(content.value),
              dialect: sqlInput(content.value).dialect ?? null,
              chart: content.value.chart ?? 'TABLE',
            }
          : null,
      text: content.field === 'text' ? { markdown: content.value.markdown } : null,
    };
  });
}

/** Fills in the defaults, but only those of the tile's kind. */
function metricContent(input: MetricTileInput): MetricContent {
  const { metricId, kind, chart, granularity, dimensions = [], rowLimit, sort, filterSql } = input;
  return {
    metricId,
    kind,
    chart: chart ?? chartsOfKind[kind][0] ?? null,
    granularity: granularity ?? null,
    dimensions,
    rowLimit: rowLimit ?? (dimensions.length > 0 ? rowLimitDefault : null),
    sort: sort ?? (kind === 'LEADERBOARD' ? 'DESC' : null),
    filterSql: filterSql || null,
  };
}
