/**
 * Every engine function that a statement in PostgreSQL's dialect may compile to. None of them reads a file, a table, the
 * network, the session or the machine. Functions whose result can grow are bounded where the term is built.
 */
export const functionNames = [
  ...['plus', 'minus', 'multiply', 'divide', 'intDiv', 'modulo', 'negate', 'abs', 'sign'],
  ...['divideDecimal', 'round', 'roundBankers', 'floor', 'ceil', 'trunc', 'sqrt', 'exp', 'ln'],
  ...['log10', 'pow', 'pi', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'degrees', 'radians'],
  ...['gcd', 'cbrt', 'positiveModulo', 'isFinite', 'generateUUIDv4'],
  ...['equals', 'notEquals', 'less', 'lessOrEquals', 'greater', 'greaterOrEquals'],
  ...['and', 'or', 'not', 'isNull', 'isNotNull', 'if', 'multiIf', 'coalesce', 'ifNull'],
  ...['nullIf', 'least', 'greatest', 'throwIf', 'in', 'isNotDistinctFrom', 'grouping'],
  ...['concat', 'lengthUTF8', 'length', 'lowerUTF8', 'upperUTF8', 'substringUTF8', 'leftUTF8', 'rightUTF8'],
  ...['positionUTF8', 'reverseUTF8', 'trimBoth', 'trimLeft', 'trimRight', 'replaceAll', 'translateUTF8'],
  ...['leftPadUTF8', 'rightPadUTF8', 'repeat', 'splitByString', 'startsWith', 'printf', 'hex'],
  ...[
    'MD5',
    'SHA224',
    'SHA256',
    'SHA384',
    'SHA512',
    'base64Encode',
    'base64Decode',
    'unhex',
    'isValidUTF8',
    'isNaN',
    'lower',
    'like',
    'ilike',
    'match',
    'extract',
    'extractAll',
    'replaceRegexpOne',
    'replaceRegexpAll',
    'toString',
    'toDecimalString',
  ],
  ...['toFloat64', 'toInt128', 'toInt64'],
  ...['toYear', 'toQuarter', 'toMonth', 'toDayOfYear', 'toDayOfMonth', 'toISOWeek'],
  ...['toISOYear', 'toHour', 'toMinute', 'toSecond', 'toDayOfWeek', 'toUnixTimestamp64Micro'],
  ...['fromUnixTimestamp64Micro', 'addMonths', 'addDays', 'addMicroseconds', 'now64', 'toTimeZone'],
  ...['timeZoneOffset', 'addSeconds'],
  ...['JSONExtractRaw', 'JSONExtract', 'JSONType', 'JSONHas', 'JSONLength', 'JSONExtractArrayRaw'],
  ...['JSONExtractKeys', 'toJSONString', 'isValidJSON'],
  ...['accurateCastOrNull', 'parseDateTime64BestEffortOrNull', 'toMillisecond', 'toUnixTimestamp64Milli'],
  ...['array', 'arrayElement', 'arrayMap', 'arrayFilter', 'arraySort', 'arrayReverseSort'],
  ...['arrayStringConcat', 'arrayConcat', 'arraySlice', 'arrayJoin', 'arrayDistinct', 'has'],
  ...['bitAnd', 'bitOr', 'bitXor', 'bitShiftLeft', 'bitShiftRight', 'randCanonical', 'char', 'ascii'],
  ...['substring', 'extractGroups', 'arrayExists'],
  ...['indexOf', 'range', 'tuple', 'tupleElement', 'empty', 'materialize'],
] as const;

export type FunctionName = (typeof functionNames)[number];

export const aggregateNames = [
  ...['count', 'sum', 'sumDistinct', 'avg', 'avgDistinct', 'min', 'max', 'uniqExact', 'groupArray'],
  ...['groupUniqArray', 'stddevPopStable', 'stddevSampStable', 'varPopStable'],
  ...[
    'varSampStable',
    'corrStable',
    'covarPopStable',
    'covarSampStable',
    'groupBitAnd',
    'groupBitOr',
    'groupBitXor',
  ],
  ...['ntile', 'lag', 'lead'],
  ...[
    'row_number',
    'rank',
    'dense_rank',
    'percent_rank',
    'cume_dist',
    'first_value',
    'last_value',
    'nth_value',
  ],
] as const;

export type AggregateName = (typeof aggregateNames)[number];
