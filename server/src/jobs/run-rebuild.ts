import { setTimeout as delay } from 'node:timers/promises';
import { badInput, conflict, WeirError } from '../base/errors.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';
import type { Engine } from '../engine/engine.js';
import { withKeys } from '../provision/data-pool-definition.js';
import { addProjection } from '../sql/booster-projection.js';
import { countRowsStatement, dropJobTable, type JobTable } from '../sql/job-table.js';
import {
  createRebuiltTable,
  distinctValuesStatement,
  exchangeTables,
  sameRecordsStatement,
  spaceStatement,
} from '../sql/rebuilt-table.js';
import { type CopyState, copyParts, lastBlock, uncopiedRows } from './copy-parts.js';
import { dictionaryColumns, textColumns } from './dictionary-columns.js';
import type { JobControl } from './job-control.js';
import { isQuiet, type JobServices, readCounts, runStatements } from './job-services.js';
import { projectionOf } from './run-booster.js';
import { partitionsMax } from './suggested-rebuild.js';
import { identityOf, moveViews, viewsHaveRead, viewsRemoveRows } from './views-of-table.js';

export interface RebuildState extends CopyState {
  /** The identity of the new table, once it exists. */
  readonly newTable: string;
}

type Control = JobControl<RebuildState, Extract<JobWork, { kind: 'REBUILD' }>>;

/** Inserts wait for as long as it takes to copy this many rows. */
const heldRowsMax = 100_000;
/** With more records, only their number is compared: reading all ids would make inserts and queries wait for seconds. */
const comparedIdsMax = 100_000_000;
/** How often the tables are compared before the job gives up. Records that expire at that moment can make them differ. */
const comparisonsMax = 5;
const pollMs = 50;
const viewPollMs = 250;
/**
 * How long inserts wait for statements that still run on the table and for the materialized views that read it, and as long
 * again for merges, which end soon when nothing is inserted.
 */
const quietMsMax = 5_000;

/**
 * Copies the records into a table with the best layout, part by part, while events arrive. For the last of them, inserts wait:
 * then the tables are compared and exchange their names, which is one step of the engine. Until then the Data Pool's
 * table is not touched; after it, the job's table is the old one, which is dropped like that of any job.
 */
export async function runRebuild(services: JobServices, control: Control, current: DataPool): Promise<void> {
  const { engine } = services;
  const { id: jobId, environmentId, work } = control.job;
  const table = { environmentId, jobId };
  const pool = { ...current, tableSettings: withKeys(current, work), rowIdInSortKey: true };
  // An earlier attempt may still be copying, or exchanging the tables.
  while (!(await isQuiet(engine, jobId))) await delay(pollMs);
  const { newTable } = control.state;
  if (newTable !== undefined && newTable === (await identityOf(engine, pool)))
    return await saveExchange(services, control, pool);
  control.check();
  if (newTable === undefined || newTable !== (await identityOf(engine, { environmentId, id: jobId })))
    await createTable(services, control, pool);
  await checkSpace(services, pool, table);
  await copyAndExchange(services, control, pool);
}

async function saveExchange(
  { catalog, changed }: JobServices,
  { job: { environmentId, createdBy } }: Control,
  { id, tableSettings }: DataPool,
): Promise<void> {
  changed(id);
  await catalog.dataPools.setRebuilt(environmentId, id, tableSettings, createdBy);
}

async function createTable(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { engine, parsers, catalog } = services;
  const { id: jobId, environmentId } = control.job;
  const table = { environmentId, jobId };
  while (await viewsRemoveRows(services, pool)) {
    control.check();
    await delay(viewPollMs);
  }
  const texts = textColumns(pool);
  const [rows = 0, partitions = 0, ...distinct] = await readCounts(
    engine,
    distinctValuesStatement(pool, texts),
  );
  if (partitions > partitionsMax)
    throw badInput(
      'partitionBy',
      `the records would be in about ${partitions} partitions, but at most ${partitionsMax} are allowed. Partition by a longer time, such as toYYYYMM, or by fewer columns.`,
    );
  const boosters = await catalog.boosters.ofDataPool(environmentId, pool.id);
  await runStatements(engine, [
    dropJobTable(table),
    ...createRebuiltTable(pool, table, dictionaryColumns(texts, distinct, rows)),
    ...boosters
      .filter(({ status }) => status === 'LIVE')
      .map((booster) => addProjection({ environmentId, id: jobId }, projectionOf(parsers, pool, booster))),
  ]);
  const newTable = await identityOf(engine, { environmentId, id: jobId });
  await control.keep({ newTable, copied: {}, tried: {}, place: null });
}

async function checkSpace({ engine, limits }: JobServices, pool: DataPool, table: JobTable): Promise<void> {
  const [bytes = 0, copiedBytes = 0, freeBytes = 0] = await readCounts(engine, spaceStatement(pool, table));
  const neededBytes = Math.max(bytes - copiedBytes, 0) * limits.rebuildSpaceFactor;
  if (freeBytes < neededBytes)
    throw conflict(
      `Rebuilding Data Pool "${pool.uniqueName}" needs about ${Math.ceil(neededBytes)} bytes of free disk space, but there are ${freeBytes}`,
    );
}

async function copyAndExchange(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { insertsHeld } = services;
  for (let comparisons = 0; comparisons < comparisonsMax; ) {
    await copyMost(services, control, pool);
    await viewsAreNear(services, control, pool);
    const outcome = await insertsHeld(pool.id, (held) => exchangeWhileHeld(services, held, control, pool));
    if (outcome === 'exchanged') return;
    if (outcome === 'different') comparisons += 1;
  }
  throw new WeirError(
    'QUERY_FAILED',
    `The rebuilt table does not have the same records as the table of Data Pool "${pool.uniqueName}", which is unchanged`,
  );
}

/** Until all is copied, or so little is left that inserts can wait for it. A merge can replace a part that is being copied. */
async function copyMost(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { engine } = services;
  while (!(await copyParts(services, engine, control, pool))) {
    if ((await uncopiedRows(engine, control, pool)) <= heldRowsMax) return;
    control.check();
  }
}

/** So that inserts wait only until the views have read the last of them. */
async function viewsAreNear(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { engine } = services;
  const block = await lastBlock(engine, pool);
  while (!(await viewsHaveRead(services, engine, pool, block))) {
    control.check();
    await delay(viewPollMs);
  }
}

/** Whether so much time has passed since this call. */
function late(ms: number): () => boolean {
  const startedAt = performance.now();
  return () => performance.now() - startedAt >= ms;
}

type HeldOutcome = 'exchanged' | 'different' | 'busy';

async function exchangeWhileHeld(
  services: JobServices,
  engine: Engine,
  control: Control,
  pool: DataPool,
): Promise<HeldOutcome> {
  const { id: jobId, environmentId } = control.job;
  const table = { environmentId, jobId };
  // What runs may be an insert that the intake has given up on.
  const isReady = async () =>
    (await isQuiet(engine, pool.id)) && (await viewsHaveRead(services, engine, pool));
  const isQuietLate = late(quietMsMax);
  while (!(await isReady())) {
    if (isQuietLate()) return 'busy';
    await delay(pollMs);
  }
  if ((await uncopiedRows(engine, control, pool)) > heldRowsMax) return 'busy';
  const isCopyLate = late(quietMsMax);
  while (!(await copyParts(services, engine, control, pool))) if (isCopyLate()) return 'busy';
  const [rows = 0] = await readCounts(engine, countRowsStatement(table));
  const [isSame = 0] = await readCounts(engine, sameRecordsStatement(pool, table, rows <= comparedIdsMax));
  if (isSame !== 1) return 'different';
  control.count({ affected: rows });
  await control.refresh();
  control.check();
  if (!(await moveViews(services, engine, pool, table))) return 'busy';
  await engine.command(exchangeTables(pool, table)).catch(async (error: unknown) => {
    await whenSurelyQuiet(engine, jobId);
    throw error;
  });
  await saveExchange(services, control, pool);
  return 'exchanged';
}

/** After an exchange with an unknown outcome: it must not happen when inserts have gone on. */
async function whenSurelyQuiet(engine: Engine, table: string): Promise<void> {
  while (!(await isQuiet(engine, table).catch(() => false))) await delay(pollMs, undefined, { ref: false });
}
