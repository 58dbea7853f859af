import type { Clock } from '../base/clock.js';
import { notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { type WeekStart, weekStartDefault } from '../base/week-start.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogWriter } from './catalog-database.js';
import type { Environment } from './definitions.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import { stillUsed } from './still-used.js';
import type { EnvironmentRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

export interface NewEnvironment {
  readonly uniqueName: string;
  readonly description?: string | undefined;
  readonly weekStart?: WeekStart | undefined;
}

export interface EnvironmentChanges {
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly weekStart?: WeekStart | undefined;
}

function toEnvironment(row: EnvironmentRow): Environment {
  return {
    id: row.id,
    uniqueName: row.unique_name,
    description: row.description,
    weekStart: row.week_start as WeekStart,
    ...auditOf(row),
  };
}

/** Refuses while the Environment is not empty. Metrics and Data Pools imply Data Sources, so those are enough to check. */
async function refuseWhileFilled(trx: CatalogWriter, environment: EnvironmentRow): Promise<void> {
  const what = `Environment "${environment.unique_name}"`;
  for (const [table, kind] of [
    ['application', 'Applications'],
    ['data_source', 'Data Sources'],
  ] as const) {
    const users = await trx
      .selectFrom(table)
      .select(['id', 'unique_name'])
      .where('environment_id', '=', environment.id)
      .orderBy('id')
      .execute();
    if (users.length > 0) throw stillUsed(what, [{ kind, users }]);
  }
}

export async function mustHaveEnvironment(trx: CatalogWriter, id: string): Promise<EnvironmentRow> {
  const row = await trx.selectFrom('environment').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Environment', id);
  return row;
}

export class EnvironmentStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(input: NewEnvironment, by: string): Promise<Environment> {
    const row: EnvironmentRow = {
      id: newId('environment'),
      unique_name: input.uniqueName,
      description: input.description ?? null,
      week_start: input.weekStart ?? weekStartDefault,
      ...createdColumns(this.#clock.now(), by),
    };
    await this.#database.write((trx) =>
      claimUniqueName('Environment', input.uniqueName, () =>
        trx.insertInto('environment').values(row).execute(),
      ),
    );
    return toEnvironment(row);
  }

  async findById(id: string): Promise<Environment | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('environment').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row && toEnvironment(row);
  }

  async findByUniqueName(name: string): Promise<Environment | undefined> {
    const row = await this.#database.read((db) =>
      db.selectFrom('environment').selectAll().where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toEnvironment(row);
  }

  async list(request: PageRequest): Promise<Page<Environment>> {
    const page = await this.#database.read((db) =>
      readPage('environment', db.selectFrom('environment').selectAll(), request),
    );
    return mapPage(page, toEnvironment);
  }

  async update(id: string, changes: EnvironmentChanges, by: string): Promise<Environment> {
    return await this.#database.write(async (trx) => {
      const current = await mustHaveEnvironment(trx, id);
      const row: EnvironmentRow = {
        ...current,
        unique_name: changes.uniqueName ?? current.unique_name,
        description: changes.description ?? current.description,
        week_start: changes.weekStart ?? current.week_start,
        ...modifiedColumns(this.#clock.now(), by),
      };
      await claimUniqueName('Environment', row.unique_name, () =>
        trx.updateTable('environment').set(row).where('id', '=', id).execute(),
      );
      return toEnvironment(row);
    });
  }

  async delete(id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await refuseWhileFilled(trx, await mustHaveEnvironment(trx, id));
      await trx.deleteFrom('environment').where('id', '=', id).execute();
    });
  }
}
