import type { Term } from '../term/term.js';

/** The literals in a term of `ARRAY[…]`, which casts may surround. Undefined for each that is computed; null for no array. */
export function writtenItems(term: Term): (string | undefined)[] | null {
  if (term.kind === 'cast') return writtenItems(term.operand);
  if (term.kind !== 'call' || term.name !== 'array') return null;
  return term.args.map(writtenValue);
}

function writtenValue(term: Term): string | undefined {
  if (term.kind === 'cast') return writtenValue(term.operand);
  return term.kind === 'value' ? term.text : undefined;
}
