import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../base/clock.js';
import { FileStore } from '../base/file-store.js';
import { stalenessMaxMsDefault } from '../catalog/catalog.js';
import type { DataPool } from '../catalog/definitions.js';
import { Boosters } from '../jobs/boosters.js';
import { JobRunner } from '../jobs/job-runner.js';
import { defaultJobLimits, type JobServices } from '../jobs/job-services.js';
import { Jobs } from '../jobs/jobs.js';
import { layoutSchedule } from '../jobs/layout-schedule.js';
import { S3Sources } from '../jobs/s3-sources.js';
import type { Schedule } from '../jobs/schedule.js';
import { syncSchedule } from '../jobs/sync-schedule.js';
import type { Provision } from '../provision/data-sources.js';
import { Quarantine } from '../quarantine/quarantine.js';
import type { S3Client } from '../s3/s3-client.js';
import { SourceBuckets } from '../s3/source-buckets.js';
import type { BuiltIntake } from './build-intake.js';
import type { Queries } from './build-queries.js';
import type { Stores } from './open-stores.js';
import type { StageContext } from './stage-context.js';

export interface BuiltJobs {
  readonly jobs: Jobs;
  readonly boosters: Boosters;
  readonly quarantine: Quarantine;
  readonly s3Sources: S3Sources;
  readonly runner: JobRunner;
  /** What creates jobs by itself, when the service listens. */
  readonly schedules: readonly Schedule[];
  readonly files: FileStore;
  readonly buckets: SourceBuckets;
}

/** Removes the downloads that an earlier process left, because jobs and requests may download from now on. */
export async function buildJobs(
  { config, log, onStop }: StageContext,
  { nodeId, versions, catalog, sealedTexts, damage }: Stores,
  { pipeline, engine, inserts, replay }: BuiltIntake,
  provision: Provision,
  { query: { parsers }, bans }: Queries,
): Promise<BuiltJobs> {
  const files = new FileStore(join(config.dataDirectory, 'files'));
  let loadedClient: Promise<S3Client> | undefined;
  const client = () => {
    loadedClient ??= loadS3Client(config.allowPrivateEndpoints);
    return loadedClient;
  };
  onStop(async () => (await loadedClient)?.close());
  const buckets = new SourceBuckets({ client, sealedTexts, files });
  await buckets.removeLeft();
  const services: JobServices = {
    catalog,
    engine,
    parsers,
    bans,
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
    replay,
    files,
    buckets,
    queryTimeoutMs: config.queryTimeoutMs,
    limits: defaultJobLimits,
  };
  const runner = new JobRunner({ ...services, nodeId });
  const options = {
    ...services,
    cluster: config.engine.cluster,
    isOnlyNode: config.databaseUrl === undefined,
    isDamaged: (pool: DataPool) => damage.of(pool) !== null,
    readsFiles: config.engine.url === undefined,
    wake: () => runner.wake(),
    checkCancelled: (jobId: string) => runner.checkCancelled(jobId),
  };
  const jobs = new Jobs(options);
  const syncs = syncSchedule({ syncings: catalog.syncings, log, wake: options.wake });
  return {
    s3Sources: new S3Sources({ ...options, provision, syncsDue: () => syncs.look() }),
    schedules: [syncs, ...(config.autoRebuild ? [layoutSchedule({ ...options, jobs })] : [])],
    jobs,
    boosters: new Boosters(options),
    quarantine: new Quarantine(options),
    runner,
    files,
    buckets,
  };
}

/** Only when it is needed: most services use no object storage, and its HTTP client takes long to load. */
async function loadS3Client(allowPrivateEndpoints: boolean): Promise<S3Client> {
  const { S3Client } = await import('../s3/s3-client.js');
  return new S3Client({ allowPrivateEndpoints });
}
