import { badRequest, notFound, WeirError } from '../base/errors.js';
import type { Booster } from '../catalog/booster.js';
import type { DataPool } from '../catalog/definitions.js';
import type { JobWork } from '../catalog/job.js';
import {
  addProjection,
  countProjectionReads,
  dropProjection,
  materializeProjection,
  type Projection,
  projectionSize,
} from '../sql/booster-projection.js';
import { metricTerm } from '../sql/compiler/metric-term.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import { type JobControl, JobStopped } from './job-control.js';
import { type JobServices, readCounts } from './job-services.js';
import { runMutation } from './run-mutation.js';

type Control = JobControl<object, Extract<JobWork, { kind: 'BUILD_BOOSTER' | 'DROP_BOOSTER' }>>;

/** Every step can be repeated: the engine ignores a projection that is there already. */
export async function runBuildBooster(
  services: JobServices,
  control: Control,
  pool: DataPool,
): Promise<void> {
  const { catalog, engine } = services;
  const { environmentId, work } = control.job;
  const booster = await catalog.boosters.findById(environmentId, work.boosterId);
  if (!booster) throw notFound('Booster', work.boosterId);
  try {
    await build(services, control, pool, booster);
  } catch (error) {
    if (isLeft(error)) throw error;
    // Inserts would go on to fill it.
    await engine.command(dropProjection(pool, booster.id));
    throw error;
  }
  await catalog.boosters.setLive(environmentId, booster.id);
}

/** Whether the job continues later. */
function isLeft(error: unknown): boolean {
  if (error instanceof JobStopped) return error.reason !== 'cancelled';
  return error instanceof WeirError && error.code === 'UNAVAILABLE';
}

async function build(
  { engine, parsers, changed, limits }: JobServices,
  control: Control,
  pool: DataPool,
  booster: Booster,
): Promise<void> {
  const projection = projectionOf(parsers, pool, booster);
  if (control.failure) throw control.failure;
  await engine.command(addProjection(pool, projection));
  const mutation = { ...materializeProjection(pool, booster.id), givesUp: true };
  await runMutation({ engine, changed }, control, pool, mutation, (share) => control.progress(share));
  const [rows = 0, boosterBytes = 0, tableBytes = 0] = await readCounts(
    engine,
    projectionSize(pool, booster.id),
  );
  if (boosterBytes > Math.max(tableBytes, limits.smallBoosterBytes)) throw tooLarge(boosterBytes, tableBytes);
  // The engine does not plan to read anything of an empty table.
  const [reads = 1] = rows === 0 ? [] : await readCounts(engine, countProjectionReads(pool, projection));
  if (reads === 0)
    throw badRequest("The engine cannot find the Metric's expression in a booster. Simplify the expression.");
}

export function projectionOf(parsers: SqlParsers, pool: DataPool, booster: Booster): Projection {
  const column = (name: string) => {
    const found = pool.columns.find((candidate) => candidate.name === name);
    if (!found) throw badRequest(`Data Pool "${pool.uniqueName}" has no column "${name}"`);
    return found;
  };
  return {
    boosterId: booster.id,
    timestamp: column(booster.timestamp),
    dimensions: booster.dimensions.map(column),
    value: metricTerm(parsers, booster.aggregation, pool.columns),
  };
}

function tooLarge(boosterBytes: number, tableBytes: number): WeirError {
  return badRequest(
    `The booster would take ${boosterBytes} bytes, more than the records themselves (${tableBytes} bytes). Choose dimensions with fewer values; a count of distinct values keeps each value.`,
  );
}

export async function runDropBooster(
  { catalog, engine }: JobServices,
  control: Control,
  pool: DataPool,
): Promise<void> {
  const { environmentId, work } = control.job;
  await engine.command(dropProjection(pool, work.boosterId));
  await catalog.boosters.delete(environmentId, work.boosterId);
}
