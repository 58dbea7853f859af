import { setTimeout as delay } from 'node:timers/promises';
import { WeirError } from '../base/errors.js';
import { newUlid } from '../base/ids.js';
import type { DataPool } from '../catalog/definitions.js';
import type { Job, JobError } from '../catalog/job.js';
import type { JobClaim } from '../catalog/job-claims.js';
import { dropJobTable, jobTablesStatement, toJobTable } from '../sql/job-table.js';
import { JobControl, JobStopped } from './job-control.js';
import { type JobServices, readRows } from './job-services.js';
import { endPublishing } from './load-file.js';
import { publishLeftRows } from './publish-left.js';
import { settleEndedSync } from './run-sync.js';
import { runWork } from './run-work.js';

/** Most jobs that one node runs at a time, on different Data Pools. The engine changes records part by part. */
const jobsRunningMax = 2;
/** How soon a job that another node created or released is found. */
const pollEveryMs = 2_000;
/** How long a job waits for an unavailable engine or catalog before it fails. */
const unavailableMsMax = 3_600_000;
const awayRetryMs = 1_000;
/** A single statement may take longer than a shutdown should; then the engine ends it. */
const stopMsMax = 5_000;

export interface JobRunnerOptions extends JobServices {
  readonly nodeId: string;
}

/**
 * Runs jobs in the order of their creation, resumes those that a node left behind, and records how each ended. Everything
 * that a job needs to resume is in the catalog and in the engine.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<string, { control: JobControl; done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | undefined;
  #fillAgain = false;
  #stopping = false;
  /** No job runs before the cleanup has ended, which could release its claim or drop its table. */
  #isReady = false;
  #starting: Promise<void> = Promise.resolve();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Starts to run jobs. Never fails: failed steps are retried later. */
  start(): Promise<void> {
    this.#starting = this.#takeUp();
    return this.#starting;
  }

  /** Call before anything reads. */
  async publishLeftRows(): Promise<void> {
    await publishLeftRows(this.#options);
  }

  async #takeUp(): Promise<void> {
    const { catalog, nodeId, log } = this.#options;
    try {
      // An earlier process of this node may have died during a job, so its lease can be released now.
      await catalog.jobClaims.release(nodeId);
      await this.#dropLeftTables();
    } catch (error) {
      log.warn({ err: error }, 'cleanup after earlier jobs failed; the next start retries it');
    }
    if (this.#stopping) return;
    this.#isReady = true;
    this.#timer = setInterval(() => this.wake(), pollEveryMs);
    this.wake();
  }

  /** Checks for new jobs now. */
  wake(): void {
    if (!this.#isReady) return;
    this.#fillAgain = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
  }

  /** Makes a job on this node check now whether it was cancelled. */
  checkCancelled(jobId: string): void {
    // If this fails, the heartbeat retries it.
    this.#running
      .get(jobId)
      ?.control.refresh()
      .catch(() => undefined);
  }

  /** Releases all jobs. They continue when a node starts. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#starting;
    clearInterval(this.#timer);
    await this.#filling;
    for (const { control } of this.#running.values()) control.stop('stopping');
    const left = Promise.all([...this.#running.values()].map(({ done }) => done));
    const late = new AbortController();
    await Promise.race([left, delay(stopMsMax, undefined, { signal: late.signal })]);
    late.abort();
    await this.#options.catalog.jobClaims.release(this.#options.nodeId);
  }

  async #fill(): Promise<void> {
    const { catalog, nodeId, log } = this.#options;
    try {
      while (this.#fillAgain && !this.#stopping) {
        this.#fillAgain = false;
        while (this.#running.size < jobsRunningMax && !this.#stopping) {
          const claim = await catalog.jobClaims.next(nodeId, JobControl.leaseMs);
          if (!claim) break;
          this.#run(claim);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'looking for jobs failed');
    }
  }

  #run(claim: JobClaim): void {
    const control = new JobControl(this.#options.catalog.jobClaims, claim);
    const done = this.#work(claim, control).finally(() => {
      control.close();
      this.#running.delete(claim.job.id);
      this.wake();
    });
    this.#running.set(claim.job.id, { control, done });
  }

  async #work(claim: JobClaim, control: JobControl): Promise<void> {
    const { catalog, log } = this.#options;
    const { id: jobId, dataPoolId } = claim.job;
    log.info({ jobId, dataPoolId }, 'job started');
    const error = await this.#outcome(control);
    try {
      if (error === 'left') return await this.#cleanUpIfGone(claim);
      await this.#cleanUpOnceAvailable(claim, control);
      const ended = await catalog.jobClaims.end(claim, { error, tally: control.tally });
      if (ended) log.info({ jobId, dataPoolId, tally: control.tally, error }, 'job ended');
    } catch (failure) {
      // Its lease expires, and the next node that claims it finds it done.
      log.warn({ err: failure, jobId }, 'the end of a job could not be saved');
    }
  }

  /** Null on success; `left` when another node has the job, or will continue it. */
  async #outcome(control: JobControl): Promise<JobError | null | 'left'> {
    const { log } = this.#options;
    for (let unavailableSince: number | undefined; ; ) {
      try {
        await runWork(this.#options, control);
        return null;
      } catch (error) {
        if (error instanceof JobStopped) return this.#stoppedOutcome(error, control);
        if (!(error instanceof WeirError)) {
          const errorId = newUlid();
          log.error({ err: error, errorId, jobId: control.job.id }, 'job failed unexpectedly');
          return {
            code: 'INTERNAL',
            message: `An unexpected error occurred; the log has the details under ${errorId}`,
          };
        }
        const failedAt = performance.now();
        // Progress since then means that they were available again, so the outage counts from now.
        if (unavailableSince === undefined || control.movedAt > unavailableSince) unavailableSince = failedAt;
        if (error.code !== 'UNAVAILABLE' || failedAt - unavailableSince > unavailableMsMax)
          return { code: error.code, message: error.message };
        log.warn({ err: error, jobId: control.job.id }, 'job waits for the engine or the catalog');
        await delay(awayRetryMs, undefined, { signal: control.signal }).catch(() => undefined);
      }
    }
  }

  #stoppedOutcome({ reason }: JobStopped, { tally, job }: JobControl): JobError | 'left' {
    if (reason === 'cancelled' && (job.work.kind === 'REBUILD' || job.work.kind === 'LOAD'))
      return { code: 'QUERY_CANCELLED', message: 'The job was cancelled. The table is unchanged.' };
    if (reason === 'cancelled') {
      const done = tally ? `, ${tally.affected} records,` : '';
      return {
        code: 'QUERY_CANCELLED',
        message: `The job was cancelled. Changes made before that${done} are kept.`,
      };
    }
    if (reason === 'deleting') return { code: 'CONFLICT', message: 'The Data Pool is being deleted' };
    return 'left';
  }

  /** The engine may just be starting again, perhaps because of this very job. */
  async #cleanUpOnceAvailable(claim: JobClaim, control: JobControl): Promise<void> {
    for (;;) {
      try {
        return await this.#cleanUp(claim);
      } catch (error) {
        const isAway = error instanceof WeirError && error.code === 'UNAVAILABLE';
        if (!isAway || control.stopped === 'stopping' || control.stopped === 'lost') throw error;
        await delay(awayRetryMs);
      }
    }
  }

  async #cleanUp({ job }: JobClaim): Promise<void> {
    const { engine, files, catalog } = this.#options;
    const found = await catalog.dataPools.findById(job.environmentId, job.dataPoolId);
    const pool = found?.status === 'LIVE' ? found : undefined;
    if (pool && job.work.kind === 'SYNC') await this.#settleSync(job, pool);
    await engine.command(dropJobTable({ environmentId: job.environmentId, jobId: job.id }));
    if (pool && (job.work.kind === 'LOAD' || job.work.kind === 'SYNC'))
      await endPublishing(this.#options, pool);
    if (job.work.kind === 'LOAD') await files.remove(job.work.file.storedAs);
  }

  async #settleSync(job: Job, pool: DataPool): Promise<void> {
    try {
      await settleEndedSync(this.#options, job, pool);
    } catch (error) {
      if (error instanceof WeirError && error.code === 'UNAVAILABLE') throw error;
      // The pool must not wait for it.
      this.#options.log.warn(
        { err: error, jobId: job.id },
        'a file is left unfinished; the next sync tries again',
      );
    }
  }

  /** When a job was deleted with its Data Pool, nothing else would clean up after it. */
  async #cleanUpIfGone(claim: JobClaim): Promise<void> {
    const { id } = claim.job;
    const underWay = await this.#options.catalog.jobClaims.underWay([id]);
    if (!underWay.has(id)) await this.#cleanUp(claim);
  }

  /** Drops tables of jobs that ended, or were deleted with their Data Pool, while no node could clean up. */
  async #dropLeftTables(): Promise<void> {
    const { engine, catalog } = this.#options;
    const tables = (await readRows(engine, jobTablesStatement)).flatMap(
      ([database, name]) => toJobTable(database, name) ?? [],
    );
    const underWay = await catalog.jobClaims.underWay(tables.map(({ jobId }) => jobId));
    for (const table of tables) if (!underWay.has(table.jobId)) await engine.command(dropJobTable(table));
  }
}
