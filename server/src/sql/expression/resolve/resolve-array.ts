import type { Expr } from '../expr.js';
import { expressionLimits } from '../limits.js';
import type { SyntaxOf } from '../syntax.js';
import { isOpen } from '../value-type.js';
import { requireType, unify } from './fit.js';
import { furtherStep } from './resolve-name.js';
import type { Resolving } from './resolving.js';

export function resolveArray(resolving: Resolving, { at, items }: SyntaxOf<'array'>): Expr {
  if (items.length > expressionLimits.listItemsMax) {
    throw resolving.refuse(at, `The array has more than ${expressionLimits.listItemsMax} values.`);
  }
  const resolved = items.map((item) => resolving.resolve(item));
  return { kind: 'array', type: 'array', items: unify(resolving, resolved, at) };
}

/** Into JSON by key or by index from 0, as dotted paths count; into arrays by index from 1, as both dialects do. */
export function resolveSubscript(resolving: Resolving, { at, operand, index }: SyntaxOf<'subscript'>): Expr {
  const array = resolving.resolve(operand);
  const step = resolving.resolve(index);
  if (step.kind === 'literal' && (step.type === 'string' || step.type === 'integer')) {
    const path = furtherStep(resolving, array, step.type === 'integer' ? Number(step.text) : step.text, at);
    if (path !== null) return path;
  }
  if (array.type !== 'array' && !isOpen(array.type)) {
    throw resolving.refuse(
      at,
      'Only arrays and JSON have elements, and JSON only by a key or index that is written out.',
    );
  }
  const place = requireType(resolving, step, 'integer', index.at, 'An array index');
  return { kind: 'element', type: 'unknown', array, index: place };
}

export function resolveField(resolving: Resolving, { at, operand, step }: SyntaxOf<'field'>): Expr {
  const path = furtherStep(resolving, resolving.resolve(operand), step, at);
  if (path === null) throw resolving.refuse(at, 'Only JSON columns have fields.');
  return path;
}
