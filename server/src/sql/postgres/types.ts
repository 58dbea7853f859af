import type { ColumnType, DeclaredType } from '../../catalog/column.js';
import { decimalSize } from '../../catalog/decimal-size.js';

/**
 * The supported PostgreSQL types: those of Data Pool columns and of values computed from them. `unknown` is a quoted
 * literal or NULL whose type is not determined yet.
 */
export type PgType =
  | { readonly name: ScalarName }
  | NumericType
  | { readonly name: 'array'; readonly of: PgType };

export interface NumericType {
  readonly name: 'numeric';
  /** The number of decimals that the engine stores. */
  readonly scale: number;
  /** Whether PostgreSQL would show exactly `scale` decimals. */
  readonly shown: boolean;
  /** The maximum number of digits before the point, if a tighter bound than the engine's is known. */
  readonly whole?: number;
  /** How many digits the engine's type has. Set for a stored column, which has fewer than what is computed. */
  readonly digits?: number;
}

export type ScalarName =
  | 'bool'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'float4'
  | 'float8'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'interval'
  | 'json'
  | 'bytea'
  /** The literal 'NaN' as a float or numeric, which can only be compared. */
  | 'nan'
  | 'unknown';

type TypeName = PgType['name'];

export const scalar = (name: ScalarName): PgType => ({ name });
export const boolType = scalar('bool');
export const int4Type = scalar('int4');
export const int8Type = scalar('int8');
export const float8Type = scalar('float8');
export const textType = scalar('text');
export const dateType = scalar('date');
export const timestampType = scalar('timestamp');
export const timestamptzType = scalar('timestamptz');
export const byteaType = scalar('bytea');
export const jsonType = scalar('json');
export const unknownType = scalar('unknown');
export const numeric = (scale: number, shown = false, whole?: number): PgType => ({
  name: 'numeric',
  scale,
  shown,
  ...(whole === undefined ? {} : { whole }),
});
export const arrayOf = (of: PgType): PgType => ({ name: 'array', of });

/** The type of values that are computed from numbers of a type. */
export const computed = ({ digits: _, ...type }: NumericType): NumericType => type;

const typesOfColumns: Readonly<Record<Exclude<ColumnType, 'COLUMNSTORE' | 'DECIMAL'>, PgType>> = {
  BOOLEAN: boolType,
  STRING: textType,
  FLOAT: scalar('float4'),
  DOUBLE: float8Type,
  // PostgreSQL has no one-byte integer.
  INT8: scalar('int2'),
  INT16: scalar('int2'),
  INT32: int4Type,
  INT64: int8Type,
  DATE: dateType,
  TIMESTAMP: timestampType,
  JSON: jsonType,
};

/** Returns null for a type that exists only in the engine. */
export function typeOfColumn(declared: DeclaredType): PgType | null {
  if (declared.type === 'COLUMNSTORE') return null;
  if (declared.type !== 'DECIMAL') return typesOfColumns[declared.type];
  const { precision, scale } = decimalSize(declared);
  return { name: 'numeric', scale, shown: true, whole: precision - scale, digits: precision };
}

const engineTypes: Readonly<Record<Exclude<ScalarName, 'interval' | 'nan' | 'unknown'>, string>> = {
  bool: 'Bool',
  int2: 'Int16',
  int4: 'Int32',
  int8: 'Int64',
  float4: 'Float32',
  float8: 'Float64',
  text: 'String',
  date: 'Date32',
  timestamp: "DateTime64(6, 'UTC')",
  timestamptz: "DateTime64(6, 'UTC')",
  json: 'String',
  bytea: 'String',
};

export const decimalDigits = 76;

const integerDigits: Partial<Record<TypeName, number>> = { int2: 5, int4: 10, int8: 19 };

/** The maximum number of digits before the point. */
export function wholeDigits(type: PgType): number {
  if (type.name === 'numeric') return type.whole ?? decimalDigits - type.scale;
  return integerDigits[type.name] ?? decimalDigits;
}

/** The engine's type that holds a PostgreSQL type's values. */
export function engineType(type: PgType, nullable: boolean): string {
  if (type.name === 'array') return `Array(${engineType(type.of, true)})`;
  const inner = plainEngineType(type);
  return nullable ? `Nullable(${inner})` : inner;
}

function plainEngineType(type: Exclude<PgType, { name: 'array' }>): string {
  if (type.name === 'numeric') return `Decimal(${type.digits ?? decimalDigits}, ${type.scale})`;
  if (type.name === 'interval' || type.name === 'nan' || type.name === 'unknown') return 'String';
  return engineTypes[type.name];
}

export const isInteger = (type: PgType) =>
  type.name === 'int2' || type.name === 'int4' || type.name === 'int8';
export const isFloat = (type: PgType) => type.name === 'float4' || type.name === 'float8';
export const isNumber = (type: PgType) => isInteger(type) || isFloat(type) || type.name === 'numeric';
export const isTimestamp = (type: PgType) => type.name === 'timestamp' || type.name === 'timestamptz';
export const isTime = (type: PgType) => type.name === 'date' || isTimestamp(type);

const shownNames: Readonly<Record<TypeName, string>> = {
  bool: 'boolean',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  float4: 'real',
  float8: 'double precision',
  text: 'text',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamp with time zone',
  interval: 'interval',
  json: 'jsonb',
  bytea: 'bytea',
  nan: 'NaN, which can only be compared',
  unknown: 'unknown',
  numeric: 'numeric',
  array: 'array',
};

export const nameOf = (type: PgType): string =>
  type.name === 'array' ? `${shownNames[type.of.name]}[]` : shownNames[type.name];
