import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { isDatabaseLost } from './database-errors.js';
import { storableParameters } from './storable-parameters.js';

const connectionsMax = 10;
const connectTimeoutMs = 5_000;
const statementTimeoutMs = 10_000;
/** A little longer than the server's own limit, so that it fires only when the network has lost the answer. */
const answerTimeoutMs = 12_000;
/** A node that dies in the middle of a write must not keep the other nodes from writing. */
const idleTransactionTimeoutMs = 10_000;

/** Serving is bounded in time; migrating is not, because a node may have to wait for another's migration. */
export type PostgresPurpose = 'serving' | 'migrating';

function poolConfig(url: string, purpose: PostgresPurpose): pg.PoolConfig {
  const types = new pg.TypeOverrides();
  // Counters and milliseconds stay far below 2^53, and SQLite gives them as numbers too.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const common: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'weir',
    keepAlive: true,
    types,
  };
  if (purpose === 'migrating') return { ...common, max: 1 };
  return {
    ...common,
    max: connectionsMax,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
}

/**
 * A pool that drops a client after its connection was lost. `pg` alone would reuse it after a time-out, with the lost
 * answer still outstanding.
 */
export function openPool(url: string, purpose: PostgresPurpose): PostgresPool {
  const pool = new pg.Pool(poolConfig(url, purpose));
  // Without listeners a lost connection would end the process. The next query reports the loss.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return {
    end: () => pool.end(),
    connect: async () => new ForgettingClient(await pool.connect()),
  };
}

class ForgettingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #lost = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('The catalog does not use database cursors');
    return this.#run(text, parameters);
  }

  async #run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const storable = storableParameters(parameters);
    try {
      return await this.#client.query(text, storable);
    } catch (error) {
      this.#lost ||= isDatabaseLost(error);
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#lost);
  }
}

/** Host, port and database for the operator: never the user's password. */
export function describePostgres(url: string): string {
  let client: pg.Client;
  try {
    client = new pg.Client({ connectionString: url });
  } catch {
    // The parser's own error carries the whole URL.
    throw new Error('The catalog database URL is not a valid postgres:// URL');
  }
  return `PostgreSQL at ${client.host}:${client.port}, database "${client.database ?? ''}"`;
}
