import { isOpen } from '../../functions/value-type.js';
import { call } from '../../term/build-term.js';
import { statementLimits } from '../../text/statement-limits.js';
import type { SyntaxOf } from '../syntax.js';
import { type EngineValue, engineValue } from './engine-value.js';
import { refuseState, requireType, unify } from './fit.js';
import { fieldOf, furtherStep } from './resolve-name.js';
import type { Resolving } from './resolving.js';

export function resolveArray(resolving: Resolving, { at, items }: SyntaxOf<'array'>): EngineValue {
  if (items.length > statementLimits.listItemsMax) {
    throw resolving.refuse(at, `The array has more than ${statementLimits.listItemsMax} values.`);
  }
  const resolved = items.map((item) => refuseState(resolving, resolving.resolve(item), item.at, 'An array'));
  return engineValue(call('array', ...unify(resolving, resolved, at).map(({ term }) => term)), 'array');
}

/** `x[i]`: in JSON a key or an index from 0, as in dotted paths; in arrays an index from 1, as in both dialects. */
export function resolveSubscript(
  resolving: Resolving,
  { at, operand, index }: SyntaxOf<'subscript'>,
): EngineValue {
  const array = resolving.resolve(operand);
  const step = resolving.resolve(index);
  const { literal } = step;
  if (literal?.type === 'string' || literal?.type === 'integer') {
    const key = literal.type === 'integer' ? Number(literal.text) : literal.text;
    const path = furtherStep(resolving, array, key, at);
    if (path !== null) return path;
  }
  if (array.type !== 'array' && !isOpen(array.type)) {
    throw resolving.refuse(
      at,
      'Only arrays, maps and JSON can be indexed, and JSON only with a literal key or index.',
    );
  }
  // The key of a map can be of any type. A path into JSON is an index.
  if (isOpen(array.type) && step.path === undefined)
    return engineValue(call('arrayElement', array.term, step.term), 'unknown');
  const place = requireType(resolving, step, 'integer', index.at, 'An array index');
  return engineValue(call('arrayElement', array.term, place.term), 'unknown');
}

export function resolveField(resolving: Resolving, { at, operand, step }: SyntaxOf<'field'>): EngineValue {
  return fieldOf(resolving, resolving.resolve(operand), step, at);
}
