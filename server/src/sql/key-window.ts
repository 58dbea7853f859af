import { asSql, type Sql } from './identifier.js';
import { directionOf, type SortKey, type Travel } from './keyset.js';

/**
 * How far along the table's own order a page can reach. The engine stops reading in that order as soon as it has
 * enough rows, but only when asked for nothing more than that order: with a tie-breaker behind it, it reads
 * on to the end of the table (4.4 million records instead of 56,000 for a page in the middle of 10 million). So
 * the bound is found by the leading key alone; all rows that are equal in it are inside.
 */
export interface KeyWindow {
  /** The leading key: a column that the table is ordered by. */
  readonly key: SortKey;
  readonly travel: Travel;
  readonly from: Sql;
  /** ` WHERE …` of the page, or nothing. */
  readonly where: Sql;
  readonly limit: Sql;
}

export function keyWindow({ key, travel, from, where, limit }: KeyWindow): Sql {
  const direction = directionOf(key, travel);
  const [bound, sign] = direction === 'ASC' ? ['max', '<='] : ['min', '>='];
  const nearest = `SELECT ${key.expr} AS _weir_k FROM ${from}${where} ORDER BY ${key.expr} ${direction} LIMIT ${limit}`;
  return asSql(`(${key.expr} ${sign} (SELECT ${bound}(_weir_k) FROM (${nearest})))`);
}
