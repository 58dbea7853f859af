import type { Clock } from '../base/clock.js';
import { notFound } from '../base/errors.js';
import { newId } from '../base/ids.js';
import { auditOf, createdColumns, modifiedColumns } from './audit.js';
import type { CatalogDatabase, CatalogReader, CatalogWriter } from './catalog-database.js';
import type { Resource } from './definitions.js';
import { mapPage, type Page, type PageRequest, readPage } from './page.js';
import type { SavedQueryRow } from './tables.js';
import { claimUniqueName } from './unique-name.js';

/** A statement with its dialect, which is null if it is found out when the statement runs. */
export interface SavedStatement {
  readonly sql: string;
  readonly dialect: 'POSTGRESQL' | 'COLUMNSTORE' | null;
}

/** A statement with a name. It is compiled when it runs, so that Data Pools can be created later. */
export interface SavedQuery extends Resource, SavedStatement {}

export interface NewSavedQuery {
  /** By default its identifier. */
  readonly uniqueName?: string | undefined;
  readonly description?: string | undefined;
  readonly statement: SavedStatement;
}

/** What is undefined stays as it is. */
export type SavedQueryChanges = {
  readonly [Field in keyof NewSavedQuery]?: NewSavedQuery[Field] | undefined;
};

function toSavedQuery(row: SavedQueryRow): SavedQuery {
  return {
    id: row.id,
    environmentId: row.environment_id,
    uniqueName: row.unique_name,
    description: row.description,
    sql: row.sql,
    dialect: row.dialect as SavedStatement['dialect'],
    ...auditOf(row),
  };
}

function rowsOf(db: CatalogReader, environmentId: string) {
  return db.selectFrom('saved_query').selectAll().where('environment_id', '=', environmentId);
}

async function rowFor(trx: CatalogWriter, environmentId: string, id: string): Promise<SavedQueryRow> {
  const row = await rowsOf(trx, environmentId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Saved query', id);
  return row;
}

export class SavedQueryStore {
  readonly #database: CatalogDatabase;
  readonly #clock: Clock;

  constructor(database: CatalogDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async create(environmentId: string, input: NewSavedQuery, by: string): Promise<SavedQuery> {
    const id = newId('savedQuery');
    const row: SavedQueryRow = {
      id,
      environment_id: environmentId,
      unique_name: input.uniqueName ?? id,
      description: input.description ?? null,
      ...input.statement,
      ...createdColumns(this.#clock.now(), by),
    };
    await this.#database.write(async (trx) => {
      const insert = () => trx.insertInto('saved_query').values(row).execute();
      await claimUniqueName('Saved query', row.unique_name, insert, id);
    });
    return toSavedQuery(row);
  }

  async findById(environmentId: string, id: string): Promise<SavedQuery | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('id', '=', id).executeTakeFirst(),
    );
    return row && toSavedQuery(row);
  }

  async findByUniqueName(environmentId: string, name: string): Promise<SavedQuery | undefined> {
    const row = await this.#database.read((db) =>
      rowsOf(db, environmentId).where('unique_name', '=', name).executeTakeFirst(),
    );
    return row && toSavedQuery(row);
  }

  async list(environmentId: string, request: PageRequest): Promise<Page<SavedQuery>> {
    const page = await this.#database.read((db) =>
      readPage('savedQuery', rowsOf(db, environmentId), request),
    );
    return mapPage(page, toSavedQuery);
  }

  async update(
    environmentId: string,
    id: string,
    changes: SavedQueryChanges,
    by: string,
  ): Promise<SavedQuery> {
    return await this.#database.write(async (trx) => {
      const current = await rowFor(trx, environmentId, id);
      const row: SavedQueryRow = {
        ...current,
        unique_name: changes.uniqueName ?? current.unique_name,
        description: changes.description ?? current.description,
        ...changes.statement,
        ...modifiedColumns(this.#clock.now(), by),
      };
      const update = () => trx.updateTable('saved_query').set(row).where('id', '=', id).execute();
      await claimUniqueName('Saved query', row.unique_name, update, id);
      return toSavedQuery(row);
    });
  }

  async delete(environmentId: string, id: string): Promise<void> {
    await this.#database.write(async (trx) => {
      await rowFor(trx, environmentId, id);
      await trx.deleteFrom('saved_query').where('id', '=', id).execute();
    });
  }
}
