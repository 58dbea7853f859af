import { directionOf, type Position, pastPosition, type SortKey, type Travel } from './keyset.js';
import type { Sql } from './sql-text.js';
import { whereOf } from './time-filter.js';
import { asSql } from './trusted-text.js';
import { typedTextSql } from './typed-text.js';
import type { Values } from './values.js';

/**
 * How far along the table's own order a page can reach. The engine stops reading in that order as soon as it has
 * enough rows, but only when asked for nothing more than that order: with a tie-breaker behind it, it reads
 * on to the end of the table (4.4 million records instead of 56,000 for a page in the middle of 10 million). So
 * the bound is found by the leading key alone: as many rows as the page takes, past all those that are equal
 * to its first in that key. Whichever of the equals the page begins with, it ends inside.
 */
export interface KeyWindow {
  /** The leading key: a column that the table is ordered by. */
  readonly key: SortKey;
  readonly travel: Travel;
  /** Where the page begins; null for at the start. */
  readonly near: Position | null;
  readonly from: Sql;
  /** What rows must meet besides. */
  readonly conditions: readonly Sql[];
  readonly limit: Sql;
}

export function keyWindow({ key, travel, near, from, conditions, limit }: KeyWindow, values: Values): Sql {
  const direction = directionOf(key, travel);
  const [bound, sign] = direction === 'ASC' ? ['max', '<='] : ['min', '>='];
  const past = near && pastPosition([key], { position: near.slice(0, 1), travel, inclusive: false }, values);
  const where = whereOf(past ? [...conditions, past] : conditions);
  const nearest = `SELECT ${key.expr} AS _weir_k FROM ${from}${where} ORDER BY ${key.expr} ${direction} LIMIT ${limit}`;
  const reach = `(SELECT ${bound}OrNull(_weir_k) FROM (${nearest}))`;
  const [first] = near ?? [];
  if (!first || first.text === null) return asSql(`(${key.expr} ${sign} ${reach})`);
  // With nothing past the equals, they are all that the page can have.
  const own = typedTextSql({ type: first.type, text: first.text }, values);
  return asSql(`(${key.expr} ${sign} ifNull(${reach}, ${own}))`);
}
