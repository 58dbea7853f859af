import type { ValueType } from '../../functions/value-type.js';
import type { TypeName } from '../syntax.js';
import type { Resolving } from './resolving.js';

interface CastType {
  readonly engineType: string;
  readonly type: ValueType;
  /** Arrays, maps and tuples, which cannot be NULL. */
  readonly isComposite?: boolean;
}

/** The type that a cast to it has in the engine. Every cast keeps NULL where its type can be NULL. */
export const nullableType = ({ engineType, isComposite }: CastType) =>
  isComposite === true ? engineType : `Nullable(${engineType})`;

const timestamp: CastType = { engineType: "DateTime64(3, 'UTC')", type: 'timestamp' };

/** The engine's type names, case-sensitive: `Int8` is 8 bits wide. */
const engineTypes: Readonly<Record<string, CastType>> = {
  Bool: { engineType: 'Bool', type: 'boolean' },
  String: { engineType: 'String', type: 'string' },
  Float32: { engineType: 'Float32', type: 'number' },
  Float64: { engineType: 'Float64', type: 'number' },
  Int8: { engineType: 'Int8', type: 'integer' },
  Int16: { engineType: 'Int16', type: 'integer' },
  Int32: { engineType: 'Int32', type: 'integer' },
  Int64: { engineType: 'Int64', type: 'integer' },
  Int128: { engineType: 'Int128', type: 'integer' },
  UInt8: { engineType: 'UInt8', type: 'integer' },
  UInt16: { engineType: 'UInt16', type: 'integer' },
  UInt32: { engineType: 'UInt32', type: 'integer' },
  UInt64: { engineType: 'UInt64', type: 'integer' },
  Date: { engineType: 'Date32', type: 'date' },
  Date32: { engineType: 'Date32', type: 'date' },
  DateTime: timestamp,
  DateTime64: timestamp,
  UUID: { engineType: 'UUID', type: 'unknown' },
};

/** Whether the engine's dialect has a type of this name, ignoring case. */
export const isEngineType = (name: string) => engineTypeNames.has(name.toLowerCase());

/** PostgreSQL's type names, ignoring case: `int8` is 8 bytes wide. */
const postgresTypes: Readonly<Record<string, CastType>> = {
  bool: { engineType: 'Bool', type: 'boolean' },
  boolean: { engineType: 'Bool', type: 'boolean' },
  text: { engineType: 'String', type: 'string' },
  varchar: { engineType: 'String', type: 'string' },
  string: { engineType: 'String', type: 'string' },
  real: { engineType: 'Float32', type: 'number' },
  float4: { engineType: 'Float32', type: 'number' },
  float8: { engineType: 'Float64', type: 'number' },
  float: { engineType: 'Float64', type: 'number' },
  double: { engineType: 'Float64', type: 'number' },
  'double precision': { engineType: 'Float64', type: 'number' },
  int2: { engineType: 'Int16', type: 'integer' },
  smallint: { engineType: 'Int16', type: 'integer' },
  int4: { engineType: 'Int32', type: 'integer' },
  int: { engineType: 'Int32', type: 'integer' },
  integer: { engineType: 'Int32', type: 'integer' },
  int8: { engineType: 'Int64', type: 'integer' },
  bigint: { engineType: 'Int64', type: 'integer' },
  date: { engineType: 'Date32', type: 'date' },
  timestamp,
  timestamptz: timestamp,
  uuid: { engineType: 'UUID', type: 'unknown' },
};

const decimalPrecisionMax = 76;
const plainDecimal: CastType = { engineType: 'Decimal(38, 10)', type: 'decimal' };

/** Resolves the type of a cast, which must be in the maps above or a decimal. */
export function castType(resolving: Resolving, typeName: TypeName): CastType {
  const { name, args, at } = typeName;
  const folded = name.toLowerCase();
  const [inner] = args;
  // Every cast keeps NULL, so Nullable(…) adds nothing.
  if (folded === 'nullable' && typeof inner === 'object' && args.length === 1)
    return castType(resolving, inner);
  if (folded === 'lowcardinality' && typeof inner === 'object' && args.length === 1)
    return castType(resolving, inner);
  if (Object.hasOwn(compositeLengths, name)) return compositeType(resolving, typeName);
  if (Object.hasOwn(decimalDigits, name) && args.length === 1)
    return decimalType(resolving, { ...typeName, args: [String(decimalDigits[name]), ...args] });
  if (folded === 'decimal' || folded === 'numeric') return decimalType(resolving, typeName);
  const found = own(engineTypes, name) ?? own(postgresTypes, folded);
  const [decimals, zone = 'UTC'] = args;
  if (name === 'DateTime64' && args.length < 3 && (decimals === '6' || decimals === '9') && zone === 'UTC')
    return { engineType: `DateTime64(${decimals}, 'UTC')`, type: 'timestamp' };
  const isTimestamp = found === timestamp && args.every((arg) => arg === '3' || arg === 'UTC');
  if (found === undefined || (args.length > 0 && !isTimestamp)) {
    const written = args.length > 0 ? `${name}(…)` : name;
    throw resolving.refuse(at, `The type ${written} is not supported in a cast.`);
  }
  return found;
}

const decimalDigits: Readonly<Record<string, number>> = {
  Decimal32: 9,
  Decimal64: 18,
  Decimal128: 38,
  Decimal256: 76,
};

const engineTypeNames = new Set(
  [...Object.keys(engineTypes), ...Object.keys(decimalDigits), 'LowCardinality'].map((name) =>
    name.toLowerCase(),
  ),
);

/** The fewest and the most types that are inside. */
const compositeLengths: Readonly<Record<string, readonly [number, number]>> = {
  Array: [1, 1],
  Map: [2, 2],
  Tuple: [1, 20],
};

function compositeType(resolving: Resolving, { name, args, at }: TypeName): CastType {
  const [least, most] = compositeLengths[name] ?? [0, 0];
  const inner = args.map((arg) => {
    if (typeof arg === 'string') throw resolving.refuse(at, `${name} needs types in its brackets.`);
    const found = castType(resolving, arg);
    return arg.name === 'Nullable' ? nullableType(found) : found.engineType;
  });
  if (inner.length < least || inner.length > most)
    throw resolving.refuse(
      at,
      `${name} needs ${least === most ? least : `${least} to ${most}`} types in its brackets.`,
    );
  const type = name === 'Array' ? 'array' : 'unknown';
  return { engineType: `${name}(${inner.join(', ')})`, type, isComposite: true };
}

function decimalType(resolving: Resolving, { args, at }: TypeName): CastType {
  if (args.length === 0) return plainDecimal;
  const [precision, scale = 0] = args.map((arg) =>
    typeof arg === 'string' && /^\d{1,2}$/.test(arg) ? Number(arg) : -1,
  );
  if (
    precision === undefined ||
    args.length > 2 ||
    precision < 1 ||
    precision > decimalPrecisionMax ||
    scale < 0 ||
    scale > precision
  ) {
    throw resolving.refuse(
      at,
      `A decimal must have 1 to ${decimalPrecisionMax} digits, and no more decimals than digits.`,
    );
  }
  return { engineType: `Decimal(${precision}, ${scale})`, type: 'decimal' };
}

function own(types: Readonly<Record<string, CastType>>, name: string): CastType | undefined {
  return Object.hasOwn(types, name) ? types[name] : undefined;
}
