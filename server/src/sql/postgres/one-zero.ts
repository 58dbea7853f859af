import { call, cast, int } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Typed } from './typed.js';
import { engineType, isFloat } from './types.js';

/** Turns -0 into 0, because the engine groups and joins floats by their bits. */
export function oneZero({ term, type, nullable }: Pick<Typed, 'term' | 'type' | 'nullable'>): Term {
  return isFloat(type) ? cast(call('plus', term, int(0)), engineType(type, nullable)) : term;
}
