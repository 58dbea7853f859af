import { engineFunctions } from './engine-function.js';

/** Functions of a JSON column or of JSON text. Indexes count from 1, as in the engine. */
export const jsonFunctions = engineFunctions({
  JSONHas: 'json any* -> boolean',
  JSONLength: 'json any* -> integer',
  JSONType: 'json any* -> string',
  JSONExtractString: 'json any* -> string',
  JSONExtractInt: 'json any* -> integer',
  JSONExtractUInt: 'json any* -> integer',
  JSONExtractFloat: 'json any* -> number',
  JSONExtractBool: 'json any* -> boolean',
  JSONExtractRaw: 'json any* -> string',
  JSONExtractArrayRaw: 'json any* -> array',
  JSONExtractKeys: 'json any* -> array',
  JSON_VALUE: 'json literal -> string',
  JSON_EXISTS: 'json literal -> boolean',
  JSONExtractKeysAndValuesRaw: 'json any* -> array',
  JSON_QUERY: 'json literal -> string',
  simpleJSONHas: 'string literal -> boolean',
  simpleJSONExtractString: 'string literal -> string',
  simpleJSONExtractInt: 'string literal -> integer',
  simpleJSONExtractFloat: 'string literal -> number',
  simpleJSONExtractBool: 'string literal -> boolean',
  simpleJSONExtractRaw: 'string literal -> string',
  toJSONString: 'any -> string',
  isValidJSON: 'json -> boolean',
});
