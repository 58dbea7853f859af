import { setTimeout as delay } from 'node:timers/promises';
import { WeirError } from '../base/errors.js';
import { newUlid } from '../base/ids.js';
import type { JobError } from '../catalog/job.js';
import type { JobClaim } from '../catalog/job-claims.js';
import { dropJobTable, jobTablesStatement, toJobTable } from '../sql/job-table.js';
import { JobControl, JobStopped } from './job-control.js';
import { type JobServices, readRows } from './job-services.js';
import { runWork } from './run-work.js';

/** Jobs of different Data Pools that one node works on at a time: the engine changes records one part after the other. */
const jobsRunningMax = 2;
/** How soon a job that another node made, or let go of, is found. */
const lookEveryMs = 2_000;
/** While the engine or the catalog is away, a job waits for it; after so long it gives up. */
const awayMsMax = 3_600_000;
const awayRetryMs = 1_000;
/** A single statement may take longer than a stop should: the engine ends it. */
const stopMsMax = 5_000;

export interface JobRunnerOptions extends JobServices {
  readonly nodeId: string;
}

/**
 * Works on the jobs: takes them up in the order of their creation, goes on with those that a node left behind,
 * and writes down how each ended. All that a job needs to go on is in the catalog and in the engine.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<string, { control: JobControl; done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | undefined;
  #fillAgain = false;
  #stopping = false;
  #starting: Promise<void> = Promise.resolve();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Begins to work. Never fails: what cannot be done now is done later. */
  start(): Promise<void> {
    this.#starting = this.#takeUp();
    return this.#starting;
  }

  async #takeUp(): Promise<void> {
    const { catalog, nodeId, log } = this.#options;
    try {
      // An earlier process of this node may have died at work: nobody else needs to wait for its lease.
      await catalog.jobClaims.release(nodeId);
      await this.#dropLeftTables();
    } catch (error) {
      log.warn({ err: error }, 'clearing up after earlier jobs failed; the next start tries again');
    }
    if (this.#stopping) return;
    this.#timer = setInterval(() => this.wake(), lookEveryMs);
    this.wake();
  }

  /** Looks for jobs now. */
  wake(): void {
    this.#fillAgain = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
  }

  /** Has a job that this node works on look now whether it was cancelled. */
  look(jobId: string): void {
    // A failure is the heartbeat's to notice.
    this.#running
      .get(jobId)
      ?.control.look()
      .catch(() => undefined);
  }

  /** Lets go of everything; the jobs go on when a node starts. */
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
    log.info({ jobId, dataPoolId }, 'working on a job');
    const error = await this.#outcome(control);
    try {
      if (error === 'left') return await this.#dropTableIfGone(claim);
      await this.#dropTable(claim);
      const ended = await catalog.jobClaims.end(claim, { error, tally: control.tally });
      if (ended) log.info({ jobId, dataPoolId, tally: control.tally, error }, 'a job ended');
    } catch (failure) {
      // Its lease runs out and the next to take it up finds it done.
      log.warn({ err: failure, jobId }, 'the end of a job could not be written down');
    }
  }

  /** Null for a success; `left` when the job is somebody else's now, or will be. */
  async #outcome(control: JobControl): Promise<JobError | null | 'left'> {
    const { log } = this.#options;
    for (let awaySince: number | undefined; ; ) {
      try {
        await runWork(this.#options, control);
        return null;
      } catch (error) {
        if (error instanceof JobStopped) return this.#stoppedOutcome(error, control);
        if (!(error instanceof WeirError)) {
          const errorId = newUlid();
          log.error({ err: error, errorId, jobId: control.job.id }, 'a job failed unexpectedly');
          return { code: 'INTERNAL', message: `An unexpected fault; the log has it under ${errorId}` };
        }
        const failedAt = performance.now();
        // A job that got on since had them back: it is their being away now that counts.
        if (awaySince === undefined || control.movedAt > awaySince) awaySince = failedAt;
        if (error.code !== 'UNAVAILABLE' || failedAt - awaySince > awayMsMax)
          return { code: error.code, message: error.message };
        log.warn({ err: error, jobId: control.job.id }, 'a job waits for the engine or the catalog');
        await delay(awayRetryMs, undefined, { signal: control.signal }).catch(() => undefined);
      }
    }
  }

  #stoppedOutcome({ reason }: JobStopped, { tally }: JobControl): JobError | 'left' {
    if (reason === 'cancelled') {
      const done = tally ? `, ${tally.affected} records,` : '';
      return {
        code: 'QUERY_CANCELLED',
        message: `The job was cancelled. What it had done${done} stays done.`,
      };
    }
    if (reason === 'deleting') return { code: 'CONFLICT', message: 'The Data Pool is being deleted' };
    return 'left';
  }

  async #dropTable({ job }: JobClaim): Promise<void> {
    await this.#options.engine.command(dropJobTable({ environmentId: job.environmentId, jobId: job.id }));
  }

  /** A job that went with its Data Pool leaves nobody else who would clear up after it. */
  async #dropTableIfGone(claim: JobClaim): Promise<void> {
    const { id } = claim.job;
    const underWay = await this.#options.catalog.jobClaims.underWay([id]);
    if (!underWay.has(id)) await this.#dropTable(claim);
  }

  /** Tables of jobs that ended, or went with their Data Pool, while no node could clear up after them. */
  async #dropLeftTables(): Promise<void> {
    const { engine, catalog } = this.#options;
    const tables = (await readRows(engine, jobTablesStatement)).flatMap(
      ([database, name]) => toJobTable(database, name) ?? [],
    );
    const underWay = await catalog.jobClaims.underWay(tables.map(({ jobId }) => jobId));
    for (const table of tables) if (!underWay.has(table.jobId)) await engine.command(dropJobTable(table));
  }
}
