import type { A_Expr, Node } from 'libpg-query';
import { and, not, or } from '../term/build-term.js';
import { isComparison } from '../term/comparisons.js';
import { compare } from './comparison.js';
import type { Context } from './context.js';
import type { NameScope } from './scope.js';
import { truthOf } from './truth.js';
import type { Typed } from './typed.js';

/** `(a, b) = (c, d)`, other comparisons and `(a, b) IN ((c, d), …)`. Returns null if there is no row on the left. */
export function rowOperator(context: Context, node: A_Expr, name: string, scope: NameScope): Typed | null {
  const left = fieldsOf(node.lexpr);
  const isIn = node.kind === 'AEXPR_IN';
  if (left === null || (node.kind !== 'AEXPR_OP' && !isIn)) return null;
  const at = context.offsetOf(node.location);
  if (!isComparison(name)) throw context.refuse(at, `The operator ${name} of rows is not supported.`);
  const fields = left.map((field) => context.expr(field, scope));
  const list =
    node.rexpr !== undefined && 'List' in node.rexpr ? (node.rexpr.List.items ?? []) : [node.rexpr];
  const tests = list.map((item) => {
    const right = fieldsOf(item);
    if (right === null || right.length !== fields.length)
      throw context.refuse(at, `A row of ${fields.length} values can only be compared with another one.`);
    const values = right.map((value) => context.expr(value, scope));
    if (name !== '=' && name !== '<>') return [ordered(context, name, fields, values, at)];
    return fields.map((field, index) => compare(context, '=', field, values[index] as Typed, at));
  });
  const term = or(...tests.map((row) => and(...row.map((test) => test.term))));
  const nullable = tests.some((row) => row.some((test) => test.nullable));
  return truthOf(not(name === '<>', term), nullable, at);
}

/** `(a, b) < (c, d)`: the first values that are not equal decide. */
function ordered(
  context: Context,
  name: string,
  left: readonly Typed[],
  right: readonly Typed[],
  at: number,
): Typed {
  const [a, ...rest] = left;
  const [b, ...others] = right;
  if (a === undefined || b === undefined) throw context.refuse(at, 'A row needs at least one value.');
  if (rest.length === 0) return compare(context, name, a, b, at);
  const first = compare(context, name.slice(0, 1), a, b, at);
  const same = compare(context, '=', a, b, at);
  const next = ordered(context, name, rest, others, at);
  return truthOf(or(first.term, and(same.term, next.term)), first.nullable || next.nullable, at);
}

/** The values of `(a, b)`; null for anything else. */
export function fieldsOf(node: Node | undefined): readonly Node[] | null {
  return node !== undefined && 'RowExpr' in node ? (node.RowExpr.args ?? []) : null;
}
