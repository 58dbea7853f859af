import type { Clock } from '../base/clock.js';
import { badRequest, conflict, notFound, unavailable, WeirError } from '../base/errors.js';
import type { FileStore } from '../base/file-store.js';
import { isId, newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { isOwner, ownershipOf, type Principal } from '../base/principal.js';
import type { Job } from '../catalog/job.js';
import { ContentHash } from './content-hash.js';
import type { UploadType } from './file-type.js';
import { hasEnded } from './job-end.js';
import type { LoadJobs } from './load-jobs.js';
import { type ArrivingFile, checkDeclared, digestBody, digestFile, receiveFile } from './receive-file.js';
import { UploadFiles, type UploadRecord } from './upload-files.js';

export interface UploadLimits {
  readonly fileBytesMax: number;
  /** How long to wait for more of a body. */
  readonly idleMsMax: number;
  /** Bodies that arrive at the same time. */
  readonly receivingMax: number;
  readonly receivingPerApplicationMax: number;
  /** Uploads that an Application has begun but not completed. */
  readonly openPerApplicationMax: number;
  /** Space that uploads leave free, for the intake and the engine. */
  readonly keptFreeBytes: number;
  /** How long an upload without activity, or the outcome of a complete one, is kept. */
  readonly keptMs: number;
}

export interface UploadsOptions {
  /** For the records of uploads. */
  readonly directory: string;
  /** For their data. */
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly loads: LoadJobs;
  readonly limits: UploadLimits;
}

export interface NewUpload extends UploadType {
  readonly dataPoolId: string;
  readonly name: string | undefined;
  readonly keyDigest: string | null;
  readonly length: number | undefined;
  readonly isResumable: boolean;
}

export interface UploadBody {
  readonly stream: ArrivingFile;
  readonly bytesDeclared: number | undefined;
  /** Where in the file the body begins. */
  readonly offset: number;
  /** Whether the file ends with the body. */
  readonly isLast: boolean;
}

const sweepEveryMs = 3_600_000;
const retryAfterSeconds = 5;

interface Receiving {
  readonly applicationId: string;
  readonly stop: AbortController;
  readonly done: Promise<unknown>;
}

/**
 * Files on their way into a Data Pool. The size of a file on disk is what has arrived of it, so an upload continues there
 * after any failure, also of this process. A complete file becomes a job, once: the record is marked complete first, and
 * the job is looked for by its file before another one is created.
 */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #files: UploadFiles;
  readonly #records = new Map<string, UploadRecord>();
  readonly #receiving = new Map<string, Receiving>();
  /** Of uploads with a key that are not complete. */
  readonly #hashes = new Map<string, ContentHash>();
  readonly #finishing = new Map<string, Promise<Job>>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#files = new UploadFiles(options.directory, options.files);
  }

  /** Takes up the uploads of an earlier process, and deletes those that nobody can continue. */
  async open(): Promise<void> {
    for (const record of this.#files.records()) this.#records.set(record.id, record);
    for (const record of this.#records.values()) {
      if (!record.isComplete && !record.isResumable) this.#forget(record);
      else if (record.isComplete && record.jobId === null) await this.#findJob(record);
    }
    await this.sweep();
    this.#timer = setInterval(() => void this.sweep(), sweepEveryMs);
    this.#timer.unref();
  }

  /** Ends all transfers; those that are resumable can continue after the next start. */
  async close(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const left = [...this.#receiving.values()];
    for (const { stop } of left) stop.abort(stopping());
    await Promise.allSettled(left.map(({ done }) => done));
  }

  /**
   * A new upload, or the one that has the same key. Refused before anything of it is read. Nothing is awaited between the
   * search for the key and the new record, so that requests at the same time find each other.
   */
  async begin(
    caller: Principal,
    upload: NewUpload,
    bytesDeclared: number | undefined,
  ): Promise<UploadRecord> {
    const { clock, limits } = this.#options;
    const known = this.#sameKey(caller, upload, bytesDeclared);
    if (known && !(await this.#hasFailed(known))) return known;
    if (known) {
      // A failed file is corrected and sent again under the same key.
      this.#forget(known);
      return await this.begin(caller, upload, bytesDeclared);
    }
    const id = newId('upload');
    checkDeclared(
      { path: this.#files.path(id), bytesMax: limits.fileBytesMax, keptFreeBytes: limits.keptFreeBytes },
      upload.length ?? bytesDeclared ?? 0,
    );
    this.#refuseTooMany(caller);
    const { dataPoolId, format, compression, keyDigest, isResumable } = upload;
    return this.#save({
      id,
      environmentId: caller.environmentId,
      ...ownershipOf(caller),
      dataPoolId,
      name: upload.name ?? null,
      format,
      compression,
      keyDigest,
      length: upload.length ?? null,
      isResumable,
      isComplete: false,
      jobId: null,
      createdAt: clock.now(),
    });
  }

  find(caller: Principal, id: string): UploadRecord {
    const record = this.#records.get(id);
    if (!record || !isOwner(caller, record)) throw notFound('Upload', id);
    return record;
  }

  /** What has arrived. A transfer that is under way is ended first: its client has lost the connection, and asks. */
  async offset(record: UploadRecord): Promise<number> {
    await this.#stop(record, conflict('Another request continues this upload'));
    return this.#bytes(this.#records.get(record.id) ?? record);
  }

  /**
   * Appends a body at an offset, and marks the upload complete if it is the last. When it fails, a resumable upload keeps
   * what has arrived, and any other is deleted.
   */
  async receive({ id }: UploadRecord, { stream, bytesDeclared, offset, isLast }: UploadBody): Promise<void> {
    const { limits } = this.#options;
    const record = this.#records.get(id);
    if (!record) throw notFound('Upload', id);
    if (record.isComplete) throw conflict('The upload is complete');
    if (this.#receiving.has(id)) throw conflict('Another request continues this upload');
    const bytes = this.#bytes(record);
    if (offset !== bytes) throw conflict(`Upload-Offset is ${offset}, but ${bytes} bytes have arrived`);
    const hash = this.#hashOf(record, bytes);
    try {
      await this.#receiveBody(record, async (signal) => {
        await receiveFile(stream, {
          ...limits,
          path: this.#files.path(id),
          bytesMax: (record.length ?? limits.fileBytesMax) - bytes,
          bytesDeclared,
          hash,
          signal,
        });
        if (isLast) this.#complete(record, await this.#digestOf(record, hash, signal));
      });
    } catch (error) {
      if (!record.isResumable) this.#forget(record);
      throw error;
    }
  }

  /** Reads a whole file that is sent under the key of a complete upload. Throws unless it is the same. */
  async compare({ applicationId, length, contentDigest }: UploadRecord, stream: ArrivingFile): Promise<void> {
    const { fileBytesMax, idleMsMax } = this.#options.limits;
    if (contentDigest === undefined) return;
    const bytesMax = length ?? fileBytesMax;
    await this.#receiveBody({ id: newId('upload'), applicationId }, async (signal) => {
      const digest = await digestBody(stream, { bytesMax, idleMsMax, signal });
      if (digest !== contentDigest) throw usedWithAnother('file');
    });
  }

  async #receiveBody(
    { id, applicationId }: Pick<UploadRecord, 'id' | 'applicationId'>,
    receive: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.#stopping) throw stopping();
    this.#refuseTooManyBodies(applicationId);
    const stop = new AbortController();
    const done = receive(stop.signal);
    this.#receiving.set(id, { applicationId, stop, done });
    try {
      await done;
    } finally {
      this.#receiving.delete(id);
    }
  }

  /** What arrived before a restart was hashed by another process, so all of it is read again. */
  async #digestOf(
    { id, keyDigest }: UploadRecord,
    hash: ContentHash | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (keyDigest === null) return undefined;
    return hash?.digest() ?? (await digestFile(this.#files.path(id), signal));
  }

  /** Undefined where nothing is compared, and when what has arrived was not hashed by this process. */
  #hashOf({ id, keyDigest }: UploadRecord, bytes: number): ContentHash | undefined {
    if (keyDigest === null) return undefined;
    const hash = bytes === 0 ? new ContentHash() : this.#hashes.get(id);
    if (hash?.bytes !== bytes) return undefined;
    this.#hashes.set(id, hash);
    return hash;
  }

  /** The job of a complete upload, created if there is none. */
  async finish(caller: Principal, { id }: UploadRecord): Promise<Job> {
    const running = this.#finishing.get(id);
    if (running) return await running;
    const finishing = this.#finish(caller, id).finally(() => this.#finishing.delete(id));
    this.#finishing.set(id, finishing);
    return await finishing;
  }

  /** Deletes an upload that is not complete. */
  async cancel(record: UploadRecord): Promise<void> {
    await this.#stop(record, conflict('The upload was cancelled'));
    const { isComplete, jobId } = this.#records.get(record.id) ?? record;
    if (isComplete)
      throw conflict(`The upload is complete${jobId === null ? '' : `; cancel job ${jobId} instead`}`);
    this.#forget(record);
  }

  /** Deletes uploads that nobody has continued for long enough, and files that belong to nothing. */
  async sweep(): Promise<void> {
    const { clock, limits, log } = this.#options;
    for (const record of [...this.#records.values()]) {
      const { id, createdAt, completedAt = createdAt, jobId } = record;
      const usedAt = Math.max(completedAt, this.#files.data(id).changedAt);
      if (this.#receiving.has(id) || this.#finishing.has(id) || usedAt + limits.keptMs > clock.now())
        continue;
      try {
        if (!(await this.#isNeeded(record))) this.#forget(record);
        if (jobId === null) log.info({ uploadId: id }, 'an upload that was not continued has expired');
      } catch (error) {
        log.warn({ err: error, uploadId: id }, 'an expired upload could not be deleted; it is tried again');
      }
    }
    await this.#sweepFiles().catch((error: unknown) =>
      log.warn({ err: error }, 'looking for files without an upload failed; it is tried again'),
    );
  }

  async #isNeeded({ environmentId, jobId }: UploadRecord): Promise<boolean> {
    const job = jobId === null ? undefined : await this.#options.loads.findById(environmentId, jobId);
    return job !== undefined && !hasEnded(job);
  }

  /** A job that was deleted with its Data Pool before it began has not deleted its file. */
  async #sweepFiles(): Promise<void> {
    const { files, loads } = this.#options;
    const names = await files.names();
    // Before the jobs are listed: a record gives its file to a job, which a list of jobs from before would not have.
    const found = names.filter((name) => isId('upload', name) && !this.#records.has(name));
    if (found.length === 0) return;
    const needed = await loads.openFiles();
    for (const id of found) if (!needed.has(id)) await files.remove(id);
  }

  #sameKey(
    caller: Principal,
    upload: NewUpload,
    bytesDeclared: number | undefined,
  ): UploadRecord | undefined {
    if (upload.keyDigest === null) return undefined;
    const record = [...this.#records.values()].find(
      (known) =>
        isOwner(caller, known) &&
        known.dataPoolId === upload.dataPoolId &&
        known.keyDigest === upload.keyDigest,
    );
    if (!record) return undefined;
    if (record.format !== upload.format || record.compression !== upload.compression)
      throw usedWithAnother('type of file');
    const length = upload.length ?? (upload.isResumable ? undefined : bytesDeclared);
    if (record.length !== null && length !== undefined && record.length !== length)
      throw usedWithAnother('size of file');
    if (record.isComplete) return record;
    if (record.isResumable !== upload.isResumable)
      throw conflict(
        `This idempotency key belongs to upload ${record.id}, which is not complete; continue or delete that`,
      );
    if (!record.isResumable)
      throw unavailable('Another request with this idempotency key is being received', { retryAfterSeconds });
    return record;
  }

  async #hasFailed({ environmentId, jobId }: UploadRecord): Promise<boolean> {
    const job = jobId === null ? undefined : await this.#options.loads.findById(environmentId, jobId);
    return job?.status === 'FAILED' || (jobId !== null && job === undefined);
  }

  async #finish(caller: Principal, id: string): Promise<Job> {
    const { loads } = this.#options;
    const record = this.#records.get(id);
    if (!record) throw notFound('Upload', id);
    const bytes = this.#bytes(record);
    if (!record.isComplete) throw conflict(`The upload is not complete: ${bytes} bytes have arrived`);
    const { environmentId, dataPoolId, name, format, compression, jobId } = record;
    // The job may exist although its creation seemed to fail.
    const found =
      jobId === null
        ? await loads.findByFile(environmentId, dataPoolId, id)
        : await loads.findById(environmentId, jobId);
    if (found) return found;
    const file = { storedAs: id, format, compression, bytes };
    const job = await loads.create(caller, dataPoolId, file, name).catch((error: unknown) => {
      if (!isKept(record)) this.#forget(record);
      throw error;
    });
    if (isKept(record)) this.#save({ ...record, jobId: job.id });
    else this.#release(record);
    return job;
  }

  /** After a crash, the job may exist although the record does not name it. */
  async #findJob(record: UploadRecord): Promise<void> {
    const { id, environmentId, dataPoolId } = record;
    const job = await this.#options.loads.findByFile(environmentId, dataPoolId, id);
    if (job && isKept(record)) this.#save({ ...record, jobId: job.id });
    else if (job) this.#release(record);
    else if (!isKept(record)) this.#forget(record);
  }

  #complete(record: UploadRecord, contentDigest: string | undefined): void {
    const bytes = this.#bytes(record);
    if (record.length !== null && bytes !== record.length)
      throw badRequest(`Upload-Length is ${record.length}, but the file has ${bytes} bytes`);
    const completedAt = this.#options.clock.now();
    this.#save({ ...record, length: bytes, isComplete: true, completedAt, contentDigest });
    this.#hashes.delete(record.id);
  }

  #bytes({ id, length, isComplete }: UploadRecord): number {
    // The job deletes the file.
    return isComplete && length !== null ? length : this.#files.data(id).bytes;
  }

  async #stop({ id }: UploadRecord, reason: Error): Promise<void> {
    const receiving = this.#receiving.get(id);
    receiving?.stop.abort(reason);
    await receiving?.done.catch(() => undefined);
  }

  #refuseTooMany({ applicationId }: Principal): void {
    const { openPerApplicationMax } = this.#options.limits;
    const open = [...this.#records.values()].filter(
      (record) => record.applicationId === applicationId && !record.isComplete,
    );
    if (open.length >= openPerApplicationMax)
      throw new WeirError(
        'RATE_LIMITED',
        `This Application has ${openPerApplicationMax} uploads that are not complete, which is the limit; complete or delete one`,
        { retryAfterSeconds },
      );
  }

  #refuseTooManyBodies(applicationId: string): void {
    const { receivingMax, receivingPerApplicationMax } = this.#options.limits;
    const own = [...this.#receiving.values()].filter((other) => other.applicationId === applicationId);
    if (own.length < receivingPerApplicationMax && this.#receiving.size < receivingMax) return;
    throw own.length >= receivingPerApplicationMax
      ? new WeirError(
          'RATE_LIMITED',
          `This Application uploads ${receivingPerApplicationMax} files at the same time, which is the limit`,
          { retryAfterSeconds },
        )
      : unavailable(`${receivingMax} files are being uploaded, which is the limit`, { retryAfterSeconds });
  }

  #save(record: UploadRecord): UploadRecord {
    this.#files.save(record);
    this.#records.set(record.id, record);
    return record;
  }

  /** Leaves the file to its job. */
  #release({ id }: Pick<UploadRecord, 'id'>): void {
    this.#records.delete(id);
    this.#files.removeRecord(id);
  }

  #forget({ id }: Pick<UploadRecord, 'id'>): void {
    this.#records.delete(id);
    this.#hashes.delete(id);
    this.#files.remove(id);
  }
}

/** Whether its client can ask for it again. */
const isKept = ({ isResumable, keyDigest }: UploadRecord) => isResumable || keyDigest !== null;

const usedWithAnother = (what: string) =>
  conflict(`This idempotency key was already used with a different ${what}`);

const stopping = () => unavailable('The service is stopping; continue shortly');
