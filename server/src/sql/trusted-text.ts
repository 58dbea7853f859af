import type { Sql } from './sql-text.js';

/**
 * Marks text as SQL. Only the printers of `sql/` may call it, on text built from SQL, keywords and closed maps. All other
 * code writes SQL as a template, see `sql-text.ts`. The dependency rules enforce this.
 */
export function asSql(text: string): Sql {
  return text as Sql;
}
