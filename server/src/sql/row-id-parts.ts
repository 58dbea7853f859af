import { requestIdColumn } from './data-pool-ddl.js';
import { quoteIdentifier } from './identifier.js';
import { type Sql, sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

/** A row's ID: 12 bytes of its request, then 4 bytes of its event's index. */
const bytes = sql`UUIDToNum(${quoteIdentifier(requestIdColumn)})`;

/** The request that a row came with, as 24 hexadecimal digits. */
export const requestOfRow: Sql = sql`lower(hex(substring(${bytes}, 1, 12)))`;

/** The index of a row's event in its request. */
export const eventOfRow: Sql = sql`reinterpretAsUInt32(reverse(substring(${bytes}, 13, 4)))`;

/** Selects the rows whose IDs begin with these bytes, as hexadecimal digits. */
export const startsWithBytes = (digits: string): Sql =>
  asSql(`substring(${bytes}, 1, ${checkedDigits(digits).length / 2}) = unhex('${digits}')`);

const indexDigits = 8;

/** New IDs for the rows of a SELECT: 24 hexadecimal digits, then a number that no other row has. */
export function rowIds(prefix: string): Sql {
  const at = [0, 8, 12, 16, 20, 24];
  const dashed = at
    .slice(1)
    .map((end, index) => checkedDigits(prefix).slice(at[index], end))
    .join('-');
  return asSql(
    `toUUID(concat('${dashed}', lower(leftPad(hex(rowNumberInAllBlocks()), ${indexDigits}, '0'))))`,
  );
}

function checkedDigits(digits: string): string {
  if (!/^[0-9a-f]+$/.test(digits)) throw new Error(`"${digits}" are not hexadecimal digits`);
  return digits;
}
