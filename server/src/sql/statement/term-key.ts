import { InlineValues } from '../values.js';
import { printQuery } from './print-query.js';
import { printTerm } from './print-term.js';
import type { Query, Term } from './term.js';

/** Terms never change, so a key is made once; parts are shared, so their keys are too. */
const known = new WeakMap<Term, string>();

/** Two terms are the same value when their keys are. */
export function keyOf(term: Term): string {
  const found = known.get(term);
  if (found !== undefined) return found;
  const key = makeKey(term);
  known.set(term, key);
  return key;
}

function makeKey(term: Term): string {
  switch (term.kind) {
    case 'call':
      return `${term.name}(${term.args.map(keyOf).join(',')})`;
    case 'cast':
      return `${term.exact ? 'exact' : 'cast'}(${keyOf(term.operand)},${term.engineType})`;
    case 'aggregate':
      return `${term.name}[${term.parameters.map(keyOf).join(',')}](${term.args.map(keyOf).join(',')})`;
    case 'value':
      return `${term.type}:${JSON.stringify(term.text)}`;
    default: {
      const values = new InlineValues();
      return printTerm(term, { values, query: (query: Query) => printQuery(query, values) });
    }
  }
}
