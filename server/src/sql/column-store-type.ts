import type { ColumnType, DeclaredType } from '../catalog/column.js';
import { decimalSize } from '../catalog/decimal-size.js';

/**
 * The engine's type of each column type. Dates and times use the wide types, whose range is 1900 to 2299; the intake
 * refuses values outside. JSON is stored as text, exactly as it was sent. The engine's JSON type drops nulls and empty
 * objects, reorders keys, refuses some valid JSON, and takes two to three times as long to insert.
 */
const columnStoreTypes: Readonly<Record<Exclude<ColumnType, 'COLUMNSTORE' | 'DECIMAL'>, string>> = {
  BOOLEAN: 'Bool',
  STRING: 'String',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  INT8: 'Int8',
  INT16: 'Int16',
  INT32: 'Int32',
  INT64: 'Int64',
  DATE: 'Date32',
  TIMESTAMP: "DateTime64(3, 'UTC')",
  JSON: 'String',
};

export function columnStoreType(column: DeclaredType & { readonly nullable: boolean }): string {
  const engineType = plainType(column);
  return column.nullable ? `Nullable(${engineType})` : engineType;
}

function plainType(declared: DeclaredType): string {
  if (declared.type === 'COLUMNSTORE') throw new Error('a COLUMNSTORE column cannot be created');
  if (declared.type !== 'DECIMAL') return columnStoreTypes[declared.type];
  const { precision, scale } = decimalSize(declared);
  return `Decimal(${precision}, ${scale})`;
}
