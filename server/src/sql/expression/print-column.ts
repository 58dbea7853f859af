import { quoteIdentifier } from '../identifier.js';
import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';

/** A column, by the alias of its source where a statement has several. */
export function printColumn(table: string | undefined, name: string): Sql {
  return table === undefined
    ? quoteIdentifier(name)
    : asSql(`${quoteIdentifier(table)}.${quoteIdentifier(name)}`);
}
