import type { Column } from '../catalog/column.js';
import type { ValueType } from './functions/value-type.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

/**
 * The expression by which a value is sorted and grouped. Values that are shown as null (NaN and the infinities) sort as
 * null, and -0 equals 0. So rows that look equal are equal, and comparisons never see a NaN.
 */
export interface SortValue {
  readonly expr: Sql;
  readonly nullable: boolean;
  /** Whether the text may not be valid UTF-8, so that positions must store its bytes. */
  readonly hex: boolean;
}

const oneZero = (expr: Sql) =>
  asSql(`multiIf(NOT isFinite(${expr}), NULL, ${expr} = 0, abs(${expr}), ${expr})`);
/**
 * Works for floats, decimals and integers: the engine's isFinite rejects decimals, and abs changes the type of an integer.
 * Adding 0 turns -0 into 0.
 */
const oneZeroOfAny = (expr: Sql) => asSql(`if(isFinite(toFloat64(${expr})), ${expr} + 0, NULL)`);

export function columnSortValue({ name, type, nullable }: Column): SortValue {
  const expr = quoteIdentifier(name);
  if (type === 'FLOAT' || type === 'DOUBLE') return { expr: oneZero(expr), nullable: true, hex: false };
  return { expr, nullable: nullable || type === 'COLUMNSTORE', hex: false };
}

/** A Metric can have any type. Its alias refers to the value. */
export function metricSortValue(expr: Sql, type: ValueType): SortValue {
  switch (type) {
    case 'number':
      return { expr: oneZeroOfAny(expr), nullable: true, hex: false };
    case 'integer':
    case 'boolean':
    case 'date':
    case 'timestamp':
      return { expr, nullable: true, hex: false };
    case 'unknown':
      return {
        expr: asSql(`if(toString(${expr}) IN ('nan', '-nan', 'inf', '-inf'), NULL, ${expr})`),
        nullable: true,
        hex: true,
      };
    default:
      return { expr, nullable: true, hex: true };
  }
}
