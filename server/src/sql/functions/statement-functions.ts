import { aliases, engineFunctions } from './engine-function.js';

/**
 * Functions that only statements have. The names of most mean something else in PostgreSQL. A statement in the engine's dialect
 * has them as the engine does: text is bytes, and `lower` knows only ASCII. Both dialects can read an expression, which means
 * the same in both. `range` and `arrayJoin` make rows or long arrays, which only the limits of a statement bound.
 */
const plain = engineFunctions({
  lower: 'string -> string',
  upper: 'string -> string',
  length: 'sized -> integer',
  substring: 'string integer integer? -> string',
  position: 'string string -> integer',
  positionCaseInsensitive: 'string string -> integer',
  left: 'string integer -> string',
  right: 'string integer -> string',
  reverse: 'sized -> $0',
  log: 'number -> number',
  range: 'integer integer? integer? -> array',
  arrayJoin: 'array -> unknown',
  finalizeAggregation: 'state -> unknown',
});

const growing = engineFunctions(
  {
    format: 'literal any any* -> string',
    leftPad: 'string length literal? -> string',
    rightPad: 'string length literal? -> string',
  },
  { grows: true },
);

export const statementFunctions = [
  ...plain,
  ...growing,
  ...aliases(plain, {
    lcase: 'lower',
    ucase: 'upper',
    octet_length: 'length',
    substr: 'substring',
    mid: 'substring',
    byteSlice: 'substring',
  }),
  ...aliases(growing, { lpad: 'leftPad', rpad: 'rightPad' }),
];
