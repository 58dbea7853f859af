import type { Clock } from '../base/clock.js';
import { conflict, notFound } from '../base/errors.js';
import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import { insertDataPool, mustHaveDataPool, type NewDataPool } from './data-pool-rows.js';
import type { DataPool } from './definitions.js';
import { type Job, type SyncWork, toJob } from './job.js';
import { insertJob, openJob } from './jobs.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import { type SyncInterval, syncIntervals } from './sync-interval.js';
import type { SyncingRow } from './tables.js';

/** How a Data Pool loads files. */
export interface Syncing {
  readonly dataPoolId: string;
  /** Of its Data Source. */
  readonly table: string;
  readonly interval: SyncInterval;
  readonly enabled: boolean;
}

const toSyncing = (row: SyncingRow): Syncing => ({
  dataPoolId: row.data_pool_id,
  table: row.table_name,
  interval: row.interval as SyncInterval,
  enabled: row.enabled === 1,
});

const intervalOf = ({ interval }: SyncingRow) => syncIntervals[interval as SyncInterval];

/** Most ended syncs of a Data Pool that are listed; older ones are deleted. */
export const endedSyncsMax = 500;
/** How many syncs that are due start in one transaction. */
const dueMax = 100;
const scheduler = 'system';
const syncPattern = '{"kind":"SYNC"%';

/** The Data Pools that load files, and their syncs, which are jobs. Nothing caches them. */
export class SyncingStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates a Data Pool that is filled from a table of an existing Data Source. Its first sync is due immediately. */
  async createDataPool(
    { environmentId, dataSourceId }: { readonly environmentId: string; readonly dataSourceId: string },
    dataPool: NewDataPool,
    { table, interval }: Pick<Syncing, 'table' | 'interval'>,
    by: string,
  ): Promise<DataPool> {
    const now = this.#clock.now();
    return await this.#database.write(async (trx) => {
      const source = await trx
        .selectFrom('data_source')
        .select(['status', 'unique_name'])
        .where('environment_id', '=', environmentId)
        .where('id', '=', dataSourceId)
        .executeTakeFirst();
      if (!source) throw notFound('Data Source', dataSourceId);
      if (source.status === 'DELETING')
        throw conflict(`Data Source "${source.unique_name}" is being deleted`);
      const created = await insertDataPool(trx, { environmentId, dataSourceId, now, by }, dataPool);
      const row = { data_pool_id: created.id, table_name: table, interval, enabled: 1, next_at: now };
      await trx.insertInto('syncing').values(row).execute();
      return created;
    });
  }

  /** Undefined for Data Pools that do not load files. */
  async find(dataPoolId: string): Promise<Syncing | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('syncing').selectAll().where('data_pool_id', '=', dataPoolId).executeTakeFirst(),
    );
    return row && toSyncing(row);
  }

  /** Enabled syncing is due immediately. */
  async setEnabled(environmentId: string, dataPoolId: string, enabled: boolean): Promise<void> {
    await this.#database.append(async (trx) => {
      await mustSync(trx, environmentId, dataPoolId);
      await trx
        .updateTable('syncing')
        .set({ enabled: enabled ? 1 : 0, next_at: this.#clock.now() })
        .where('data_pool_id', '=', dataPoolId)
        .where('enabled', '=', enabled ? 0 : 1)
        .execute();
    });
  }

  /** Starts a sync now. One that is about to start or running is the answer instead, unless all files have to be loaded. */
  async start(environmentId: string, dataPoolId: string, work: SyncWork, by: string): Promise<Job> {
    return await this.#database.append(async (trx) => {
      const pool = await mustSync(trx, environmentId, dataPoolId);
      const open = await openJob(trx, dataPoolId, 'SYNC');
      if (open) {
        const row = await trx
          .selectFrom('job')
          .selectAll()
          .where('id', '=', open.id)
          .executeTakeFirstOrThrow();
        if (!work.isResync) return toJob(row);
        throw conflict(
          `Data Pool "${pool.unique_name}" is being synced; resync it when job ${open.id} has ended, or cancel that job first`,
        );
      }
      return toJob(await insertJob(trx, this.#clock.now(), environmentId, { dataPoolId, work }, by));
    });
  }

  /** Creates the syncs that are due, and answers whether there were any. */
  async startDue(): Promise<boolean> {
    const now = this.#clock.now();
    return await this.#database.append(async (trx) => {
      const due = await trx
        .selectFrom('syncing')
        .innerJoin('data_pool', 'data_pool.id', 'syncing.data_pool_id')
        .selectAll('syncing')
        .select('data_pool.environment_id')
        .where('syncing.enabled', '=', 1)
        .where('syncing.next_at', '<=', now)
        .where('data_pool.status', '=', 'LIVE')
        .orderBy('syncing.next_at')
        .limit(dueMax)
        .execute();
      for (const { environment_id, ...row } of due) {
        // Another node may have just done the same.
        const { numUpdatedRows } = await trx
          .updateTable('syncing')
          .set({ next_at: now + intervalOf(row) })
          .where('data_pool_id', '=', row.data_pool_id)
          .where('next_at', '=', row.next_at)
          .executeTakeFirst();
        const isOpen = await openJob(trx, row.data_pool_id, 'SYNC');
        if (numUpdatedRows !== 1n || isOpen) continue;
        const work: SyncWork = { kind: 'SYNC', isResync: false };
        await insertJob(trx, now, environment_id, { dataPoolId: row.data_pool_id, work }, scheduler);
        await deleteOldSyncs(trx, row.data_pool_id);
      }
      return due.length > 0;
    });
  }

  async listSyncs(environmentId: string, dataPoolId: string, request: PageRequest): Promise<Page<Job>> {
    const page = await this.#database.read((db) =>
      readPage(
        'job',
        db
          .selectFrom('job')
          .selectAll()
          .where('environment_id', '=', environmentId)
          .where('data_pool_id', '=', dataPoolId)
          .where('work', 'like', syncPattern),
        request,
      ),
    );
    return mapPage(page, toJob);
  }

  /** When the last sync ended that loaded all new files; null before the first. */
  async lastSyncedAt(dataPoolId: string): Promise<number | null> {
    const row = await this.#database.read((db) =>
      db
        .selectFrom('job')
        .select('ended_at')
        .where('data_pool_id', '=', dataPoolId)
        .where('work', 'like', syncPattern)
        .where('status', '=', 'SUCCEEDED')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    return row?.ended_at ?? null;
  }
}

async function mustSync(trx: CatalogWriter, environmentId: string, dataPoolId: string) {
  const pool = await mustHaveDataPool(trx, environmentId, dataPoolId);
  const syncing = await trx
    .selectFrom('syncing')
    .select('data_pool_id')
    .where('data_pool_id', '=', dataPoolId)
    .executeTakeFirst();
  if (!syncing)
    throw conflict(`Data Pool "${pool.unique_name}" is not filled from files, so there is nothing to sync`);
  return pool;
}

/** Without the files that they loaded, if those are still the current ones. */
async function deleteOldSyncs(trx: CatalogWriter, dataPoolId: string): Promise<void> {
  const ended = trx
    .selectFrom('job')
    .select('id')
    .where('data_pool_id', '=', dataPoolId)
    .where('work', 'like', syncPattern)
    .where('status', 'in', ['SUCCEEDED', 'FAILED']);
  const oldest = await ended.orderBy('id', 'desc').offset(endedSyncsMax).limit(1).executeTakeFirst();
  if (!oldest) return;
  await trx
    .deleteFrom('synced_file')
    .where('data_pool_id', '=', dataPoolId)
    .where('status', '=', 'REPLACED')
    .where('sync_id', '<=', oldest.id)
    .execute();
  await trx
    .deleteFrom('job')
    .where('id', 'in', ended.where('id', '<=', oldest.id))
    .execute();
}
