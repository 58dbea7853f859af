import type { Clock } from '../base/clock.js';
import { newId } from '../base/ids.js';
import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import { type SyncedFile, type SyncedFileStatus, toSyncedFile } from './synced-file.js';

export type NewSyncedFile = Pick<
  SyncedFile,
  'dataPoolId' | 'syncId' | 'requestId' | 'path' | 'etag' | 'sizeBytes'
>;

export interface SyncTotals {
  readonly files: number;
  readonly failedFiles: number;
  readonly records: number;
  readonly bytes: number;
}

/**
 * The ledger of files. A row is written before the records of its file become visible, so that what happened can be found
 * out after a crash. Nothing caches it.
 */
export class SyncedFileStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** All versions that matter to the next sync. */
  async current(dataPoolId: string): Promise<readonly SyncedFile[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('synced_file')
        .selectAll()
        .where('data_pool_id', '=', dataPoolId)
        .where('status', '!=', 'REPLACED')
        .execute(),
    );
    return rows.map(toSyncedFile);
  }

  /** All versions of a file that matter to the next sync. */
  async versions(dataPoolId: string, path: string): Promise<readonly SyncedFile[]> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('synced_file')
        .selectAll()
        .where('data_pool_id', '=', dataPoolId)
        .where('path', '=', path)
        .where('status', '!=', 'REPLACED')
        .execute(),
    );
    return rows.map(toSyncedFile);
  }

  /** Called before the records become visible. */
  async publishing(file: NewSyncedFile, recordCount: number): Promise<void> {
    await this.#database.append((trx) => this.#insert(trx, file, 'PUBLISHING', { recordCount, error: null }));
  }

  /** Its records are visible: those of earlier versions have to go. */
  async loaded({
    dataPoolId,
    requestId,
    path,
  }: Pick<NewSyncedFile, 'dataPoolId' | 'requestId' | 'path'>): Promise<void> {
    await this.#database.append(async (trx) => {
      const others = (from: SyncedFileStatus, to: SyncedFileStatus) =>
        trx
          .updateTable('synced_file')
          .set({ status: to })
          .where('data_pool_id', '=', dataPoolId)
          .where('path', '=', path)
          .where('request_id', '!=', requestId)
          .where('status', '=', from)
          .execute();
      await others('LOADED', 'REPLACING');
      await others('FAILED', 'REPLACED');
      await setStatus(trx, dataPoolId, requestId, 'LOADED');
    });
  }

  /** It could not be loaded. An earlier version stays. */
  async failed(file: NewSyncedFile, error: string): Promise<void> {
    await this.#database.append(async (trx) => {
      await trx
        .deleteFrom('synced_file')
        .where('data_pool_id', '=', file.dataPoolId)
        .where('path', '=', file.path)
        .where('status', '=', 'FAILED')
        .where('sync_id', '=', file.syncId)
        .execute();
      await trx
        .updateTable('synced_file')
        .set({ status: 'REPLACED' })
        .where('data_pool_id', '=', file.dataPoolId)
        .where('path', '=', file.path)
        .where('status', '=', 'FAILED')
        .execute();
      await this.#insert(trx, file, 'FAILED', { recordCount: null, error });
    });
  }

  async replaced({ dataPoolId, requestId }: Pick<SyncedFile, 'dataPoolId' | 'requestId'>): Promise<void> {
    await this.#database.append((trx) => setStatus(trx, dataPoolId, requestId, 'REPLACED'));
  }

  /** Its records never became visible. */
  async forget({ dataPoolId, requestId }: Pick<SyncedFile, 'dataPoolId' | 'requestId'>): Promise<void> {
    await this.#database.append(async (trx) => {
      await trx
        .deleteFrom('synced_file')
        .where('data_pool_id', '=', dataPoolId)
        .where('request_id', '=', requestId)
        .execute();
    });
  }

  async totals(syncId: string): Promise<SyncTotals> {
    const rows = await this.#database.read((db) =>
      db
        .selectFrom('synced_file')
        .select((eb) => [
          'status',
          eb.fn.countAll<number>().as('files'),
          eb.fn.sum<number | null>('record_count').as('records'),
          eb.fn.sum<number | null>('size_bytes').as('bytes'),
        ])
        .where('sync_id', '=', syncId)
        .where('status', '!=', 'PUBLISHING')
        .groupBy('status')
        .execute(),
    );
    const failed = rows.find(({ status }) => status === 'FAILED');
    const loaded = rows.filter((row) => row !== failed);
    const sum = (field: 'files' | 'records' | 'bytes') =>
      loaded.reduce((total, row) => total + Number(row[field] ?? 0), 0);
    return {
      files: sum('files'),
      failedFiles: Number(failed?.files ?? 0),
      records: sum('records'),
      bytes: sum('bytes'),
    };
  }

  /** The file that failed first. */
  async firstFailure(syncId: string): Promise<SyncedFile | undefined> {
    const row = await this.#database.read((db) =>
      db
        .selectFrom('synced_file')
        .selectAll()
        .where('sync_id', '=', syncId)
        .where('status', '=', 'FAILED')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst(),
    );
    return row && toSyncedFile(row);
  }

  async list(syncId: string, request: PageRequest): Promise<Page<SyncedFile>> {
    const page = await this.#database.read((db) =>
      readPage('syncedFile', db.selectFrom('synced_file').selectAll().where('sync_id', '=', syncId), request),
    );
    return mapPage(page, toSyncedFile);
  }

  async #insert(
    trx: CatalogWriter,
    file: NewSyncedFile,
    status: SyncedFileStatus,
    { recordCount, error }: Pick<SyncedFile, 'recordCount' | 'error'>,
  ): Promise<void> {
    const row = {
      id: newId('syncedFile'),
      data_pool_id: file.dataPoolId,
      sync_id: file.syncId,
      request_id: file.requestId,
      path: file.path,
      etag: file.etag,
      size_bytes: file.sizeBytes,
      status,
      record_count: recordCount,
      error,
      ended_at: this.#clock.now(),
    };
    await trx.insertInto('synced_file').values(row).execute();
  }
}

async function setStatus(
  trx: CatalogWriter,
  dataPoolId: string,
  requestId: string,
  status: SyncedFileStatus,
): Promise<void> {
  await trx
    .updateTable('synced_file')
    .set({ status })
    .where('data_pool_id', '=', dataPoolId)
    .where('request_id', '=', requestId)
    .execute();
}
