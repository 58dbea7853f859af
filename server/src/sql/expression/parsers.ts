import { loadPostgresParser, type PostgresParser } from './postgres/parser.js';

/** What reading a user's text needs. Made once, at the start, and passed to whoever reads. */
export interface SqlParsers {
  readonly postgres: PostgresParser;
}

export async function loadParsers(): Promise<SqlParsers> {
  return { postgres: await loadPostgresParser() };
}
