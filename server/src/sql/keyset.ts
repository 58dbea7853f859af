import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';
import { typedTextSql } from './typed-text.js';
import type { Values } from './values.js';

/**
 * Keyset pagination: a row's position is its sort key values, and a page is the rows after a position. Nulls sort last in
 * both directions of a column, so that reversing a report does not put empty rows on top. Paging backward reverses the
 * whole order.
 */
export interface SortKey {
  readonly expr: Sql;
  readonly direction: 'ASC' | 'DESC';
  readonly nullable: boolean;
  /** Whether positions hold the value in hexadecimal. */
  readonly hex?: boolean;
}

/** One value of a position. The text is null for NULL. */
export interface KeyValue {
  readonly type: string;
  readonly text: string | null;
}

export type Position = readonly KeyValue[];

export type Travel = 'forward' | 'backward';

const reversed = { ASC: 'DESC', DESC: 'ASC' } as const;

export const opposite = (travel: Travel): Travel => (travel === 'forward' ? 'backward' : 'forward');

/** The sort direction of a key when paging in this direction. */
export function directionOf({ direction }: SortKey, travel: Travel): 'ASC' | 'DESC' {
  return travel === 'forward' ? direction : reversed[direction];
}

export function orderBy(keys: readonly SortKey[], travel: Travel): Sql {
  const nulls = travel === 'forward' ? ' NULLS LAST' : ' NULLS FIRST';
  const terms = keys.map((key) => `${key.expr} ${directionOf(key, travel)}${key.nullable ? nulls : ''}`);
  return asSql(` ORDER BY ${terms.join(', ')}`);
}

export interface FromPosition {
  readonly position: Position;
  readonly travel: Travel;
  /** Whether the row at the position is included. */
  readonly inclusive: boolean;
}

/** The condition that a row is after a position. */
export function pastPosition(keys: readonly SortKey[], from: FromPosition, values: Values): Sql {
  if (from.position.length !== keys.length) throw new Error('the position does not match the sort keys');
  return withBound(keys, from, values) ?? pastFrom(keys, from, 0, values) ?? asSql('false');
}

/**
 * If possible, adds a bound on the first key alone. With it, the table's index finds the first row to read, however deep
 * the page is.
 */
function withBound(keys: readonly SortKey[], from: FromPosition, values: Values): Sql | null {
  const [key] = keys;
  const [value] = from.position;
  if (!key || !value || value.text === null || (key.nullable && from.travel === 'forward')) return null;
  const past = pastKey(key, value, from.travel, values);
  const rest = pastFrom(keys, from, 1, values);
  if (past === null || rest === null) return past;
  const bound = pastKey(key, value, from.travel, values, '=');
  return rest === 'true' ? bound : asSql(`(${bound} AND (${past} OR ${rest}))`);
}

/** Compares by the first key, then by the next key among equals, and so on. Null if no row can be after the position. */
function pastFrom(keys: readonly SortKey[], from: FromPosition, index: number, values: Values): Sql | null {
  const key = keys[index];
  const value = from.position[index];
  if (!key || !value) return from.inclusive ? asSql('true') : null;
  if (from.inclusive && index === keys.length - 1 && value.text !== null)
    return pastKey(key, value, from.travel, values, '=');
  const past = pastKey(key, value, from.travel, values);
  const rest = pastFrom(keys, from, index + 1, values);
  const equal = rest === null ? null : among(equalKey(key, value, values), rest);
  if (past === null || equal === null) return past ?? equal;
  return asSql(`(${past} OR ${equal})`);
}

const among = (equal: Sql, rest: Sql) => (rest === 'true' ? equal : asSql(`(${equal} AND ${rest})`));

function operand(key: SortKey, type: string, text: string, values: Values): Sql {
  return typedTextSql({ type, text, hex: key.hex ?? false }, values);
}

function pastKey(
  key: SortKey,
  { type, text }: KeyValue,
  travel: Travel,
  values: Values,
  orEqual: '' | '=' = '',
): Sql | null {
  if (text === null) return travel === 'forward' ? null : asSql(`(${key.expr} IS NOT NULL)`);
  const sign = directionOf(key, travel) === 'ASC' ? '>' : '<';
  const beyond = `${key.expr} ${sign}${orEqual} ${operand(key, type, text, values)}`;
  return asSql(key.nullable && travel === 'forward' ? `(${beyond} OR ${key.expr} IS NULL)` : `(${beyond})`);
}

function equalKey(key: SortKey, { type, text }: KeyValue, values: Values): Sql {
  if (text === null) return asSql(`(${key.expr} IS NULL)`);
  return asSql(`(${key.expr} = ${operand(key, type, text, values)})`);
}
