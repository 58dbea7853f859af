import { asSql, quoteIdentifier, type Sql } from '../identifier.js';

/** A column, by the alias of its source where a statement has several. */
export function printColumn(table: string | undefined, name: string): Sql {
  return table === undefined
    ? quoteIdentifier(name)
    : asSql(`${quoteIdentifier(table)}.${quoteIdentifier(name)}`);
}
