import { WeirError } from '../base/errors.js';
import type { DataPool, S3DataSource } from '../catalog/definitions.js';
import type { Job, SyncWork } from '../catalog/job.js';
import type { S3Table } from '../catalog/s3-source.js';
import type { SyncedFile } from '../catalog/synced-file.js';
import type { NewSyncedFile } from '../catalog/synced-files.js';
import { keyedRequestId } from '../ingest/row-id.js';
import type { S3Object } from '../s3/object-list.js';
import { S3Error } from '../s3/s3-error.js';
import { countRequestStatement, removeRequestStatement } from '../sql/request-rows.js';
import { type JobControl, unlessStopped } from './job-control.js';
import { type JobServices, readCounts, runStatements } from './job-services.js';
import { endPublishing, publishRows, RowsDoNotFit, stageFile } from './load-file.js';
import { withoutValues } from './shown-failure.js';

type Control = JobControl<object, SyncWork>;

/**
 * Loads the files of a table that are new or have changed, one after the other, each into the job's table first. What
 * happened to a file is in the ledger, which is written before and after its records become visible. So a sync that was
 * killed anywhere continues without losing or repeating a record, and so does the next sync if this one never continues.
 */
export async function runSync(services: JobServices, control: Control, pool: DataPool): Promise<void> {
  const { syncedFiles } = services.catalog;
  await settleLedger(services, control.job, pool);
  control.check();
  const { source, table } = await tableOf(services, pool);
  const { signal } = control;
  const found = await services.buckets
    .files(source.settings, table, { signal })
    .catch(unlessStopped(control));
  const files = filesToLoad(found, await syncedFiles.current(pool.id), control.job);
  for (const [index, object] of files.entries()) {
    await control.progress(index / files.length);
    await loadFile(services, control, { pool, source, table, object });
    await count(services, control);
  }
  await count(services, control);
  const failure = await syncedFiles.firstFailure(control.job.id);
  if (failure)
    throw new WeirError(
      'BAD_REQUEST',
      `${control.tally?.failedFiles} of ${(control.tally?.files ?? 0) + (control.tally?.failedFiles ?? 0)} files could not be loaded, first "${failure.path}": ${failure.error}`,
    );
}

interface FileOfSync {
  readonly pool: DataPool;
  readonly source: S3DataSource;
  readonly table: S3Table;
  readonly object: S3Object;
}

/** Without those whose content was loaded, or could not be, unless everything has to be loaded again. */
function filesToLoad(
  found: readonly S3Object[],
  ledger: readonly SyncedFile[],
  { id, work }: Job<SyncWork>,
): readonly S3Object[] {
  const done = new Set(
    ledger
      .filter(({ status, syncId }) => status !== 'REPLACING' && (!work.isResync || syncId === id))
      .map(({ path, etag }) => `${etag} ${path}`),
  );
  return found.filter(({ etag, key }) => !done.has(`${etag} ${key}`));
}

async function loadFile(services: JobServices, control: Control, file: FileOfSync): Promise<void> {
  const { catalog, files, buckets } = services;
  const { pool, source, table, object } = file;
  const { id: syncId, environmentId } = control.job;
  const entry: NewSyncedFile = {
    dataPoolId: pool.id,
    syncId,
    requestId: keyedRequestId(pool.id, syncId, `${object.etag} ${object.key}`),
    path: object.key,
    etag: object.etag,
    sizeBytes: object.sizeBytes,
  };
  const { signal } = control;
  const storedAs = buckets.newName();
  const staging = { environmentId, jobId: syncId };
  let rows: number;
  try {
    const stored = await buckets.download(source.settings, table, object, storedAs, signal);
    const load = { pool, table: staging, file: stored, requestId: entry.requestId };
    const watch = { signal, onProgress: async () => control.check() };
    ({ rows } = await stageFile(services, load, watch));
  } catch (error) {
    control.check();
    if (error instanceof S3Error && error.problem === 'changed') {
      const isSame = await buckets.isListed(source.settings, object, signal).catch(unlessStopped(control));
      // Otherwise the next sync finds what is there then.
      if (isSame) await catalog.syncedFiles.failed(entry, servedOtherwise);
      return;
    }
    if (!isOfFile(error)) throw error;
    const { message } = withoutValues(pool, error) as WeirError;
    return await catalog.syncedFiles.failed(entry, message);
  } finally {
    await files.remove(storedAs);
  }
  control.check();
  await catalog.syncedFiles.publishing(entry, rows);
  await publishRows(services, { pool, table: staging }, rows, false);
  await finishFile(services, pool, entry);
}

const servedOtherwise =
  'The endpoint does not send the object as it lists it: the ETag or the size differs, or it is not found';

/** Whether another file can still be loaded, and this one not before it changes. */
function isOfFile(error: unknown): error is WeirError {
  if (error instanceof S3Error) return error.problem === 'object';
  if (!(error instanceof WeirError) || error instanceof RowsDoNotFit) return false;
  return ['BAD_REQUEST', 'QUERY_FAILED', 'CONFLICT'].includes(error.code);
}

/** The records of the file are visible. Those of its earlier version have to go. */
async function finishFile(services: JobServices, pool: DataPool, file: NewSyncedFile): Promise<void> {
  const { syncedFiles } = services.catalog;
  await syncedFiles.loaded(file);
  await endPublishing(services, pool);
  const current = await syncedFiles.versions(pool.id, file.path);
  for (const version of current)
    if (version.status === 'REPLACING') await removeVersion(services, pool, version);
}

async function removeVersion(services: JobServices, pool: DataPool, version: SyncedFile): Promise<void> {
  await runStatements(services.engine, [removeRequestStatement(pool, version.requestId)]);
  await services.catalog.syncedFiles.replaced(version);
}

/** Completes what this sync, or an earlier one that will not continue, left unfinished. */
async function settleLedger(services: JobServices, job: Job, pool: DataPool): Promise<void> {
  for (const file of await services.catalog.syncedFiles.current(pool.id)) {
    if (file.status === 'PUBLISHING' && file.syncId === job.id) {
      await publishAgain(services, job, pool, file);
      await finishFile(services, pool, file);
    } else if (file.status === 'PUBLISHING') await settleAbandoned(services, pool, file);
    else if (file.status === 'REPLACING') await removeVersion(services, pool, file);
  }
}

/** The job's table has what was about to become visible, because nothing else is loaded before that is settled. */
async function publishAgain(
  services: JobServices,
  { environmentId, id: jobId }: Job,
  pool: DataPool,
  { recordCount }: SyncedFile,
): Promise<void> {
  await publishRows(services, { pool, table: { environmentId, jobId } }, recordCount ?? 0, true);
}

/**
 * A sync ends, perhaps in the middle of publishing. While merges are still held, no record of the file has replaced another one, so
 * taking back a part of them brings back what was there before.
 */
export async function settleEndedSync(services: JobServices, job: Job, pool: DataPool): Promise<void> {
  for (const file of await services.catalog.syncedFiles.current(pool.id))
    if (file.status === 'PUBLISHING' && file.syncId === job.id) await settleAbandoned(services, pool, file);
}

/** The job that loaded it has ended, or ends now. All or none of the records are kept. */
async function settleAbandoned(services: JobServices, pool: DataPool, file: SyncedFile): Promise<void> {
  const [visible = 0] = await readCounts(services.engine, countRequestStatement(pool, file.requestId));
  if (visible > 0 && visible === file.recordCount) return await finishFile(services, pool, file);
  if (visible > 0) await runStatements(services.engine, [removeRequestStatement(pool, file.requestId)]);
  await services.catalog.syncedFiles.forget(file);
}

/** Before anyone can read after a crash: completes what the job was publishing. */
export async function publishLeftOfSync(services: JobServices, job: Job, pool: DataPool): Promise<void> {
  for (const file of await services.catalog.syncedFiles.current(pool.id))
    if (file.status === 'PUBLISHING' && file.syncId === job.id) await publishAgain(services, job, pool, file);
}

async function count({ catalog }: JobServices, control: Control): Promise<void> {
  const { records, ...totals } = await catalog.syncedFiles.totals(control.job.id);
  await control.keep({}, { affected: records, ...totals });
}

async function tableOf({ catalog }: JobServices, { environmentId, id, dataSourceId, uniqueName }: DataPool) {
  const syncing = await catalog.syncings.find(id);
  const source = await catalog.dataSources.findById(environmentId, dataSourceId);
  const table = source?.type === 'S3' && source.settings.tables.find(({ name }) => name === syncing?.table);
  if (!table)
    throw new WeirError(
      'CONFLICT',
      `Data Source "${source?.uniqueName}" has no table "${syncing?.table}" any more, which Data Pool "${uniqueName}" is filled from`,
    );
  return { source, table };
}
