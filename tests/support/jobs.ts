import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ByteBudget } from '../../server/src/base/byte-budget.js';
import { FileStore } from '../../server/src/base/file-store.js';
import { createLog } from '../../server/src/base/log.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Job } from '../../server/src/catalog/job.js';
import type { Engine } from '../../server/src/engine/engine.js';
import { engineError } from '../../server/src/engine/engine-error.js';
import { EventReplay } from '../../server/src/ingest/event-replay.js';
import { GroupCommit } from '../../server/src/ingest/group-commit.js';
import { ReplayTurns } from '../../server/src/ingest/replay-turns.js';
import { RowReader } from '../../server/src/ingest/row-reader.js';
import { Boosters } from '../../server/src/jobs/boosters.js';
import { JobRunner } from '../../server/src/jobs/job-runner.js';
import { defaultJobLimits, type JobServices } from '../../server/src/jobs/job-services.js';
import { Jobs } from '../../server/src/jobs/jobs.js';
import { layoutSchedule } from '../../server/src/jobs/layout-schedule.js';
import { S3Sources } from '../../server/src/jobs/s3-sources.js';
import type { Schedule } from '../../server/src/jobs/schedule.js';
import { Quarantine } from '../../server/src/quarantine/quarantine.js';
import { EngineBans } from '../../server/src/query/engine-bans.js';
import { S3Client } from '../../server/src/s3/s3-client.js';
import { SourceBuckets } from '../../server/src/s3/source-buckets.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read, temporaryDirectory } from './engines.js';
import type { QueryNode } from './query-node.js';

/** Jobs on the real engine, called as functions. */
export interface JobNode {
  readonly jobs: Jobs;
  readonly boosters: Boosters;
  readonly quarantine: Quarantine;
  readonly s3Sources: S3Sources;
  readonly runner: JobRunner;
  readonly buckets: SourceBuckets;
  /** Rebuilds Data Pools of 100,000 to a million records. */
  readonly layouts: Schedule;
  /** The Data Pools reported as changed, in order. */
  readonly changed: string[];
  /** Waits until a job has ended. */
  ended(job: Job): Promise<Job>;
}

const endMsMax = 120_000;
const lookMs = 20;

export function startJobs(
  node: QueryNode,
  { isOnlyNode = true, ...options }: Partial<JobServices> & { isOnlyNode?: boolean } = {},
): JobNode {
  const { catalog, engine, clock } = node;
  const changed: string[] = [];
  const files = new FileStore(join(temporaryDirectory(), 'files'));
  const client = new S3Client({ allowPrivateEndpoints: true });
  const buckets = new SourceBuckets({ client: async () => client, sealedTexts: undefined, files });
  const services: JobServices = {
    catalog,
    engine,
    parsers: node.services.parsers,
    clock,
    log: createLog('silent'),
    changed: (dataPoolId) => changed.push(dataPoolId),
    intakeSettled: async () => undefined,
    insertsHeld: (dataPoolId, work) => engine.holdInserts(dataPoolId, work),
    bans: new EngineBans(clock),
    replay: replayInto(node),
    files,
    buckets,
    queryTimeoutMs: 10_000,
    limits: defaultJobLimits,
    ...options,
  };
  const runner = new JobRunner({ ...services, nodeId: randomUUID() });
  const creating = {
    ...services,
    cluster: undefined,
    isOnlyNode,
    isDamaged: () => false,
    readsFiles: true,
    wake: () => runner.wake(),
    checkCancelled: (jobId: string) => runner.checkCancelled(jobId),
  };
  const jobs = new Jobs(creating);
  const ended = async ({ environmentId, id }: Job): Promise<Job> => {
    for (const started = Date.now(); ; ) {
      const job = await catalog.jobs.findById(environmentId, id);
      if (job && (job.status === 'SUCCEEDED' || job.status === 'FAILED')) return job;
      if (Date.now() - started > endMsMax) throw new Error(`The job is still ${job?.status}`);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  };
  return {
    jobs,
    layouts: layoutSchedule({ ...creating, jobs, records: { min: 100_000, max: 1_000_000 } }),
    boosters: new Boosters(creating),
    quarantine: new Quarantine(creating),
    s3Sources: new S3Sources({ ...creating, provision: node.provision, syncsDue: () => undefined }),
    runner,
    buckets,
    changed,
    ended,
  };
}

type Command = Engine['command'];

/** The engine with another way to run what is not a query. `isOther` is asked for each statement. */
export const withCommands = (engine: Engine, isOther: () => boolean, run: Command): Engine =>
  new Proxy(engine, {
    get: (real, name) => {
      if (name === 'command' && isOther()) return run;
      const member: unknown = Reflect.get(real, name);
      return typeof member === 'function' ? member.bind(real) : member;
    },
  });

/** The engine on a disk that may be full, as far as the rows of files go. */
export const withDisk = (engine: Engine, isFull: () => boolean): Engine =>
  withCommands(engine, isFull, async (statement, timeoutMs) => {
    if (statement.readsFile) throw engineError(243, 'Cannot reserve 1.00 MiB, not enough space');
    await engine.command(statement, timeoutMs);
  });

const nodeId = randomUUID();

/** Stores events again, without the rest of the intake. */
export function replayInto(node: QueryNode): EventReplay {
  const turns = new ReplayTurns({
    store: node.catalog.idempotencyKeys,
    clock: node.clock,
    nodeId,
    leaseMs: 60_000,
  });
  return new EventReplay({ rows: new RowReader(), commits: commitsInto(node), turns, nodeId });
}

export function commitsInto({ engine, clock }: QueryNode): GroupCommit {
  const limits = {
    queueRequestsMax: 10_000,
    groupRowsMax: 100_000,
    groupBytesMax: 32 * 1024 * 1024,
    groupPartitionsMax: 100,
    commitMsMax: 15_000,
  };
  const budget = new ByteBudget(128 * 1024 * 1024, clock);
  return new GroupCommit({ engine, clock, nodeId, budget, limits });
}

/** The records of a Data Pool as queries see them, read directly from the engine. */
export async function recordsOf(
  node: QueryNode,
  pool: DataPool,
  columns: string,
  where = 'true',
): Promise<readonly (readonly unknown[])[]> {
  const final = pool.tableSettings.engine.type === 'MERGE_TREE' ? '' : ' FINAL';
  const { rows } = await read(
    node.engine,
    `SELECT ${columns} FROM ${tableName(pool)}${final} WHERE ${where} ORDER BY ${columns}`,
  );
  return rows;
}
