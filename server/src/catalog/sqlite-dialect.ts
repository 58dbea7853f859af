import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import Libsql from 'libsql';
import type { Clock } from '../base/clock.js';
import { isBusy } from './database-errors.js';
import { storableParameters } from './storable-parameters.js';

/**
 * libsql waits for another process's lock without giving way, which stops the whole event loop: it may
 * do so only briefly, and the longer wait is ours, between attempts.
 */
const blockingWaitMs = 10;
const busyWaitMaxMs = 5_000;
const busyRetryEveryMs = 5;

/** The file holds the keys that sign tokens: only its owner may read it, whatever the umask. */
const fileMode = 0o600;
const directoryMode = 0o700;

async function patiently<T>(clock: Clock, attempt: () => Promise<T> | T): Promise<T> {
  const deadlineMs = clock.monotonic() + busyWaitMaxMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || clock.monotonic() >= deadlineMs) throw error;
    }
    await delay(busyRetryEveryMs);
  }
}

function openFile(path: string): Libsql.Database {
  mkdirSync(dirname(path), { recursive: true, mode: directoryMode });
  closeSync(openSync(path, 'a', fileMode));
  const database = new Libsql(path);
  try {
    database.pragma(`busy_timeout = ${blockingWaitMs}`);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #clock: Clock;

  constructor(inner: DatabaseConnection, clock: Clock) {
    this.#inner = inner;
    this.#clock = clock;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const storable = { ...query, parameters: storableParameters(query.parameters) };
    return patiently(this.#clock, () => this.#inner.executeQuery<R>(storable));
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The catalog reads pages, not streams');
  }
}

/**
 * Every transaction of the catalog writes, so it takes the write lock first: one that began by reading
 * would be refused, not made to wait, once another connection has written.
 */
class WriteFirstDriver extends SqliteDriver {
  readonly #clock: Clock;

  constructor(path: string, clock: Clock) {
    super({ database: () => patiently(clock, () => openFile(path)) });
    this.#clock = clock;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection(), this.#clock);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite's DDL is transactional; with the write lock taken first, that makes migrations exclusive too. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class LibsqlDialect extends SqliteDialect {
  readonly #path: string;
  readonly #clock: Clock;

  constructor(path: string, clock: Clock) {
    super({ database: () => Promise.reject(new Error('Opened by the driver')) });
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
