import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import Libsql from 'libsql';
import type { Clock } from '../base/clock.js';
import { isBusy } from './database-errors.js';
import { storableParameters } from './storable-parameters.js';

/**
 * libsql waits synchronously for another process's lock, which blocks the event loop. So it waits only briefly, and the
 * longer waits happen between attempts.
 */
const blockingWaitMs = 10;
const busyWaitMaxMs = 5_000;
const busyRetryEveryMs = 5;

/** The file holds the keys that sign tokens: only its owner may read it, whatever the umask. */
const fileMode = 0o600;
const directoryMode = 0o700;

async function patiently<T>(clock: Clock, attempt: () => T): Promise<T> {
  const deadlineMs = clock.monotonic() + busyWaitMaxMs;
  for (;;) {
    try {
      return attempt();
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

export function openSqliteFile(path: string, clock: Clock): Promise<Libsql.Database> {
  return patiently(clock, () => openFile(path));
}

/** libsql crashes the process when a boolean is bound. */
function bindable(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Kysely's connection with retries while the database is busy. libsql leaves a statement that failed as busy open, which
 * keeps an old snapshot of the database in which nothing can be written. Running the same statement again closes it; a
 * command that is not prepared avoids the problem.
 */
export class LibsqlConnection implements DatabaseConnection {
  readonly #database: Libsql.Database;
  readonly #clock: Clock;

  constructor(database: Libsql.Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** For statements without parameters and rows. */
  async command(text: string): Promise<void> {
    await patiently(this.#clock, () => this.#database.exec(text));
  }

  /** Does nothing when SQLite has already rolled back, as it does when the disk is full. */
  async rollback(): Promise<void> {
    if (this.#database.inTransaction) await this.command('rollback');
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = storableParameters(query.parameters).map(bindable);
    const statement = this.#database.prepare<[unknown[]]>(query.sql);
    return await patiently(this.#clock, () => {
      if (statement.reader) return { rows: statement.all(parameters) as R[] };
      const { changes } = statement.run(parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    });
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The catalog does not stream query results');
  }
}
