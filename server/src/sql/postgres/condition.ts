import type { Node } from 'libpg-query';
import type { Term } from '../term/term.js';
import { implicitly } from './coerce.js';
import type { Context } from './context.js';
import type { NameScope } from './scope.js';
import { boolType } from './types.js';

/** A condition of WHERE, HAVING, ON or FILTER, where NULL counts as false. */
export function condition(context: Context, node: Node, scope: NameScope): Term {
  const value = context.expr(node, { ...scope, truth: true });
  return implicitly(context, value, boolType, scope.clause).term;
}
