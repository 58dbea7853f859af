import type { Term } from '../term/term.js';
import type { Typed } from './typed.js';
import { boolType } from './types.js';

/** A boolean. The engine's logic gives UInt8, which becomes a Bool where it leaves a SELECT. */
export function truthOf(term: Term, nullable: boolean, at: number): Typed {
  return { term, type: boolType, nullable, at };
}
