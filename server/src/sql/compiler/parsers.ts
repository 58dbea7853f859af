import { loadPostgresParser, type PostgresParser } from '../postgres/grammar/parser.js';
import { ParsePool } from './parse-pool.js';

/** What reading a user's text needs. Made once, at the start, and passed to whatever reads. */
export interface SqlParsers {
  readonly postgres: PostgresParser;
  /** For long statements; without one they are read on the event loop, too. */
  readonly pool?: ParsePool;
}

export async function loadParsers(workerEntry?: string): Promise<SqlParsers> {
  const postgres = await loadPostgresParser();
  return workerEntry === undefined ? { postgres } : { postgres, pool: new ParsePool({ workerEntry }) };
}
