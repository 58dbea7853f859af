import type { Clock } from '../base/clock.js';
import { conflict } from '../base/errors.js';
import { refuseTurningOff, turnOnAccessControl } from './access-control.js';
import { modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import type { Column } from './column.js';
import {
  dataPoolRows,
  deleteUsersOf,
  mustHaveDataPool,
  refuseWhileUsed,
  toDataPool,
} from './data-pool-rows.js';
import type { DataPool, DataPoolStatus } from './definitions.js';
import { openJob } from './jobs.js';
import { mapPage, type Page, type PageRequest, pageSizeMax, readPage } from './page.js';
import { checkDataPoolStatus } from './status.js';
import type { TableSettings } from './table-settings.js';
import type { DataPoolRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

export interface DataPoolChanges {
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly timestamp?: string | undefined;
  readonly accessControlEnabled?: boolean | undefined;
  readonly dataRetentionInDays?: number | null | undefined;
}

function changed(row: DataPoolRow, changes: DataPoolChanges): DataPoolRow {
  const { description, accessControlEnabled, dataRetentionInDays } = changes;
  return {
    ...row,
    unique_name: changes.uniqueName ?? row.unique_name,
    description: description ?? row.description,
    timestamp_column: changes.timestamp ?? row.timestamp_column,
    access_control_enabled: Number(accessControlEnabled ?? row.access_control_enabled),
    data_retention_in_days:
      dataRetentionInDays === undefined ? row.data_retention_in_days : dataRetentionInDays,
  };
}

/** Data Pools are created with their Data Source, or by the store of what fills them. */
export class DataPoolStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async findById(environmentId: string, id: string): Promise<DataPool | undefined> {
    const row = await this.#database.read((db) =>
      dataPoolRows(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toDataPool(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<DataPool | undefined> {
    const row = await this.#database.read((db) =>
      dataPoolRows(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toDataPool(row);
  }

  async allOfDataSource(environmentId: string, dataSourceId: string): Promise<readonly DataPool[]> {
    const rows = await this.#database.read((db) =>
      dataPoolRows(db, environmentId).where('data_source_id', '=', dataSourceId).execute(),
    );
    return rows.map(toDataPool);
  }

  /** A webhook Data Source has one, until someone deletes that Data Pool separately. */
  async findByDataSource(environmentId: string, dataSourceId: string): Promise<DataPool | undefined> {
    const row = await this.#database.read((db) =>
      dataPoolRows(db, environmentId).where('data_source_id', '=', dataSourceId).executeTakeFirst(),
    );
    return row && toDataPool(row);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<DataPool>> {
    const page = await this.#database.read((db) =>
      readPage('dataPool', dataPoolRows(db, environmentId), request),
    );
    return mapPage(page, toDataPool);
  }

  async listByDataSource(
    environmentId: string,
    dataSourceId: string,
    request: PageRequest,
  ): Promise<Page<DataPool>> {
    const page = await this.#database.read((db) =>
      readPage(
        'dataPool',
        dataPoolRows(db, environmentId).where('data_source_id', '=', dataSourceId),
        request,
      ),
    );
    return mapPage(page, toDataPool);
  }

  /** Across all Environments, oldest first, in bounded batches. Used for recovery when a node starts. */
  async *withStatus(statuses: readonly [DataPoolStatus, ...DataPoolStatus[]]): AsyncGenerator<DataPool> {
    for (let after = ''; ; ) {
      const rows = await this.#database.read((db) =>
        db
          .selectFrom('data_pool')
          .selectAll()
          .where('status', 'in', statuses)
          .where('id', '>', after)
          .orderBy('id')
          .limit(pageSizeMax)
          .execute(),
      );
      for (const row of rows) yield toDataPool(row);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async update(environmentId: string, id: string, changes: DataPoolChanges, by: string): Promise<DataPool> {
    return await this.#change(environmentId, id, by, async (row, trx) => {
      const next = changed(row, changes);
      const expiryChanges =
        next.data_retention_in_days !== row.data_retention_in_days ||
        (next.data_retention_in_days !== null && next.timestamp_column !== row.timestamp_column);
      const rebuild = expiryChanges ? await openJob(trx, id, 'REBUILD') : undefined;
      // Its new table has the expiry that the Data Pool had when it started.
      if (rebuild)
        throw conflict(
          `Data Pool "${row.unique_name}" is being rebuilt; change its retention when job ${rebuild.id} has ended, or cancel that job first`,
        );
      if (next.access_control_enabled > row.access_control_enabled)
        await turnOnAccessControl(trx, row, modifiedColumns(this.#clock.now(), by));
      if (next.access_control_enabled < row.access_control_enabled) await refuseTurningOff(trx, row);
      return next;
    });
  }

  /** Its table was replaced by one with these settings, whose sort key ends with the rows' ids. */
  async setRebuilt(
    environmentId: string,
    id: string,
    tableSettings: TableSettings,
    by: string,
  ): Promise<void> {
    const rebuilt = { table_settings: JSON.stringify(tableSettings), row_id_in_sort_key: 1 };
    await this.#change(environmentId, id, by, (row) => ({ ...row, ...rebuilt }));
  }

  async addColumn(environmentId: string, id: string, column: Column, by: string): Promise<DataPool> {
    return await this.#change(environmentId, id, by, (row) => {
      const columns = toDataPool(row).columns;
      if (columns.some((existing) => existing.name === column.name)) {
        throw conflict(`Data Pool "${row.unique_name}" already has a column "${column.name}"`);
      }
      return { ...row, columns: JSON.stringify([...columns, column]) };
    });
  }

  /** DELETING is refused while Metrics or access policies use the Data Pool; once set, no new ones can. */
  async setStatus(
    environmentId: string,
    id: string,
    status: DataPoolStatus,
    reason: string | null = null,
  ): Promise<DataPool> {
    return await this.#database.write(async (trx) => {
      const row = await mustHaveDataPool(trx, environmentId, id);
      const what = `Data Pool "${row.unique_name}"`;
      checkDataPoolStatus(what, row.status as DataPoolStatus, status);
      if (status === 'DELETING') await refuseWhileUsed(trx, what, [id]);
      const change = { status, status_reason: reason };
      await trx.updateTable('data_pool').set(change).where('id', '=', id).execute();
      return toDataPool({ ...row, ...change });
    });
  }

  /** Deletes its Metrics and access policies, for a cascading deletion. */
  async deleteUsers(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await mustHaveDataPool(trx, environmentId, id);
      await deleteUsersOf(trx, id);
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      const row = await mustHaveDataPool(trx, environmentId, id);
      await refuseWhileUsed(trx, `Data Pool "${row.unique_name}"`, [id]);
      await trx.deleteFrom('data_pool').where('id', '=', id).execute();
    });
  }

  async #change(
    environmentId: string,
    id: string,
    by: string,
    change: (row: DataPoolRow, trx: CatalogWriter) => DataPoolRow | Promise<DataPoolRow>,
  ): Promise<DataPool> {
    return await this.#database.write(async (trx) => {
      const current = await mustHaveDataPool(trx, environmentId, id);
      const row = { ...(await change(current, trx)), ...modifiedColumns(this.#clock.now(), by) };
      await claimUniqueName(
        'Data Pool',
        row.unique_name,
        () => trx.updateTable('data_pool').set(row).where('id', '=', id).execute(),
        row.data_source_id,
      );
      return toDataPool(row);
    });
  }
}
