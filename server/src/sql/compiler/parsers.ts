import { loadPostgresParser, type PostgresParser } from '../postgres/grammar/parser.js';
import { ParsePool } from './parse-pool.js';

/** The parsers of user SQL. Loaded once, at startup. */
export interface SqlParsers {
  readonly postgres: PostgresParser;
  /** Parses long statements. Without a pool, they are parsed on the event loop. */
  readonly pool?: ParsePool;
}

export async function loadParsers(workerEntry?: string): Promise<SqlParsers> {
  const postgres = await loadPostgresParser();
  return workerEntry === undefined ? { postgres } : { postgres, pool: new ParsePool({ workerEntry }) };
}
