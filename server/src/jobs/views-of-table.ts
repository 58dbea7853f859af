import type { DataPool } from '../catalog/definitions.js';
import type { LoadedView } from '../catalog/materialized-views.js';
import type { Engine } from '../engine/engine.js';
import type { JobTable } from '../sql/job-table.js';
import { tableIdentityStatement } from '../sql/rebuilt-table.js';
import { keepBlockNumbers, nextBlockStatement, partitionBlocksStatement } from '../sql/view-position.js';
import { type JobServices, readRows } from './job-services.js';

/** The materialized views that read the table that a rebuild replaces, or add rows to it. */
type Services = Pick<JobServices, 'catalog'>;

/** Whether a view is about to remove its rows from the table. Such removals are refused while a rebuild is open. */
export async function viewsRemoveRows({ catalog }: Services, pool: DataPool): Promise<boolean> {
  const views = await catalog.materializedViews.using(pool.id);
  return views.some(({ view, state }) => view.destinationDataPoolId === pool.id && state.restarts);
}

/** Whether the views have read the table up to this block; without one, all of it, and no step has begun. */
export async function viewsHaveRead(
  { catalog }: Services,
  engine: Engine,
  pool: DataPool,
  block = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const views = await catalog.materializedViews.using(pool.id);
  if (block === Number.POSITIVE_INFINITY && views.some(({ state }) => state.pending)) return false;
  for (const loaded of views) if (!(await hasRead(engine, pool, loaded, block))) return false;
  return true;
}

async function hasRead(
  engine: Engine,
  pool: DataPool,
  { view, state }: LoadedView,
  block: number,
): Promise<boolean> {
  if (view.sourceDataPoolId !== pool.id) return true;
  if (state.restarts || state.history) return false;
  // Its position is still that in the table before the last rebuild.
  if (state.moved?.table === (await identityOf(engine, pool))) return false;
  if (state.after >= block) return true;
  return (await readRows(engine, nextBlockStatement(pool, state.after, 1))).length === 0;
}

/** Gives the views their positions in the table that replaces the one they read. False if one of them is in a step. */
export async function moveViews(
  { catalog }: Services,
  engine: Engine,
  pool: DataPool,
  table: JobTable,
): Promise<boolean> {
  const views = await catalog.materializedViews.using(pool.id);
  if (views.length === 0) return true;
  const replacing = { environmentId: table.environmentId, id: table.jobId };
  if (views.some(({ view }) => view.sourceDataPoolId === pool.id))
    await engine.command(keepBlockNumbers(replacing));
  const partitions = await readRows(engine, partitionBlocksStatement(replacing));
  const after = Math.max(0, ...partitions.map(([, , block]) => Number(block)));
  const identity = await identityOf(engine, replacing);
  return await catalog.materializedViews.move(pool.id, { table: identity, after });
}

/** The identity of a table; empty if there is none. */
export async function identityOf(
  engine: Engine,
  table: Pick<DataPool, 'environmentId' | 'id'>,
): Promise<string> {
  const [row] = await readRows(engine, tableIdentityStatement(table));
  return String(row?.[0] ?? '');
}
