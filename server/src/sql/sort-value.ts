import type { Column } from '../catalog/column.js';
import type { ValueType } from './functions/value-type.js';
import { quoteIdentifier } from './identifier.js';
import type { Sql } from './sql-text.js';
import { asSql } from './trusted-text.js';

/**
 * What a value is ordered and grouped by. What is shown as null — NaN, the infinities — has the place of null;
 * the two zeros are one. So rows that look equal are equal, and a comparison never meets a value that
 * compares with nothing.
 */
export interface SortValue {
  readonly expr: Sql;
  readonly nullable: boolean;
  /** Not known to be valid text: positions must hold its bytes. */
  readonly hex: boolean;
}

const oneZero = (expr: Sql) =>
  asSql(`multiIf(NOT isFinite(${expr}), NULL, ${expr} = 0, abs(${expr}), ${expr})`);
/**
 * A number may also be a decimal, of which the engine will not be asked whether it is finite, or an integer, whose
 * absolute value is of another type. Adding 0 makes the two zeros one in any of them.
 */
const oneZeroOfAny = (expr: Sql) => asSql(`if(isFinite(toFloat64(${expr})), ${expr} + 0, NULL)`);

export function columnSortValue({ name, type, nullable }: Column): SortValue {
  const expr = quoteIdentifier(name);
  if (type === 'FLOAT' || type === 'DOUBLE') return { expr: oneZero(expr), nullable: true, hex: false };
  return { expr, nullable: nullable || type === 'COLUMNSTORE', hex: false };
}

/** A Metric may give anything; its own name stands for the value. */
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
