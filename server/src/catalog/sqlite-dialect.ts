import { type DatabaseConnection, type Driver, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import type Libsql from 'libsql';
import type { Clock } from '../base/clock.js';
import { LibsqlConnection, openSqliteFile } from './sqlite-connection.js';

/**
 * Every catalog transaction writes, so it takes the write lock first. A transaction that began by reading would fail
 * instead of waiting once another connection has written.
 */
class WriteFirstDriver extends SqliteDriver {
  readonly #connection: () => LibsqlConnection;

  constructor(path: string, clock: Clock) {
    let connection: LibsqlConnection | undefined;
    const database = async (): Promise<Libsql.Database> => {
      const opened = await openSqliteFile(path, clock);
      connection = new LibsqlConnection(opened, clock);
      return opened;
    };
    super({ database });
    this.#connection = () => {
      if (connection === undefined) throw new Error('The database connection is not open');
      return connection;
    };
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // Waits: there is only one connection.
    await super.acquireConnection();
    return this.#connection();
  }

  override async beginTransaction(): Promise<void> {
    await this.#connection().command('begin immediate');
  }

  override async commitTransaction(): Promise<void> {
    await this.#connection().command('commit');
  }

  override async rollbackTransaction(): Promise<void> {
    await this.#connection().rollback();
  }
}

/** SQLite's DDL is transactional. With the write lock taken first, migrations are exclusive too. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class LibsqlDialect extends SqliteDialect {
  readonly #path: string;
  readonly #clock: Clock;

  constructor(path: string, clock: Clock) {
    super({ database: () => openSqliteFile(path, clock) });
    this.#path = path;
    this.#clock = clock;
  }

  override createDriver(): Driver {
    return new WriteFirstDriver(this.#path, this.#clock);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}
