import type { Kysely, Transaction } from 'kysely';
import { toCatalogError } from './database-errors.js';
import type { CatalogTables } from './tables.js';

export type CatalogReader = Kysely<CatalogTables>;
export type CatalogWriter = Transaction<CatalogTables>;

/**
 * The stores' only access to the database. Writes run one at a time across all nodes: each begins by incrementing the
 * revision, whose row stays locked until the commit. So rows that a write has read (users of a Data Pool, secrets of an
 * Application) cannot change under it, writers cannot deadlock, and a node that has seen a revision can see everything
 * that was committed with it.
 */
export class CatalogDatabase {
  readonly #db: Kysely<CatalogTables>;
  readonly #afterWrite: () => void;

  constructor(db: Kysely<CatalogTables>, afterWrite: () => void) {
    this.#db = db;
    this.#afterWrite = afterWrite;
  }

  async read<T>(work: (db: CatalogReader) => Promise<T>): Promise<T> {
    try {
      return await work(this.#db);
    } catch (error) {
      throw toCatalogError(error);
    }
  }

  async write<T>(work: (trx: CatalogWriter) => Promise<T>): Promise<T> {
    try {
      return await this.#db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          await trx
            .updateTable('catalog_revision')
            .set((eb) => ({ revision: eb('revision', '+', 1) }))
            .execute();
          return await work(trx);
        });
    } catch (error) {
      throw toCatalogError(error);
    } finally {
      // After a failure too: the commit may have succeeded although its response was lost.
      this.#afterWrite();
    }
  }

  /**
   * For rows that nothing caches and no definition depends on. It does not raise the revision, which would make every
   * node invalidate its cache, and does not wait for writers that do.
   */
  async append<T>(work: (trx: CatalogWriter) => Promise<T>): Promise<T> {
    try {
      return await this.#db.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      throw toCatalogError(error);
    }
  }

  async revision(): Promise<number> {
    const row = await this.read((db) =>
      db.selectFrom('catalog_revision').select('revision').executeTakeFirstOrThrow(),
    );
    return row.revision;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}
