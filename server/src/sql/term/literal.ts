import { timeYearMax, timeYearMin } from '../../base/time-limits.js';
import type { BoundType } from '../values.js';
import { bool, cast, nothing } from './build-term.js';
import type { Term } from './term.js';

/** Numbers are exact decimal text, that of a decimal without an exponent; dates and timestamps are UTC, in the engine's own notation. */
export interface Literal {
  readonly type: 'boolean' | 'integer' | 'number' | 'decimal' | 'string' | 'date' | 'timestamp' | 'null';
  readonly text: string;
  /** The value's spelling where text is needed. Only set for policy values that are not strings. */
  readonly spelled?: string;
}

/** A literal as a bound value. */
export function literalTerm({ type, text }: Literal): Term {
  switch (type) {
    case 'null':
      return nothing;
    case 'boolean':
      return bool(text === 'true');
    case 'string':
      return bound('String', text);
    case 'integer':
      return bound(integerType(text), text);
    case 'number':
      return bound('Float64', text);
    case 'decimal':
      return cast(bound('String', text), `Decimal(76, ${text.length - text.indexOf('.') - 1})`);
    case 'date':
      return isDate32(text) ? bound('Date32', text) : bound("DateTime64(3, 'UTC')", `${text} 00:00:00.000`);
    case 'timestamp':
      return bound(timestampType(text), text);
  }
}

const bound = (type: BoundType, text: string): Term => ({ kind: 'value', type, text });

/** The engine clips dates outside this range, so they are written as timestamps. */
export const isDate32 = (text: string) => text >= `${timeYearMin}-01-01` && text <= `${timeYearMax}-12-31`;

const int32Max = 2n ** 31n - 1n;
const int64Max = 2n ** 63n - 1n;
const uint64Max = 2n ** 64n - 1n;

function integerType(text: string): BoundType {
  const value = BigInt(text);
  // Use the narrowest type: the engine has no common type for a 64-bit integer and a Float64.
  if (value >= -int32Max - 1n && value <= int32Max) return 'Int32';
  if (value >= -int64Max - 1n && value <= int64Max) return 'Int64';
  return value > 0n && value <= uint64Max ? 'UInt64' : 'Int256';
}

/** Keeps all written decimals of a second: dropping some would move the bound of a range. */
function timestampType(text: string): BoundType {
  const decimals = text.length - text.indexOf('.') - 1;
  if (decimals <= 3) return "DateTime64(3, 'UTC')";
  return decimals <= 6 ? "DateTime64(6, 'UTC')" : "DateTime64(9, 'UTC')";
}
