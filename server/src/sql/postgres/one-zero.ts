import { call, cast, int } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import type { Typed } from './typed.js';
import { engineType, isFloat } from './types.js';

/** Turns -0 into 0, because the engine groups and joins floats by their bits. */
export function oneZero({ term, type, nullable }: Pick<Typed, 'term' | 'type' | 'nullable'>): Term {
  return isFloat(type) ? cast(call('plus', term, int(0)), engineType(type, nullable)) : term;
}

/** The value that `oneZero` was given. */
export function withoutOneZero(term: Term): Term {
  const sum = term.kind === 'cast' ? term.operand : term;
  const [value, zero] = sum.kind === 'call' && sum.name === 'plus' ? sum.args : [];
  return value !== undefined && zero?.kind === 'number' && zero.value === 0 ? value : term;
}
