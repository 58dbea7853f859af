import type {
  DashboardPartsFragment,
  DashboardTileInput,
  MetricTileInput,
  ModifyDashboardInput,
  SqlTileInput,
  TimeRangeInput,
} from '@weir/client';
import type { GridPlace } from './arrange.js';

export type ShownDashboard = DashboardPartsFragment;
type StoredTile = ShownDashboard['tiles'][number];

/** Exactly one of the contents is there. */
export interface TileContent {
  readonly title: string;
  readonly metric?: MetricTileInput;
  /** Of the Metric; null if it was deleted. */
  readonly metricName?: string | null;
  /** The statement is null if the viewer may not run it. */
  readonly sql?: Omit<SqlTileInput, 'query'> & { readonly query: string | null };
  readonly text?: { readonly markdown: string };
}

export interface DraftTile extends GridPlace, TileContent {
  /** The identifier of a saved tile, or a key that identifies a new one on this page only. */
  readonly key: string;
}

/** A dashboard as it is edited. */
export interface DashboardDraft {
  readonly uniqueName: string;
  readonly description: string;
  readonly timeRange: TimeRangeInput;
  /** Empty for the viewer's. */
  readonly timeZone: string;
  readonly filterSql: string;
  readonly tiles: readonly DraftTile[];
  /** Of the dashboard when its editing began; undefined if it is only viewed. */
  readonly modifiedAt?: string | undefined;
}

const newKeyPrefix = 'new-';
let keys = 0;
export function newTileKey(): string {
  keys += 1;
  return `${newKeyPrefix}${keys}`;
}

/** Without nulls, which are no values of an input. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Field in keyof T]?: NonNullable<T[Field]>;
  };

type DraftedFields = 'uniqueName' | 'description' | 'timeRange' | 'timeZone' | 'filterSql' | 'tiles';

export function draftOf(
  dashboard: Pick<ShownDashboard, DraftedFields> & Partial<Pick<ShownDashboard, 'modifiedAt'>>,
): DashboardDraft {
  return {
    uniqueName: dashboard.uniqueName,
    description: dashboard.description ?? '',
    timeRange: dashboard.timeRange ? given(dashboard.timeRange) : {},
    timeZone: dashboard.timeZone ?? '',
    filterSql: dashboard.filterSql ?? '',
    tiles: dashboard.tiles.map(draftTile),
    modifiedAt: dashboard.modifiedAt,
  };
}

function draftTile({ id, title, x, y, width, height, metric, sql, text }: StoredTile): DraftTile {
  const place = { key: id, title: title ?? '', x, y, width, height };
  if (metric) {
    const { metric: named, ...content } = metric;
    return {
      ...place,
      metric: given(content) as MetricTileInput,
      metricName: named?.uniqueName ?? null,
    };
  }
  if (sql)
    return {
      ...place,
      sql: { query: sql.query, chart: sql.chart, ...(sql.dialect && { dialect: sql.dialect }) },
    };
  return { ...place, text: { markdown: text?.markdown ?? '' } };
}

export function tileInput({ title, x, y, width, height, metric, sql, text }: DraftTile): DashboardTileInput {
  return {
    ...(title !== '' && { title }),
    x,
    y,
    width,
    height,
    ...(metric && { metric }),
    ...(sql && { sql: { ...sql, query: sql.query ?? '' } }),
    ...(text && { text }),
  };
}

/** A saved tile keeps its identifier, which links may show. */
export function savedTileInput(tile: DraftTile): DashboardTileInput {
  const isNew = tile.key.startsWith(newKeyPrefix);
  return { ...(!isNew && { id: tile.key }), ...tileInput(tile) };
}

/** Everything, with empty values where something is cleared. */
export function modifyInput(id: string, { modifiedAt: _, ...draft }: DashboardDraft): ModifyDashboardInput {
  return { id, ...draft, tiles: draft.tiles.map(savedTileInput) };
}

/** With this, a dashboard that someone else has changed in the meantime stays as it is. */
export const ifUnmodified = ({ modifiedAt }: Pick<DashboardDraft, 'modifiedAt'>) =>
  modifiedAt === undefined ? {} : { unmodifiedSince: modifiedAt };
