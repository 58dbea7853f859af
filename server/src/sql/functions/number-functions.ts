import { aliases, engineFunction, engineFunctions } from './engine-function.js';

const plain = engineFunctions({
  abs: 'number -> $0',
  sign: 'number -> integer',
  round: 'number integer? -> number',
  floor: 'number integer? -> number',
  ceil: 'number integer? -> number',
  trunc: 'number integer? -> number',
  sqrt: 'number -> number',
  cbrt: 'number -> number',
  exp: 'number -> number',
  exp2: 'number -> number',
  exp10: 'number -> number',
  // `log` is only in statements: it is base 10 in PostgreSQL and natural in the engine.
  ln: 'number -> number',
  log2: 'number -> number',
  log10: 'number -> number',
  pow: 'number number -> number',
  sin: 'number -> number',
  cos: 'number -> number',
  tan: 'number -> number',
  asin: 'number -> number',
  acos: 'number -> number',
  atan: 'number -> number',
  atan2: 'number number -> number',
  pi: '-> number',
  degrees: 'number -> number',
  radians: 'number -> number',
  intDiv: 'number number -> integer',
  intDivOrZero: 'number number -> integer',
  modulo: 'number number -> number',
  positiveModulo: 'number number -> number',
  plus: 'number number -> number',
  minus: 'number number -> number',
  multiply: 'number number -> number',
  divide: 'number number -> number',
  negate: 'number -> number',
  gcd: 'integer integer -> integer',
  lcm: 'integer integer -> integer',
  bitAnd: 'integer integer -> integer',
  bitOr: 'integer integer -> integer',
  bitXor: 'integer integer -> integer',
  isNaN: 'number -> boolean',
  isFinite: 'number -> boolean',
  isInfinite: 'number -> boolean',
  roundToExp2: 'number -> number',
  roundDown: 'number constants -> number',
  roundAge: 'number -> integer',
  roundDuration: 'number -> integer',
  tanh: 'number -> number',
  sigmoid: 'number -> number',
  bitShiftLeft: 'integer integer -> integer',
  bitShiftRight: 'integer integer -> integer',
  bitCount: 'integer -> integer',
  bitTest: 'integer integer -> integer',
  moduloOrZero: 'number number -> number',
  ifNotFinite: 'number number -> number',
  formatReadableSize: 'number -> string',
  formatReadableDecimalSize: 'number -> string',
  formatReadableQuantity: 'number -> string',
  formatReadableTimeDelta: 'number -> string',
  roundBankers: 'number integer? -> number',
  printf: 'digits number -> string',
  geoDistance: 'number number number number -> number',
  greatCircleDistance: 'number number number number -> number',
});

const integerTypes = ['Int8', 'Int16', 'Int32', 'Int64', 'Int128', 'UInt8', 'UInt16', 'UInt32', 'UInt64'];
const floatTypes = ['Float32', 'Float64'];

function conversions(types: readonly string[], returns: 'integer' | 'number') {
  return types.flatMap((type) => [
    engineFunction(`to${type}`, `any -> ${returns}`),
    engineFunction(`to${type}OrNull`, `string -> ${returns}`),
    engineFunction(`to${type}OrZero`, `string -> ${returns}`),
  ]);
}

/** The last argument is the number of decimals. */
const decimals = ['Decimal32', 'Decimal64', 'Decimal128', 'Decimal256'].flatMap((type) => [
  engineFunction(`to${type}`, 'any decimals -> number'),
  engineFunction(`to${type}OrNull`, 'string decimals -> number'),
  engineFunction(`to${type}OrZero`, 'string decimals -> number'),
]);

export const numberFunctions = [
  ...plain,
  ...decimals,
  ...conversions(integerTypes, 'integer'),
  ...conversions(floatTypes, 'number'),
  ...aliases(plain, { ceiling: 'ceil', truncate: 'trunc', power: 'pow', mod: 'modulo', div: 'intDiv' }),
];
