import type { Column, ColumnType } from '../catalog/column.js';

/**
 * The engine's type of each column type. Dates and times take the wide kinds, whose range is 1900 to 2299
 * and outside of which the intake refuses. JSON is kept as its text: the engine's own JSON type drops
 * nulls and empty objects, reorders keys and refuses what JSON allows, and takes two to three times as
 * long to insert; text keeps an event exactly as it was sent.
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
  if (type === 'COLUMNSTORE') throw new Error('A COLUMNSTORE column has no type that Weir could create');
  const engineType = columnStoreTypes[type];
  return nullable ? `Nullable(${engineType})` : engineType;
}
