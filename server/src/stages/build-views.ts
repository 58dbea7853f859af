import { systemClock } from '../base/clock.js';
import type { Config } from '../config.js';
import type { Provision } from '../provision/data-sources.js';
import { MaterializedViews } from '../views/materialized-views.js';
import { ViewFollower } from '../views/view-follower.js';
import type { ViewServices } from '../views/view-services.js';
import type { BuiltIntake } from './build-intake.js';
import type { Queries } from './build-queries.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

export interface BuiltViews {
  readonly views: MaterializedViews;
  /** Undefined where materialized views are not available. */
  readonly follower: ViewFollower | undefined;
}

export function buildViews(
  { config, log }: StageContext,
  { versions, catalog }: Stores,
  { engine, inserts }: BuiltIntake,
  provision: Provision,
  { query: { parsers }, bans }: Queries,
): BuiltViews {
  const services: ViewServices = {
    catalog,
    engine,
    asInsert: (dataPoolId, work) => inserts.asInsert(dataPoolId, work),
    parsers,
    clock: systemClock,
    log,
  };
  const unavailableBecause = reason(config);
  const follower = unavailableBecause === undefined ? new ViewFollower(services) : undefined;
  versions.onChange((dataPoolId) => follower?.changed(dataPoolId));
  const views = new MaterializedViews({
    ...services,
    provision,
    queryTimeoutMs: config.queryTimeoutMs,
    bans,
    unavailableBecause,
    follow: (view) => follower?.follow(view),
  });
  return { views, follower };
}

/** A view follows the writes of this process, and the block numbers of one table. */
function reason({ engine, databaseUrl }: Config): string | undefined {
  if (engine.cluster !== undefined)
    return 'Materialized views are not available on a cluster; they need the embedded engine or a single ClickHouse server';
  if (databaseUrl)
    return 'Materialized views are not available with a catalog in PostgreSQL, which several nodes may share; they need the catalog in SQLite';
  return undefined;
}
