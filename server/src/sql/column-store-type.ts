import type { Column, ColumnType } from '../catalog/column.js';

/**
 * The engine's type of each column type. Dates and times use the wide types, whose range is 1900 to 2299; the intake
 * refuses values outside. JSON is stored as text, exactly as it was sent. The engine's JSON type drops nulls and empty
 * objects, reorders keys, refuses some valid JSON, and takes two to three times as long to insert.
 */
const columnStoreTypes: Readonly<Record<Exclude<ColumnType, 'COLUMNSTORE'>, string>> = {
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

export function columnStoreType({ type, nullable }: Pick<Column, 'type' | 'nullable'>): string {
  if (type === 'COLUMNSTORE') throw new Error('a COLUMNSTORE column cannot be created');
  const engineType = columnStoreTypes[type];
  return nullable ? `Nullable(${engineType})` : engineType;
}
