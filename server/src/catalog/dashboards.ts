import type { Clock } from '../base/clock.js';
import { formatDateTime } from '../base/date-time.js';
import { conflict, notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import type { Dashboard, StoredTimeRange, TileDefinition } from './dashboard.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { DashboardRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

export interface NewDashboard extends Pick<Dashboard, 'timeRange' | 'timeZone' | 'filterSql' | 'tiles'> {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
}

/** What is undefined stays as it is. */
export type DashboardChanges = { readonly [Field in keyof NewDashboard]?: NewDashboard[Field] | undefined };

function toDashboard(row: DashboardRow): Dashboard {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    timeRange: row.time_range === null ? null : (JSON.parse(row.time_range) as StoredTimeRange),
    timeZone: row.time_zone,
    filterSql: row.filter_sql,
    tiles: JSON.parse(row.tiles) as TileDefinition[],
    ...auditOf(row),
  };
}

const rangeText = (timeRange: StoredTimeRange | null) =>
  timeRange === null ? null : JSON.stringify(timeRange);

function changed(row: DashboardRow, changes: DashboardChanges): DashboardRow {
  const { timeRange, timeZone, filterSql, tiles } = changes;
  return {
    ...row,
    unique_name: changes.uniqueName ?? row.unique_name,
    description: changes.description ?? row.description,
    time_range: timeRange === undefined ? row.time_range : rangeText(timeRange),
    time_zone: timeZone === undefined ? row.time_zone : timeZone,
    filter_sql: filterSql === undefined ? row.filter_sql : filterSql,
    tiles: tiles === undefined ? row.tiles : JSON.stringify(tiles),
  };
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('dashboard').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<DashboardRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Dashboard', id);
  return row;
}

export class DashboardStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewDashboard, by: string): Promise<Dashboard> {
    const id = newId('dashboard');
    const row: DashboardRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      time_range: rangeText(input.timeRange),
      time_zone: input.timeZone,
      filter_sql: input.filterSql,
      tiles: JSON.stringify(input.tiles),
      ...createdColumns(this.#clock.now(), by),
    };
    await this.#database.write(async (trx) => {
      const insert = () => trx.insertInto('dashboard').values(row).execute();
      await claimUniqueName('Dashboard', row.unique_name, insert, id);
    });
    return toDashboard(row);
  }

  async findById(environmentId: string, id: string): Promise<Dashboard | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toDashboard(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<Dashboard | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toDashboard(row);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<Dashboard>> {
    const page = await this.#database.read((db) => readPage('dashboard', rowsOf(db, environmentId), request));
    return mapPage(page, toDashboard);
  }

  async update(
    environmentId: string,
    id: string,
    changes: DashboardChanges,
    by: string,
    unmodifiedSince = Number.POSITIVE_INFINITY,
  ): Promise<Dashboard> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const { unique_name: name, modified_at: modifiedAt } = current;
      if (modifiedAt > unmodifiedSince)
        throw conflict(
          `Dashboard "${name}" was modified at ${formatDateTime(modifiedAt)}, after it was read. Read it again before you change it`,
          { field: 'unmodifiedSince' },
        );
      // Each change has a time of its own, which tells it from the one before.
      const now = Math.max(this.#clock.now(), modifiedAt + 1);
      const row = { ...changed(current, changes), ...modifiedColumns(now, by) };
      const update = () => trx.updateTable('dashboard').set(row).where('id', '=', id).execute();
      await claimUniqueName('Dashboard', row.unique_name, update, id);
      return toDashboard(row);
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await rowFor(trx, environmentId, id);
      await trx.deleteFrom('dashboard').where('id', '=', id).execute();
    });
  }
}
