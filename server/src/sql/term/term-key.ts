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
  switch (term.kind) {
    case 'call':
      return `${term.name}(${term.args.map(keyOf).join(',')})`;
    case 'checked':
      return `checked(${keyOf(term.condition)},${term.message},${keyOf(term.value)})`;
    case 'variable':
      return variableKey(term.name);
    case 'lambda':
      return lambdaKey(term.parameters, keyOf(term.body));
    default:
      return printValue(term, new InlineValues());
  }
}

/** Between control characters, which no other part of a key contains: user text is escaped. */
const variableKey = (name: string) => `\u0001${name}\u0001`;

/**
 * Every reading of a text gives its variables new names. In a key, a parameter's name is its depth instead, counted from
 * the innermost lambda.
 */
function lambdaKey(parameters: readonly string[], body: string): string {
  const depths = body
    .split('\u0001depth')
    .slice(1)
    .map((rest) => Number.parseInt(rest, 10));
  const depth = Math.max(-1, ...depths) + 1;
  const named = parameters.reduce(
    (key, name, index) => key.replaceAll(variableKey(name), variableKey(`depth${depth}.${index}`)),
    body,
  );
  return `lambda${parameters.length}(${named})`;
}
