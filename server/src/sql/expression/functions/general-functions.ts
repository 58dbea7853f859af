import { engineFunctions } from './engine-function.js';

/** Conditionals, NULL, and hashes. `if`, `coalesce` and their like bring their branches to one type first. */
export const generalFunctions = engineFunctions({
  if: 'boolean any any -> $1',
  coalesce: 'any any* -> $0',
  ifNull: 'any any -> $0',
  nullIf: 'any any -> $0',
  assumeNotNull: 'any -> $0',
  toNullable: 'any -> $0',
  isNull: 'any -> boolean',
  isNotNull: 'any -> boolean',
  least: 'any any* -> $0',
  greatest: 'any any* -> $0',
  not: 'boolean -> boolean',
  and: 'boolean boolean boolean* -> boolean',
  or: 'boolean boolean boolean* -> boolean',
  xor: 'boolean boolean -> boolean',
  equals: 'any any -> boolean',
  notEquals: 'any any -> boolean',
  less: 'any any -> boolean',
  lessOrEquals: 'any any -> boolean',
  greater: 'any any -> boolean',
  greaterOrEquals: 'any any -> boolean',
  toBool: 'any -> boolean',
  cityHash64: 'any any* -> integer',
  sipHash64: 'any any* -> integer',
  xxHash64: 'any any* -> integer',
  intHash64: 'integer -> integer',
  MD5: 'string -> string',
  SHA1: 'string -> string',
  SHA256: 'string -> string',
});

/** Functions whose branches or sides have to agree on a type, and from which argument on. */
export const unifyingFunctions: Readonly<Record<string, number>> = {
  if: 1,
  coalesce: 0,
  ifNull: 0,
  nullIf: 0,
  least: 0,
  greatest: 0,
  equals: 0,
  notEquals: 0,
  less: 0,
  lessOrEquals: 0,
  greater: 0,
  greaterOrEquals: 0,
};
