import type { Term } from '../term/term.js';
import type { Typed } from './typed.js';
import { boolType } from './types.js';

/** A boolean. The engine's logic returns UInt8, which is cast to Bool in the SELECT list. */
export function truthOf(term: Term, nullable: boolean, at: number): Typed {
  return { term, type: boolType, nullable, at };
}
