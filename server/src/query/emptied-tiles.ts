import { type Principal, shareOwner } from '../base/principal.js';
import type { Scope } from '../base/scope.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Dashboard, TileDefinition } from '../catalog/dashboard.js';
import type { DataPool } from '../catalog/definitions.js';
import { pageSizeMax } from '../catalog/page.js';
import { parseText } from '../sql/compiler/parse-statement.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';

/** The tiles of dashboards that read some Data Pools, by those Data Pools, to tell whose tiles a change would empty. */

export interface QueryTile {
  readonly id: string;
  /** Any one of them is enough to run its query. */
  readonly scopes: readonly Scope[];
  /** Those of the Data Pools in question that it reads. */
  readonly dataPoolIds: readonly string[];
}

export interface DashboardTiles {
  readonly dashboardId: string;
  readonly tiles: readonly QueryTile[];
}

/** How many dashboards, or share links, have no data at all any more, and how many have some tiles without. */
export interface EmptiedCounts {
  readonly wholly: number;
  readonly partly: number;
}

/** Who looks at tiles: with which scopes, and which of the Data Pools they can read before and after the change. */
export interface TileReader {
  readonly scopes: readonly Scope[];
  readonly before: (dataPoolId: string) => boolean;
  readonly after: (dataPoolId: string) => boolean;
}

interface FindOptions {
  readonly catalog: Catalog;
  readonly parsers: SqlParsers;
}

const dashboardsMax = 200;
/** Each is parsed. Only those whose text has the name of a Data Pool count. */
const statementsMax = 200;

const metricScopes: readonly Scope[] = ['metric:query', 'admin'];
const sqlScopes: readonly Scope[] = ['data_pool:query', 'admin'];

/** The newest dashboards that have such tiles. Not complete if there are more dashboards or statements than are looked at. */
export async function dashboardsReading(
  options: FindOptions,
  principal: Principal,
  pools: readonly DataPool[],
): Promise<{ readonly dashboards: readonly DashboardTiles[]; readonly isComplete: boolean }> {
  const { items, isComplete } = await newestDashboards(options.catalog, principal.environmentId);
  const found: DashboardTiles[] = [];
  let statements = 0;
  for (const { id, tiles } of items) {
    const read: QueryTile[] = [];
    for (const tile of tiles) {
      const text = tile.sql?.query.toLowerCase();
      const named = text === undefined ? [] : pools.filter((pool) => isIn(text, pool));
      if (named.length > 0) statements += 1;
      if (tile.metric || (tile.sql && statements <= statementsMax))
        read.push(await queryTile(options, principal, pools, tile, named));
    }
    if (read.some(({ dataPoolIds }) => dataPoolIds.length > 0)) found.push({ dashboardId: id, tiles: read });
  }
  return { dashboards: found, isComplete: isComplete && statements <= statementsMax };
}

/** Of the dashboards that the reader may see, or of one tile of each. */
export function emptiedOf(
  shown: readonly { readonly tiles: readonly QueryTile[] }[],
  { scopes, before, after }: TileReader,
): EmptiedCounts {
  const counts = { wholly: 0, partly: 0 };
  for (const { tiles } of shown) {
    const readable = tiles.filter(
      (tile) => tile.scopes.some((scope) => scopes.includes(scope)) && tile.dataPoolIds.every(before),
    );
    const left = readable.filter(({ dataPoolIds }) => dataPoolIds.every(after));
    if (left.length === readable.length) continue;
    if (left.length === 0) counts.wholly += 1;
    else counts.partly += 1;
  }
  return counts;
}

async function newestDashboards(catalog: Catalog, environmentId: string) {
  const items: Dashboard[] = [];
  for (let after: string | undefined; items.length < dashboardsMax; after = items.at(-1)?.id) {
    const page = await catalog.dashboards.list(environmentId, { first: pageSizeMax, after });
    items.push(...page.items);
    if (!page.hasNextPage) return { items, isComplete: true };
  }
  return { items, isComplete: false };
}

const isIn = (text: string, { id, uniqueName }: DataPool) =>
  text.includes(id.toLowerCase()) || text.includes(uniqueName.toLowerCase().replaceAll('"', '""'));

async function queryTile(
  { catalog, parsers }: FindOptions,
  principal: Principal,
  pools: readonly DataPool[],
  { id, metric, sql }: TileDefinition,
  named: readonly DataPool[],
): Promise<QueryTile> {
  if (metric) {
    const { dataPoolId } = (await catalog.cached.metricById(principal.environmentId, metric.metricId)) ?? {};
    return {
      id,
      scopes: metricScopes,
      dataPoolIds: pools.flatMap((pool) => (pool.id === dataPoolId ? [pool.id] : [])),
    };
  }
  if (!sql || named.length === 0) return { id, scopes: sqlScopes, dataPoolIds: [] };
  const owner = shareOwner(principal);
  const { tableNames } = await parseText(parsers, sql.query, sql.dialect ?? undefined, owner);
  const names = new Set(tableNames.map(({ name }) => name));
  const read = named.filter((pool) => names.has(pool.id) || names.has(pool.uniqueName));
  return { id, scopes: sqlScopes, dataPoolIds: read.map((pool) => pool.id) };
}
