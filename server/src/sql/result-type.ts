import type { ColumnType, DeclaredType } from '../catalog/column.js';
import { decimalRules } from '../catalog/decimal-size.js';
import { type EngineType, withoutWrappers } from './engine-type.js';

export interface ResultType extends DeclaredType {
  readonly isNullable: boolean;
}

/**
 * The API's column type for each engine type. Unsigned integers map to the signed type that can hold them; UInt64, the
 * type of every count, maps to INT64. Decimals that no column can store map to DOUBLE, so that clients treat them as numbers;
 * their cells stay exact. All other types are COLUMNSTORE.
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

/** The column type of a result column, from the engine's type name. */
export function resultType(engineType: string): ResultType {
  const { type, nullable } = withoutWrappers(engineType);
  const found = Object.hasOwn(columnTypes, type.name) ? columnTypes[type.name] : undefined;
  return {
    type: found ?? 'COLUMNSTORE',
    isNullable: nullable || type.name === 'Nothing',
    ...(type.name === 'Decimal' && sizeOf(type)),
  };
}

/** The engine computes with more digits than a column can have. */
function sizeOf({ args }: EngineType): DeclaredType {
  const { precisionMax } = decimalRules;
  const [precision = 0, scale = 0] = args.map(Number);
  if (scale > precisionMax) return { type: 'DOUBLE' };
  return { type: 'DECIMAL', precision: Math.min(precision, precisionMax), scale };
}
