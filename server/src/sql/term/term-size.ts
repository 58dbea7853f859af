import type { Term } from './term.js';
import { partsOf } from './walk-term.js';

/** Caches sizes, because terms are immutable and share parts. */
const known = new WeakMap<Term, number>();

/**
 * How many parts a term has when it is printed, with shared parts counted at each use. A translation that uses an operand
 * twice doubles its size, so nested ones grow exponentially.
 */
export function writtenParts(term: Term): number {
  const found = known.get(term);
  if (found !== undefined) return found;
  let parts = 1;
  for (const part of partsOf(term)) parts += writtenParts(part);
  known.set(term, parts);
  return parts;
}
