import type { Column } from '../catalog/column.js';
import { asSql, quoteIdentifier, type Sql } from './identifier.js';

const floatZeros: Readonly<Partial<Record<Column['type'], string>>> = {
  FLOAT: 'toFloat32(0)',
  DOUBLE: 'toFloat64(0)',
};

/**
 * A column to group by, so that groups which look the same are the same: NaN and infinities are shown as
 * null and belong to its group, and minus zero belongs to zero's.
 */
export function groupKeySql({ name, type }: Pick<Column, 'name' | 'type'>): Sql {
  const column = quoteIdentifier(name);
  const zero = floatZeros[type];
  return zero === undefined
    ? column
    : asSql(`multiIf(${column} = 0, ${zero}, isFinite(${column}), ${column}, NULL)`);
}
