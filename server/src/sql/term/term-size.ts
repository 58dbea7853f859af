import type { Term } from './term.js';
import { partsOf } from './walk-term.js';

/** Terms never change, and share parts: each is counted once, and what it comes to when written out is added up. */
const known = new WeakMap<Term, number>();

/**
 * How many parts a term has when it is written out. A meaning that uses an operand twice doubles it, and inside one another
 * such terms become larger than any walk through them could end.
 */
export function writtenParts(term: Term): number {
  const found = known.get(term);
  if (found !== undefined) return found;
  let parts = 1;
  for (const part of partsOf(term)) parts += writtenParts(part);
  known.set(term, parts);
  return parts;
}
