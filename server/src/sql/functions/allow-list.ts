import { aggregateFunctions } from './aggregate-functions.js';
import { arrayFunctions } from './array-functions.js';
import type { EngineFunction } from './engine-function.js';
import { generalFunctions } from './general-functions.js';
import { jsonFunctions } from './json-functions.js';
import { numberFunctions } from './number-functions.js';
import { textFunctions } from './text-functions.js';
import { timeFunctions } from './time-functions.js';

/** Every function of the engine's dialect. What is not here does not exist for users. */
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

export interface FoundFunction {
  readonly fn: EngineFunction;
  /** Called as `sumIf` and not `sum`: the last argument is a condition. */
  readonly conditional: boolean;
  /** Called as `sumDistinct`. */
  readonly distinct: boolean;
}

const combinators = /^(.+?)(distinct)?(if)?$/;

/** Finds a function by its name in any case, with the `Distinct` and `If` that aggregates take as suffixes. */
export function findFunction(name: string): FoundFunction | null {
  const folded = name.toLowerCase();
  const exact = byName.get(folded);
  if (exact !== undefined) return { fn: exact, conditional: false, distinct: false };
  const [, base = '', distinct, conditional] = combinators.exec(folded) ?? [];
  const withSuffix = byName.get(base) ?? byName.get(base + (distinct ?? ''));
  if (withSuffix === undefined || !withSuffix.aggregate) return null;
  const keepsDistinct = byName.has(base) && distinct !== undefined;
  return { fn: withSuffix, conditional: conditional !== undefined, distinct: keepsDistinct };
}
