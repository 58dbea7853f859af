import { conflict, notFound } from '../base/errors.js';
import type { JobControl } from './job-control.js';
import type { JobServices } from './job-services.js';
import { type AddColumnState, runAddColumn } from './run-add-column.js';
import { runBuildBooster, runDropBooster } from './run-booster.js';
import { type DeletionState, runDeletion } from './run-deletion.js';
import { type LoadState, runLoad } from './run-load.js';
import { type RebuildState, runRebuild } from './run-rebuild.js';
import { type ReplayState, runReplay } from './run-replay.js';
import { runSync } from './run-sync.js';
import { runUpdate, type UpdateState } from './run-update.js';
import { withoutValues } from './shown-failure.js';

/** Runs a job from where it was left. The type of its state depends on its kind. */
export async function runWork(services: JobServices, control: JobControl): Promise<void> {
  const { environmentId, dataPoolId, work } = control.job;
  // These check by themselves: from some point on they cannot be cancelled.
  if (work.kind !== 'REBUILD' && work.kind !== 'LOAD' && work.kind !== 'SYNC') control.check();
  const pool = await services.catalog.dataPools.findById(environmentId, dataPoolId);
  if (!pool) throw notFound('Data Pool', dataPoolId);
  if (pool.status !== 'LIVE') throw conflict(`Data Pool "${pool.uniqueName}" is ${pool.status}`);
  try {
    switch (work.kind) {
      case 'DELETION':
        return await runDeletion(services, control as JobControl<DeletionState, typeof work>, pool);
      case 'UPDATE':
        return await runUpdate(services, control as JobControl<UpdateState, typeof work>, pool);
      case 'ADD_COLUMN':
        return await runAddColumn(services, control as JobControl<AddColumnState, typeof work>, pool);
      case 'REBUILD':
        return await runRebuild(services, control as JobControl<RebuildState, typeof work>, pool);
      case 'REPLAY':
        return await runReplay(services, control as JobControl<ReplayState, typeof work>, pool);
      case 'LOAD':
        return await runLoad(services, control as JobControl<LoadState, typeof work>, pool);
      case 'SYNC':
        return await runSync(services, control as JobControl<object, typeof work>, pool);
      case 'BUILD_BOOSTER':
        return await runBuildBooster(services, control as JobControl<object, typeof work>, pool);
      case 'DROP_BOOSTER':
        return await runDropBooster(services, control as JobControl<object, typeof work>, pool);
    }
  } catch (error) {
    throw withoutValues(pool, error);
  }
}
