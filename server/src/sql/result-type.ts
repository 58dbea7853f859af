import type { ColumnType } from '../catalog/column.js';
import { withoutWrappers } from './engine-type.js';

export interface ResultType {
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

/**
 * What the specification calls each of the engine's types. Unsigned integers take the signed type that
 * holds them; UInt64, the type of every count, takes INT64. Decimals are DOUBLE to a client that wants to
 * know whether it may draw a number; their cells stay exact. Whatever is not here is COLUMNSTORE.
 */
const columnTypes: Readonly<Record<string, ColumnType>> = {
  Bool: 'BOOLEAN',
  String: 'STRING',
  FixedString: 'STRING',
  UUID: 'STRING',
  Enum8: 'STRING',
  Enum16: 'STRING',
  Float32: 'FLOAT',
  Float64: 'DOUBLE',
  Decimal: 'DOUBLE',
  Int8: 'INT8',
  Int16: 'INT16',
  Int32: 'INT32',
  Int64: 'INT64',
  UInt8: 'INT16',
  UInt16: 'INT32',
  UInt32: 'INT64',
  UInt64: 'INT64',
  Date: 'DATE',
  Date32: 'DATE',
  DateTime: 'TIMESTAMP',
  DateTime64: 'TIMESTAMP',
  JSON: 'JSON',
};

/** The column type of a result's column, from the engine's name of its type. */
export function resultType(engineType: string): ResultType {
  const { type, nullable } = withoutWrappers(engineType);
  const found = Object.hasOwn(columnTypes, type.name) ? columnTypes[type.name] : undefined;
  return { type: found ?? 'COLUMNSTORE', isNullable: nullable || type.name === 'Nothing' };
}
