import { engineFunctions } from './engine-function.js';

/** Left out on purpose: range, arrayWithConstant, arrayResize (huge arrays from short texts), arrayJoin (adds rows). */
export const arrayFunctions = engineFunctions({
  has: 'array any -> boolean',
  hasAll: 'array array -> boolean',
  hasAny: 'array array -> boolean',
  indexOf: 'array any -> integer',
  length: 'sized -> integer',
  countEqual: 'array any -> integer',
  arrayElement: 'array integer -> unknown',
  arraySlice: 'array integer integer? -> array',
  arrayDistinct: 'array -> array',
  arrayUniq: 'array -> integer',
  arraySort: 'array -> array',
  arrayReverse: 'array -> array',
  arrayCompact: 'array -> array',
  arrayConcat: 'array array array* -> array',
  arrayMap: 'lambda array -> array',
  arrayFilter: 'lambda array -> array',
  arrayExists: 'lambda array -> boolean',
  arrayAll: 'lambda array -> boolean',
  arrayCount: 'lambda array -> integer',
  arrayFirst: 'lambda array -> unknown',
  arraySum: 'array -> number',
  arrayAvg: 'array -> number',
  arrayMin: 'array -> unknown',
  arrayMax: 'array -> unknown',
});
