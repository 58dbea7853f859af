import { badRequest } from '../base/errors.js';
import type { Column } from '../catalog/column.js';
import { asSql, quoteIdentifier, type Sql } from './identifier.js';

const ttlPattern =
  /^\s*("?)(.+?)\1\s*\+\s*(?:toIntervalDay\s*\(\s*(\d+)\s*\)|interval\s+'?(\d+)\s*'?\s*(day|week|month|year)s?'?)\s*$/i;
const daysMax = 365_000;

/** `ttl`: a column and how long after it a record is kept, as in `created_at + INTERVAL 30 DAY`. */
export function tableTtl(ttl: string, columns: readonly Column[]): Sql {
  const [, , name, days, amount, unit = 'day'] = ttlPattern.exec(ttl) ?? [];
  const column = columns.find((candidate) => candidate.name === name);
  const count = Number(days ?? amount);
  if (!column || !Number.isInteger(count) || count < 1 || count > daysMax) {
    throw badRequest(
      `ttl: "${ttl}" is not a column and how long after it a record is kept, as in created_at + INTERVAL 30 DAY`,
    );
  }
  if (!['DATE', 'TIMESTAMP'].includes(column.type) || column.nullable) {
    throw badRequest(`ttl: "${column.name}" must be a TIMESTAMP or DATE column with nullable: false`);
  }
  return ttlAfter(column.name, count, unit.toUpperCase());
}

/** Expiry needs a type that the engine can compare with now: the narrow time, which ends in 2106. */
function ttlAfter(columnName: string, count: number, unit: string): Sql {
  return asSql(`toDateTime(${quoteIdentifier(columnName)}, 'UTC') + INTERVAL ${count} ${unit}`);
}

/** `dataRetentionInDays`, counted from the Data Pool's timestamp. */
export function retentionTtl(timestampColumn: string, days: number): Sql {
  return ttlAfter(timestampColumn, days, 'DAY');
}
