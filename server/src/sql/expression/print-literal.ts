import { timeYearMax, timeYearMin } from '../../base/time-limits.js';
import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';
import { type BoundType, InlineValues, type Values } from '../values.js';
import type { Literal } from './expr.js';

export function printLiteral({ type, text, isShape }: Literal, values: Values): Sql {
  if (isShape) return new InlineValues().add(type === 'integer' ? 'UInt32' : 'String', text);
  switch (type) {
    case 'null':
      return asSql('NULL');
    case 'boolean':
      return asSql(text === 'true' ? 'true' : 'false');
    case 'string':
      return values.add('String', text);
    case 'integer':
      return values.add(integerType(text), text);
    case 'number':
      return values.add('Float64', text);
    case 'date':
      return isDate32(text)
        ? values.add('Date32', text)
        : values.add("DateTime64(3, 'UTC')", `${text} 00:00:00.000`);
    case 'timestamp':
      return values.add(timestampType(text), text);
  }
}

/** The engine takes any other date for the first or the last of these: such a one is written as a timestamp. */
export const isDate32 = (text: string) => text >= `${timeYearMin}-01-01` && text <= `${timeYearMax}-12-31`;

const int32Max = 2n ** 31n - 1n;
const int64Max = 2n ** 63n - 1n;
const uint64Max = 2n ** 64n - 1n;

function integerType(text: string): BoundType {
  const value = BigInt(text);
  // As narrow as it fits: the engine has no common type for a 64-bit integer and a Float64.
  if (value >= -int32Max - 1n && value <= int32Max) return 'Int32';
  if (value >= -int64Max - 1n && value <= int64Max) return 'Int64';
  return value > 0n && value <= uint64Max ? 'UInt64' : 'Int256';
}

/** As many decimals of a second as were written: cutting them would move the bound of a range. */
function timestampType(text: string): BoundType {
  const decimals = text.length - text.indexOf('.') - 1;
  if (decimals <= 3) return "DateTime64(3, 'UTC')";
  return decimals <= 6 ? "DateTime64(6, 'UTC')" : "DateTime64(9, 'UTC')";
}
