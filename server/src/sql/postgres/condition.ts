import type { Node } from 'libpg-query';
import type { Term } from '../term/term.js';
import { implicitly } from './coerce.js';
import type { Context } from './context.js';
import { safeFirst } from './safe-first.js';
import type { NameScope } from './scope.js';
import { boolType } from './types.js';

/** A condition of WHERE, HAVING, ON or FILTER, where NULL counts as false. */
export function condition(context: Context, node: Node, scope: NameScope): Term {
  const value = context.expr(node, { ...scope, truth: true });
  const { term } = implicitly(context, value, boolType, scope.clause);
  // PostgreSQL computes a FILTER as it is written.
  return scope.clause === 'FILTER' ? term : safeFirst(term);
}
