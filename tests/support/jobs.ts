import { randomUUID } from 'node:crypto';
import { createLog } from '../../server/src/base/log.js';
import type { DataPool } from '../../server/src/catalog/definitions.js';
import type { Job } from '../../server/src/catalog/job.js';
import { Boosters } from '../../server/src/jobs/boosters.js';
import { JobRunner } from '../../server/src/jobs/job-runner.js';
import { defaultJobLimits, type JobServices } from '../../server/src/jobs/job-services.js';
import { Jobs } from '../../server/src/jobs/jobs.js';
import { tableName } from '../../server/src/sql/data-pool-ddl.js';
import { read } from './engines.js';
import type { QueryNode } from './query-node.js';

/** Jobs on the real engine, called as functions. */
export interface JobNode {
  readonly jobs: Jobs;
  readonly boosters: Boosters;
  readonly runner: JobRunner;
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
  const services: JobServices = {
    catalog,
    engine,
    parsers: node.services.parsers,
    clock,
    log: createLog('silent'),
    changed: (dataPoolId) => changed.push(dataPoolId),
    intakeSettled: async () => undefined,
    insertsHeld: (dataPoolId, work) => engine.holdInserts(dataPoolId, work),
    queryTimeoutMs: 10_000,
    limits: defaultJobLimits,
    ...options,
  };
  const runner = new JobRunner({ ...services, nodeId: randomUUID() });
  const creating = {
    ...services,
    cluster: undefined,
    isOnlyNode,
    wake: () => runner.wake(),
    checkCancelled: (jobId: string) => runner.checkCancelled(jobId),
  };
  const ended = async ({ environmentId, id }: Job): Promise<Job> => {
    for (const started = Date.now(); ; ) {
      const job = await catalog.jobs.findById(environmentId, id);
      if (job && (job.status === 'SUCCEEDED' || job.status === 'FAILED')) return job;
      if (Date.now() - started > endMsMax) throw new Error(`The job is still ${job?.status}`);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  };
  return { jobs: new Jobs(creating), boosters: new Boosters(creating), runner, changed, ended };
}

/** The records of a Data Pool as queries see them, read directly from the engine. */
export async function recordsOf(
  node: QueryNode,
  pool: DataPool,
  columns: string,
): Promise<readonly (readonly unknown[])[]> {
  const final = pool.tableSettings.engine.type === 'MERGE_TREE' ? '' : ' FINAL';
  const { rows } = await read(
    node.engine,
    `SELECT ${columns} FROM ${tableName(pool)}${final} ORDER BY ${columns}`,
  );
  return rows;
}
