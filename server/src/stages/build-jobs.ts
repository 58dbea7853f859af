import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../base/clock.js';
import { stalenessMaxMsDefault } from '../catalog/catalog.js';
import { Boosters } from '../jobs/boosters.js';
import { JobRunner } from '../jobs/job-runner.js';
import { defaultJobLimits, type JobServices } from '../jobs/job-services.js';
import { Jobs } from '../jobs/jobs.js';
import type { SqlParsers } from '../sql/compiler/parsers.js';
import type { BuiltIntake } from './build-intake.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

export interface BuiltJobs {
  readonly jobs: Jobs;
  readonly boosters: Boosters;
  readonly runner: JobRunner;
}

export function buildJobs(
  { config, log }: StageContext,
  { nodeId, versions, catalog }: Stores,
  { pipeline, engine, inserts }: BuiltIntake,
  parsers: SqlParsers,
): BuiltJobs {
  const services: JobServices = {
    catalog,
    engine,
    parsers,
    clock: systemClock,
    log,
    changed: (dataPoolId) => versions.bump(dataPoolId),
    intakeSettled: async (by) => {
      await pipeline.settled();
      // This node does not know what other nodes are doing, only how long it may take them.
      if (by === 'all nodes' && config.databaseUrl)
        await delay(stalenessMaxMsDefault + config.intake.commitMsMax);
    },
    insertsHeld: (dataPoolId, work) => inserts.holdInserts(dataPoolId, work),
    queryTimeoutMs: config.queryTimeoutMs,
    limits: defaultJobLimits,
  };
  const runner = new JobRunner({ ...services, nodeId });
  const options = {
    ...services,
    cluster: config.engine.cluster,
    isOnlyNode: config.databaseUrl === undefined,
    wake: () => runner.wake(),
    checkCancelled: (jobId: string) => runner.checkCancelled(jobId),
  };
  return { jobs: new Jobs(options), boosters: new Boosters(options), runner };
}
