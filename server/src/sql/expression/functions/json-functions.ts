import { engineFunctions } from './engine-function.js';

/** Over a JSON column or any JSON text. Indexes here are the engine's: from 1. */
export const jsonFunctions = engineFunctions({
  JSONHas: 'string any* -> boolean',
  JSONLength: 'string any* -> integer',
  JSONType: 'string any* -> string',
  JSONExtractString: 'string any* -> string',
  JSONExtractInt: 'string any* -> integer',
  JSONExtractUInt: 'string any* -> integer',
  JSONExtractFloat: 'string any* -> number',
  JSONExtractBool: 'string any* -> boolean',
  JSONExtractRaw: 'string any* -> string',
  JSONExtractArrayRaw: 'string any* -> array',
  JSONExtractKeys: 'string any* -> array',
  JSON_VALUE: 'string literal -> string',
  JSON_EXISTS: 'string literal -> boolean',
  isValidJSON: 'string -> boolean',
});
