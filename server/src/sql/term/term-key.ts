import { InlineValues } from '../values.js';
import { printValue } from './print-query.js';
import { printColumn } from './print-term.js';
import type { Term } from './term.js';

/** Terms with equal keys have the same value. */
export function keyOf(term: Term): string {
  switch (term.kind) {
    case 'column':
      return printColumn(term);
    case 'value':
      return `${term.type}:${JSON.stringify(term.text)}`;
    case 'cast':
      return `${term.exact ? 'exact' : 'cast'}(${keyOf(term.operand)},${term.engineType})`;
    case 'aggregate':
      return `${term.name}[${term.parameters.map(keyOf).join(',')}](${term.args.map(keyOf).join(',')})${term.filter ? `?${keyOf(term.filter)}` : ''}`;
    default:
      return cachedKey(term);
  }
}

/** Caches the keys of terms that can be large. Terms are immutable and shared. */
const known = new WeakMap<Term, string>();

function cachedKey(term: Term): string {
  const found = known.get(term);
  if (found !== undefined) return found;
  const key = makeKey(term);
  known.set(term, key);
  return key;
}

function makeKey(term: Term): string {
  if (term.kind === 'call') return `${term.name}(${term.args.map(keyOf).join(',')})`;
  return printValue(term, new InlineValues());
}
