import { aliases, engineFunctions } from './engine-function.js';

/**
 * Left out on purpose: repeat, space, leftPad and rightPad (huge values from small text), the edit distances
 * (deaf to time limits for long strings), multiMatch (large automata), format (another language in each dialect).
 */
const plain = engineFunctions({
  lowerUTF8: 'string -> string',
  upperUTF8: 'string -> string',
  lengthUTF8: 'string -> integer',
  substringUTF8: 'string integer integer? -> string',
  leftUTF8: 'string integer -> string',
  rightUTF8: 'string integer -> string',
  positionUTF8: 'string string -> integer',
  positionCaseInsensitiveUTF8: 'string string -> integer',
  reverseUTF8: 'string -> string',
  trimBoth: 'string literal? -> string',
  trimLeft: 'string literal? -> string',
  trimRight: 'string literal? -> string',
  concat: 'any any* -> string',
  concatWithSeparator: 'literal any any* -> string',
  startsWith: 'string string -> boolean',
  endsWith: 'string string -> boolean',
  empty: 'sized -> boolean',
  notEmpty: 'sized -> boolean',
  match: 'string pattern -> boolean',
  extract: 'string pattern -> string',
  extractAll: 'string pattern -> array',
  countSubstrings: 'string string -> integer',
  splitByChar: 'literal string -> array',
  splitByString: 'literal string -> array',
  toString: 'any -> string',
  ascii: 'string -> integer',
  domain: 'string -> string',
  domainWithoutWWW: 'string -> string',
  topLevelDomain: 'string -> string',
  path: 'string -> string',
  protocol: 'string -> string',
  queryString: 'string -> string',
  extractURLParameter: 'string literal -> string',
  cutQueryString: 'string -> string',
  decodeURLComponent: 'string -> string',
  base64Decode: 'string -> string',
  unhex: 'string -> string',
  isValidUTF8: 'string -> boolean',
});

const growing = engineFunctions(
  {
    replaceAll: 'string string string -> string',
    replaceOne: 'string string string -> string',
    replaceRegexpAll: 'string pattern string -> string',
    replaceRegexpOne: 'string pattern string -> string',
    translateUTF8: 'string literal literal -> string',
    hex: 'any -> string',
    base64Encode: 'string -> string',
    encodeURLComponent: 'string -> string',
    arrayStringConcat: 'array literal? -> string',
  },
  { grows: true },
);

/** Where PostgreSQL counts characters and the engine bytes, the plain name counts characters. */
export const textFunctions = [
  ...plain,
  ...growing,
  ...aliases(plain, {
    lower: 'lowerUTF8',
    lcase: 'lowerUTF8',
    upper: 'upperUTF8',
    ucase: 'upperUTF8',
    char_length: 'lengthUTF8',
    character_length: 'lengthUTF8',
    substring: 'substringUTF8',
    substr: 'substringUTF8',
    mid: 'substringUTF8',
    left: 'leftUTF8',
    right: 'rightUTF8',
    position: 'positionUTF8',
    strpos: 'positionUTF8',
    positionCaseInsensitive: 'positionCaseInsensitiveUTF8',
    reverse: 'reverseUTF8',
    trim: 'trimBoth',
    btrim: 'trimBoth',
    ltrim: 'trimLeft',
    rtrim: 'trimRight',
    concat_ws: 'concatWithSeparator',
    starts_with: 'startsWith',
  }),
  ...aliases(growing, {
    replace: 'replaceAll',
    translate: 'translateUTF8',
  }),
];
