import type { Expr } from '../expr.js';
import type { SyntaxOf } from '../syntax.js';
import { castType } from './cast-types.js';
import { fitTo } from './fit.js';
import type { Resolving } from './resolving.js';

/** A cast reads a JSON path and a string literal as the wanted type straight away; the rest the engine converts. */
export function resolveCast(resolving: Resolving, syntax: SyntaxOf<'cast'>): Expr {
  const { engineType, type } = castType(resolving, syntax.typeName);
  const resolved = resolving.resolve(syntax.operand);
  if (resolved.kind === 'jsonPath' && resolved.type === 'json' && engineType === 'Int64') {
    // Through a float, identifiers of more than 53 bits would change.
    return { ...resolved, type: 'integer' };
  }
  const operand = fitTo(resolving, resolved, type, syntax.at);
  if (operand.kind === 'literal' && operand.type === type && (type === 'date' || type === 'timestamp'))
    return operand;
  return { kind: 'cast', type, operand, engineType };
}
