import type { Clock } from '../base/clock.js';
import { notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import { insertDataPool, type NewDataPool, refuseWhileUsed } from './data-pool-rows.js';
import {
  type DataSourceSettings,
  type DataSourceType,
  type DataSourceTypeBy,
  dataSourceClaims,
} from './data-source-kinds.js';
import type { DataPool, DataSource, DataSourceStatus, WebhookDataSource } from './definitions.js';
import { mustHaveEnvironment } from './environments.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import { checkDataSourceStatus } from './status.js';
import type { DataSourceRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';
import { rowByWebhookKey } from './webhook-source.js';

/** The type of a Data Source and the settings of that type. */
type NewSettings<Type extends DataSourceType> = {
  [T in Type]: { readonly type: T; readonly settings: DataSourceSettings[T] };
}[Type];

export type NewDataSource = {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
} & (
  | (NewSettings<DataSourceTypeBy<true>> & {
      /** It gets the Data Source's unique name and description. */
      readonly dataPool: Omit<NewDataPool, 'uniqueName' | 'description'>;
    })
  | (NewSettings<DataSourceTypeBy<false>> & { readonly dataPool?: undefined })
);

/** What was created: a Data Pool only for the kinds that have one of their own. */
interface Created<Input extends NewDataSource> {
  readonly dataSource: Extract<DataSource, { type: Input['type'] }>;
  readonly dataPool: Input extends { readonly dataPool: object } ? DataPool : undefined;
}

export interface DataSourceChanges {
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  /** Changed settings, of the Data Source's own kind. */
  readonly settings?: Partial<DataSourceSettings[DataSourceType]> | undefined;
}

function toDataSource(row: DataSourceRow): DataSource {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    type: row.type as DataSourceType,
    status: row.status as DataSourceStatus,
    statusReason: row.status_reason,
    settings: JSON.parse(row.settings) as DataSource['settings'],
    ...auditOf(row),
  } as DataSource;
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('data_source').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<DataSourceRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Data Source', id);
  return row;
}

async function refuseWhilePoolsUsed(trx: CatalogWriter, row: DataSourceRow): Promise<void> {
  const pools = await trx.selectFrom('data_pool').select('id').where('data_source_id', '=', row.id).execute();
  await refuseWhileUsed(
    trx,
    `Data Source "${row.unique_name}"`,
    pools.map((pool) => pool.id),
  );
}

export class DataSourceStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates the Data Source, and its Data Pool if it has one, in one transaction. */
  async create<Input extends NewDataSource>(
    environmentId: string,
    input: Input,
    by: string,
  ): Promise<Created<Input>> {
    const now = this.#clock.now();
    const id = newId('dataSource');
    const row: DataSourceRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      type: input.type,
      status: 'CREATED',
      status_reason: null,
      settings: JSON.stringify(input.settings),
      ...createdColumns(now, by),
    };
    return await this.#database.write(async (trx) => {
      await mustHaveEnvironment(trx, environmentId);
      await dataSourceClaims[input.type](trx, id, input.settings as never);
      await claimUniqueName(
        'Data Source',
        row.unique_name,
        () => trx.insertInto('data_source').values(row).execute(),
        id,
      );
      const origin = { environmentId, dataSourceId: row.id, now, by };
      const named = { uniqueName: row.unique_name, description: row.description };
      const dataPool = input.dataPool && (await insertDataPool(trx, origin, { ...input.dataPool, ...named }));
      return { dataSource: toDataSource(row), dataPool } as Created<Input>;
    });
  }

  async findById(environmentId: string, id: string): Promise<DataSource | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toDataSource(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<DataSource | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toDataSource(row);
  }

  async findByWebhookKey(key: string): Promise<WebhookDataSource | undefined> {
    const row = await this.#database.read((db) => rowByWebhookKey(db, key));
    return row && (toDataSource(row) as WebhookDataSource);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<DataSource>> {
    const page = await this.#database.read((db) =>
      readPage('dataSource', rowsOf(db, environmentId), request),
    );
    return mapPage(page, toDataSource);
  }

  /** Across all Environments. Used for recovery when a node starts. */
  async beingDeleted(): Promise<readonly DataSource[]> {
    const rows = await this.#database.read((db) =>
      db.selectFrom('data_source').selectAll().where('status', '=', 'DELETING').execute(),
    );
    return rows.map(toDataSource);
  }

  async update(
    environmentId: string,
    id: string,
    changes: DataSourceChanges,
    by: string,
  ): Promise<DataSource> {
    const { description, settings } = changes;
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const row: DataSourceRow = {
        ...current,
        unique_name: changes.uniqueName ?? current.unique_name,
        description: description ?? current.description,
        settings: JSON.stringify({ ...JSON.parse(current.settings), ...settings }),
        ...modifiedColumns(this.#clock.now(), by),
      };
      await claimUniqueName(
        'Data Source',
        row.unique_name,
        () => trx.updateTable('data_source').set(row).where('id', '=', id).execute(),
        id,
      );
      return toDataSource(row);
    });
  }

  /** DELETING marks its Data Pools too, and is refused while Metrics or access policies use one of them. */
  async setStatus(
    environmentId: string,
    id: string,
    status: DataSourceStatus,
    reason: string | null = null,
  ): Promise<DataSource> {
    return await this.#database.write(async (trx) => {
      const row = await rowFor(trx, environmentId, id);
      checkDataSourceStatus(`Data Source "${row.unique_name}"`, row.status as DataSourceStatus, status);
      const change = { status, status_reason: reason };
      if (status === 'DELETING') {
        await refuseWhilePoolsUsed(trx, row);
        await trx.updateTable('data_pool').set(change).where('data_source_id', '=', id).execute();
      }
      await trx.updateTable('data_source').set(change).where('id', '=', id).execute();
      return toDataSource({ ...row, ...change });
    });
  }

  /** Also deletes its Data Pools. */
  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      const row = await rowFor(trx, environmentId, id);
      await refuseWhilePoolsUsed(trx, row);
      await trx.deleteFrom('data_pool').where('data_source_id', '=', id).execute();
      await trx.deleteFrom('data_source').where('id', '=', id).execute();
    });
  }
}
