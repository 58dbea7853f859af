import { letTerm } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { writtenParts } from '../term/term-size.js';
import type { Context } from './context.js';

/** The engine computes a small term that is written twice only once. Large ones in each other would double at every level. */
const repeatedPartsMax = 40;

/** Builds a term that uses a value several times. */
export const once = (context: Context, value: Term, build: (value: Term) => Term): Term =>
  writtenParts(value) <= repeatedPartsMax ? build(value) : letTerm(context.fresh('v'), value, build);
