import { aggregateFunctions } from './aggregate-functions.js';
import { arrayFunctions } from './array-functions.js';
import type { EngineFunction } from './engine-function.js';
import { generalFunctions } from './general-functions.js';
import { jsonFunctions } from './json-functions.js';
import { numberFunctions } from './number-functions.js';
import { textFunctions } from './text-functions.js';
import { timeFunctions } from './time-functions.js';

/** Every function of the engine's dialect. Users cannot call any other. */
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
  /** Called with the suffix `If`, as in `sumIf`: the last argument is a condition. */
  readonly conditional: boolean;
  /** Called with the suffix `Distinct`, as in `sumDistinct`. */
  readonly distinct: boolean;
}

const combinators = /^(.+?)(distinct)?(if)?$/;

/** Finds a function by name, ignoring case. Aggregates may have the suffixes `Distinct` and `If`. */
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
