import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import { badInput, type ErrorCode, notFound, WeirError } from '../base/errors.js';
import { fileNameOf } from '../base/file-name.js';
import type { FileStore } from '../base/file-store.js';
import { newUlid } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { isOwner, ownershipOf, type Principal, shareOwner } from '../base/principal.js';
import type { Catalog } from '../catalog/catalog.js';
import type { ExportJob, ObjectDestination } from '../catalog/export-job.js';
import type { JobError } from '../catalog/job.js';
import type { Page, PageRequest } from '../catalog/page.js';
import type { ExportInput } from '../query/export-file.js';
import { planExport } from '../query/export-plan.js';
import { fileTypes } from '../query/file-types.js';
import { checkLink, type ExportLink, signLink } from './export-link.js';
import { exportRights } from './export-rights.js';
import { ExportTurns } from './export-turns.js';
import { creatorOf, inputOf, type RunExportServices, runExport } from './run-export.js';

export interface ExportJobsOptions extends RunExportServices {
  readonly catalog: Catalog;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: string;
}

/** A file that a link leads to. */
export interface LinkedFile {
  readonly storedAs: string;
  readonly fileName: string;
  readonly mediaType: string;
}

/** Jobs at the same time on one node. Exports that are streamed have the other places of the engine. */
const placesMax = 2;
/** How long a job may keep its place while others wait for it. */
const turnMs = 600_000;
const keptFreeBytes = 512 * 1024 * 1024;
/** How long a file can be downloaded, and an ended job is listed. */
const keptMs = 24 * 3_600_000;
/** How long one link works. */
const linkMs = 3_600_000;
const lookMs = 60_000;
const progressMs = 1_000;
/** How long a job waits for an unavailable engine, or for exports that are streamed, before it fails. */
const waitMsMax = 3_600_000;
const waitsFor: readonly ErrorCode[] = ['UNAVAILABLE', 'RATE_LIMITED'];
const retryMs = 1_000;
const refusals: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'];

/**
 * Exports that are written to files in the background. A job runs on the node that created it, which has its file. After a
 * restart it begins again: nobody has seen a part of its file.
 */
export class ExportJobs {
  readonly #options: ExportJobsOptions;
  readonly #turns = new ExportTurns({ placesMax, turnMs });
  /** Jobs that run or wait for a place. */
  readonly #begun = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopping = false;

  constructor(options: ExportJobsOptions) {
    this.#options = options;
  }

  /** Validates everything before the job is created, so that most errors show at once. */
  async create(
    caller: Principal,
    input: ExportInput,
    destination: ObjectDestination | null,
  ): Promise<ExportJob> {
    const { catalog, query, nodeId } = this.#options;
    const { environmentId, tier, policyValues, scopes } = caller;
    if (destination) await this.#checkDestination(environmentId, destination);
    const { subject } = await planExport(query, { principal: caller, signal: undefined }, input.source);
    const job = await catalog.exportJobs.create({
      environmentId,
      ...ownershipOf(caller),
      request: { input, caller: { tier, policyValues, scopes: [...scopes] } },
      fileName: fileNameOf(subject, fileTypes[input.format].extension),
      destination,
      nodeId,
    });
    this.#wake();
    return job;
  }

  async find(caller: Principal, id: string): Promise<ExportJob> {
    const job = await this.#options.catalog.exportJobs.findById(caller.environmentId, id);
    if (!job || !isVisible(caller, job)) throw notFound('Export job', id);
    return job;
  }

  async list(caller: Principal, page: PageRequest): Promise<Page<ExportJob>> {
    const owner = caller.scopes.has('admin') ? undefined : ownershipOf(caller);
    return await this.#options.catalog.exportJobs.list(caller.environmentId, owner, page);
  }

  /** Stops it if it is running, and deletes its file. */
  async delete(caller: Principal, id: string): Promise<void> {
    const job = await this.find(caller, id);
    await this.#options.catalog.exportJobs.delete(job.environmentId, id);
    const begun = this.#begun.get(id);
    begun?.stop.abort();
    await begun?.done;
    await this.#options.files.remove(id);
  }

  /** A link to the file, for those who could have exported it themselves; null while there is none. */
  async link(caller: Principal, job: ExportJob): Promise<ExportLink | null> {
    const { catalog, clock } = this.#options;
    if (!isOwner(caller, job) || job.status !== 'SUCCEEDED' || job.destination || job.expiresAt === null)
      return null;
    if (!(await this.#hasSameRights(caller, job))) return null;
    const secret = await catalog.serviceSecrets.obtain('export_link');
    return signLink(secret, job.id, Math.min(clock.now() + linkMs, job.expiresAt));
  }

  /** Access policies may have been changed or unassigned since, and Data Pools deleted. */
  async #hasSameRights(caller: Principal, job: ExportJob): Promise<boolean> {
    try {
      const rights = await exportRights(this.#options.query, caller, inputOf(job));
      return job.request.rights === undefined || job.request.rights === rights;
    } catch (error) {
      if (error instanceof WeirError && refusals.includes(error.code)) return false;
      throw error;
    }
  }

  /** The file that a link leads to. */
  async follow(link: ExportLink): Promise<LinkedFile> {
    const { catalog, clock, nodeId } = this.#options;
    const secret = await catalog.serviceSecrets.obtain('export_link');
    const state = checkLink(secret, link, clock.now());
    if (state === 'forged') throw new WeirError('FORBIDDEN', 'The link is not valid: its signature is wrong');
    if (state === 'expired')
      throw new WeirError('FORBIDDEN', 'The link has expired; query exportJob again for a new one');
    const job = await catalog.exportJobs.findByLink(link.jobId);
    if (job?.status !== 'SUCCEEDED' || job.destination) throw notFound('The file of export job', link.jobId);
    if (job.nodeId !== nodeId)
      throw new WeirError(
        'NOT_FOUND',
        `The file of export job ${link.jobId} is on another node, which wrote it; export to S3 where several nodes run`,
      );
    const { mediaType } = fileTypes[inputOf(job).format];
    return { storedAs: job.id, fileName: job.fileName, mediaType };
  }

  /** Begins with what an earlier process left. */
  start(): void {
    const look = () => {
      void this.#sweep();
      // Also for jobs that were not found while the catalog was unavailable.
      this.#wake();
    };
    this.#timer = setInterval(look, lookMs);
    this.#timer.unref();
    look();
  }

  /** Leaves running jobs to the next process. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    await this.#looking;
    for (const { stop } of this.#begun.values()) stop.abort();
    await Promise.all([...this.#begun.values()].map(({ done }) => done));
  }

  async #checkDestination(environmentId: string, { dataSourceId, key }: ObjectDestination): Promise<void> {
    const source = await this.#options.catalog.dataSources.findById(environmentId, dataSourceId);
    if (!source) throw notFound('Data Source', dataSourceId);
    if (source.type !== 'S3')
      throw badInput('s3.dataSource', `"${source.uniqueName}" is not an S3 Data Source`);
    checkKey(key);
  }

  #wake(): void {
    this.#lookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  async #look(): Promise<void> {
    const { catalog, nodeId, log } = this.#options;
    try {
      while (this.#lookAgain && !this.#stopping) {
        this.#lookAgain = false;
        const open = await catalog.exportJobs.openOf(nodeId);
        for (const job of open) if (!this.#begun.has(job.id) && !this.#stopping) this.#begin(job);
      }
    } catch (error) {
      log.warn({ err: error }, 'looking for export jobs failed');
    }
  }

  #begin(job: ExportJob): void {
    const stop = new AbortController();
    const done = this.#work(job, stop).finally(() => this.#begun.delete(job.id));
    this.#begun.set(job.id, { stop, done });
  }

  async #work(job: ExportJob, stop: AbortController): Promise<void> {
    const { catalog, clock, files, log } = this.#options;
    const { id } = job;
    try {
      const outcome = await this.#turns
        .run(shareOwner(creatorOf(job)), stop.signal, (signal) => this.#outcome(job, stop, signal))
        .catch((error: unknown) => {
          if (stop.signal.aborted || this.#stopping) return 'left' as const;
          throw error;
        });
      if (outcome === 'gone') return;
      if (outcome === 'left') return await files.remove(id);
      if (outcome.error || job.destination) await files.remove(id);
      await catalog.exportJobs.ended(id, { ...outcome, expiresAt: clock.now() + keptMs });
      log.info({ exportJobId: id, ...outcome }, 'export job ended');
    } catch (error) {
      // It is still open, so it is run again.
      log.warn({ err: error, exportJobId: id }, 'the end of an export job could not be saved');
    }
  }

  /** `gone` when the job has ended or been deleted. Throws when the signal ends its turn, or the job. */
  async #outcome(
    job: ExportJob,
    stop: AbortController,
    signal: AbortSignal,
  ): Promise<{ error: JobError | null; sizeBytes: number } | 'gone'> {
    const { catalog, files, clock, log } = this.#options;
    const giveUpAt = clock.now() + waitMsMax;
    for (;;) {
      const progress = this.#reporter(job, stop);
      try {
        const rights = await exportRights(this.#options.query, creatorOf(job), inputOf(job));
        if (!(await catalog.exportJobs.started(job.id, { ...job.request, rights }))) return 'gone';
        const options = { signal, keptFreeBytes, onBytes: progress.note };
        const sizeBytes = await runExport(this.#options, job, files.pathOf(job.id), options);
        return { error: null, sizeBytes };
      } catch (error) {
        if (signal.aborted && !stop.signal.aborted)
          log.info({ exportJobId: job.id }, 'export job leaves its place to others and begins again later');
        if (signal.aborted || this.#stopping) throw error;
        const failure = this.#asJobError(job, error);
        if (!waitsFor.includes(failure.code) || clock.now() > giveUpAt)
          return { error: failure, sizeBytes: progress.written() };
        log.warn(
          { err: error, exportJobId: job.id },
          'export job waits for the engine, the catalog or other exports',
        );
        await delay(retryMs, undefined, { signal });
      }
    }
  }

  /** Saves how much is written, now and then, and notices when the job has been deleted. */
  #reporter(job: ExportJob, stop: AbortController) {
    const { catalog, clock } = this.#options;
    let bytes = 0;
    let savedAt = 0;
    return {
      written: () => bytes,
      note: (written: number) => {
        bytes = written;
        const now = clock.now();
        if (now - savedAt < progressMs) return;
        savedAt = now;
        catalog.exportJobs.progressed(job.id, bytes).then(
          (isThere) => {
            if (!isThere) stop.abort();
          },
          () => undefined,
        );
      },
    };
  }

  #asJobError(job: ExportJob, error: unknown): JobError {
    if (error instanceof WeirError) return { code: error.code, message: error.message };
    const errorId = newUlid();
    this.#options.log.error({ err: error, errorId, exportJobId: job.id }, 'export job failed unexpectedly');
    return {
      code: 'INTERNAL',
      message: `An unexpected error occurred; the log has the details under ${errorId}`,
    };
  }

  /** Deletes expired jobs, and files without a job. */
  async #sweep(): Promise<void> {
    const { catalog, files, nodeId, log } = this.#options;
    try {
      await catalog.exportJobs.deleteExpired();
      // The files first: a job that is created meanwhile has no file yet.
      const names = await files.names();
      const known = await catalog.exportJobs.idsOf(nodeId);
      for (const name of names) if (!known.has(name)) await files.remove(name);
    } catch (error) {
      log.warn({ err: error }, 'deleting expired export jobs failed; the next attempt is in a minute');
    }
  }
}

const isVisible = (caller: Principal, job: ExportJob) => caller.scopes.has('admin') || isOwner(caller, job);

const keyBytesMax = 1_024;

function checkKey(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes === 0 || bytes > keyBytesMax) throw badInput('s3.key', `a key has 1 to ${keyBytesMax} bytes`);
  if (
    key.startsWith('/') ||
    key.endsWith('/') ||
    key.split('/').some((part) => part === '.' || part === '..')
  )
    throw badInput('s3.key', 'a key has no slash at its start or end, and no part called "." or ".."');
}
