import type { Sql } from './sql-text.js';

/**
 * Marks text as SQL. Only the printers of `sql/` may call it, on text put together from SQL, keywords and closed maps;
 * everything else writes SQL as a template, see `sql-text.ts`. The dependency rules hold to this.
 */
export function asSql(text: string): Sql {
  return text as Sql;
}
