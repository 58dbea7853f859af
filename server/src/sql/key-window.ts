import { directionOf, type Position, pastPosition, type SortKey, type Travel } from './keyset.js';
import type { Sql } from './sql-text.js';
import { whereOf } from './time-filter.js';
import { asSql } from './trusted-text.js';
import { typedTextSql } from './typed-text.js';
import type { Values } from './values.js';

/**
 * Bounds how far a page can reach in the table's order. The engine stops reading early only if ORDER BY is exactly the
 * table's order, or a prefix of it. With a tie-breaker that the sort key lacks, it reads to the end of the table (4.4
 * million records instead of 56,000 for a page in the middle of 10 million). So this finds the bound with the leading key
 * alone: it takes as many rows as the page has, beyond all rows that equal the page's start in that key. The page always
 * ends within the bound.
 */
export interface KeyWindow {
  /** The leading key, which the table is ordered by. */
  readonly key: SortKey;
  readonly travel: Travel;
  /** The start of the page; null for the first page. */
  readonly near: Position | null;
  readonly from: Sql;
  /** Additional conditions on the rows. */
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
  // If no row is beyond the equal ones, the page contains only equal ones.
  const own = typedTextSql({ type: first.type, text: first.text }, values);
  return asSql(`(${key.expr} ${sign} ifNull(${reach}, ${own}))`);
}
