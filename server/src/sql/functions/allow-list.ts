import { aggregateFunctions } from './aggregate-functions.js';
import { arrayFunctions } from './array-functions.js';
import { type Combinator, combinatorNames, combined, splitsOf } from './combinators.js';
import type { EngineFunction } from './engine-function.js';
import { generalFunctions } from './general-functions.js';
import { jsonFunctions } from './json-functions.js';
import { numberFunctions } from './number-functions.js';
import { statementFunctions } from './statement-functions.js';
import { textFunctions } from './text-functions.js';
import { timeFunctions } from './time-functions.js';

/** Every function of the engine's dialect, together with those that only statements have. Users cannot call any other. */
export const functionGroups: Readonly<Record<string, readonly EngineFunction[]>> = {
  Text: textFunctions,
  Numbers: numberFunctions,
  'Dates and times': timeFunctions,
  JSON: jsonFunctions,
  Arrays: arrayFunctions,
  'Conditions and hashes': generalFunctions,
  Aggregates: aggregateFunctions,
};

export const allowedFunctions: readonly EngineFunction[] = Object.values(functionGroups).flat();

const byName = new Map(allowedFunctions.map((fn) => [fn.name.toLowerCase(), fn]));
const inStatements = new Map(statementFunctions.map((fn) => [fn.name.toLowerCase(), fn]));

export interface FoundFunction {
  readonly fn: EngineFunction;
  /** Called with the suffix `If`, as in `sumIf`: the last argument is a condition. */
  readonly conditional: boolean;
  /** Called with the suffix `Distinct`, as in `sumDistinct`. */
  readonly distinct: boolean;
}

/** Finds a function of the tables by its whole name, ignoring case. */
export const namedFunction = (name: string): EngineFunction | null => byName.get(name.toLowerCase()) ?? null;

const plainly = (fn: EngineFunction | undefined): FoundFunction | null =>
  fn === undefined ? null : { fn, conditional: false, distinct: false };

/** Finds a function by name, ignoring case. Aggregates may have the engine's suffixes. */
export function findFunction(
  name: string,
  of: 'expression' | 'statement' = 'expression',
): FoundFunction | null {
  const folded = name.toLowerCase();
  const own = of === 'statement' ? inStatements.get(folded) : undefined;
  return plainly(own ?? byName.get(folded)) ?? combinedFunction(folded);
}

const suffixNames = ['If', 'Distinct', ...combinatorNames];

function combinedFunction(name: string): FoundFunction | null {
  for (const { base, suffixes } of splitsOf(name, suffixNames)) {
    const fn = byName.get(base);
    if (fn === undefined || !fn.aggregate || new Set(suffixes).size < suffixes.length) continue;
    const merged = suffixes.findIndex((suffix) => suffix.startsWith('Merge'));
    const others = suffixes.filter((suffix) => suffix !== 'If' && suffix !== 'Distinct');
    const distinct = suffixes[0] === 'Distinct';
    if (suffixes.includes('Distinct') && (!distinct || others.length > 0)) continue;
    return {
      fn: combined(fn, others as Combinator[]),
      // The condition of `sumIfMerge(state)` is part of the state: `sumIf` and `sum` have the same states.
      conditional: suffixes.includes('If') && !(merged >= 0 && suffixes.indexOf('If') < merged),
      distinct,
    };
  }
  return null;
}
