import { badInput } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { withoutQuotes } from './table-key.js';
import { asSql } from './trusted-text.js';

const intervalPattern =
  /^(?:toIntervalDay\s*\(\s*(\d+)\s*\)|interval\s+'?(\d+)\s*(?:'\s*)?(day|week|month|year)s?'?)$/i;
const daysMax = 365_000;

/** Records expire this long after the time in the column. */
export interface ExpiryRule {
  readonly columnName: string;
  readonly amount: number;
  readonly unit: ExpiryUnit;
}

export type ExpiryUnit = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';

/** Parses a `ttl`, such as `created_at + INTERVAL 30 DAY`. */
export function ttlRule(ttl: string, columns: readonly Column[]): ExpiryRule {
  // Column names cannot contain a plus sign.
  const plus = ttl.indexOf('+');
  const name = withoutQuotes(ttl.slice(0, Math.max(plus, 0)));
  const [, days, amount, unit = 'day'] = intervalPattern.exec(ttl.slice(plus + 1).trim()) ?? [];
  const column = columns.find((candidate) => candidate.name === name);
  const count = Number(days ?? amount);
  if (!column || !Number.isInteger(count) || count < 1 || count > daysMax) {
    throw badInput('ttl', `"${ttl}" must be a column plus an interval, such as created_at + INTERVAL 30 DAY`);
  }
  if (!['DATE', 'TIMESTAMP'].includes(column.type) || column.nullable) {
    throw badInput('ttl', `"${column.name}" must be a TIMESTAMP or DATE column with nullable: false`);
  }
  return { columnName: column.name, amount: count, unit: unit.toUpperCase() as ExpiryUnit };
}

/** `dataRetentionInDays`, counted from the Data Pool's timestamp. */
export function retentionRule(timestampColumn: string, days: number): ExpiryRule {
  return { columnName: timestampColumn, amount: days, unit: 'DAY' };
}

/**
 * When a record expires. The engine's TTL needs a DateTime, which wraps around outside 1970 to 2106: a record of 2200, or one
 * that is kept for a century, would be deleted at once. So the time is computed in 64 bits and limited to that
 * range, without its first second, which the engine takes for no TTL.
 */
export function expiryTime({ columnName, amount, unit }: ExpiryRule): Sql {
  const time = (text: string) => `toDateTime64(${text}, 0, 'UTC')`;
  const expiry = `${time(quoteIdentifier(columnName))} + INTERVAL ${amount} ${unit}`;
  return asSql(
    `toDateTime(least(greatest(${expiry}, ${time("'1970-01-02'")}), ${time("'2106-01-01'")}), 'UTC')`,
  );
}
