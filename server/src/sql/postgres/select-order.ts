import type { Node, SelectStmt } from 'libpg-query';
import type { OrderKey, SelectQuery, Term } from '../term/term.js';
import { keyOf } from '../term/term-key.js';
import type { Context } from './context.js';
import { sortOptions } from './order.js';
import type { NameScope } from './scope.js';
import type { Target } from './targets.js';
import { isNull } from './typed.js';
import type { JoinedSubquery } from './unbound-query.js';

export function resolveOrder(
  context: Context,
  statement: SelectStmt,
  scope: NameScope,
  targets: readonly Target[],
): OrderKey[] {
  return (statement.sortClause ?? []).map((node) => {
    if (!('SortBy' in node)) throw context.refuse(0, 'This ORDER BY is not supported.');
    const options = sortOptions(context, node.SortBy);
    return { ...options, term: orderTerm(context, node.SortBy.node, scope, targets) };
  });
}

/** Resolves a position, an output name or an expression. Reuses the output column's term if they are the same. */
function orderTerm(
  context: Context,
  node: Node | undefined,
  scope: NameScope,
  targets: readonly Target[],
): Term {
  const target = positioned(context, node, targets, scope.clause) ?? namedTarget(context, node, targets);
  if (target !== null) {
    sortable(context, target);
    return target.value.term;
  }
  const value = context.expr(node, scope);
  sortable(context, { name: '', value });
  const key = keyOf(value.term);
  return targets.find((each) => keyOf(each.value.term) === key)?.value.term ?? value.term;
}

function sortable(context: Context, { value }: Target): void {
  if (value.type.name === 'json' || value.type.name === 'array') {
    throw context.refuse(value.at, 'Sorting by JSON or an array is not supported.');
  }
  if (value.type.name === 'unknown' && !isNull(value)) {
    throw context.refuse(value.at, 'Sorting by a constant is not supported.');
  }
}

/** Resolves a position, as in `ORDER BY 2` and `GROUP BY 1`. Returns null for anything else. */
export function positioned(
  context: Context,
  node: Node | undefined,
  targets: readonly Target[],
  clause: string,
): Target | null {
  if (node === undefined || !('A_Const' in node)) return null;
  const position = (node.A_Const as { ival?: { ival?: number } }).ival;
  const target = position === undefined ? undefined : targets[(position.ival ?? 0) - 1];
  if (target !== undefined) return target;
  throw context.refuseNode(
    node.A_Const.location,
    `A position in ${clause} must be from 1 to ${targets.length}.`,
  );
}

/** The output column with this bare name, or null. */
export function namedTarget(
  context: Context,
  node: Node | undefined,
  targets: readonly Target[],
): Target | null {
  if (node === undefined || !('ColumnRef' in node)) return null;
  const [field, ...more] = node.ColumnRef.fields ?? [];
  if (field === undefined || more.length > 0 || !('String' in field)) return null;
  const name = field.String.sval;
  const found = targets.filter((target) => target.name === name);
  const [first] = found;
  if (first === undefined) return null;
  if (found.some((target) => keyOf(target.value.term) !== keyOf(first.value.term))) {
    throw context.refuseNode(
      node.ColumnRef.location,
      `${JSON.stringify(name)} is the name of several columns.`,
    );
  }
  return first;
}

/** Resolves DISTINCT ON. As in PostgreSQL, ORDER BY must start with its expressions. */
export function distinctOn(
  context: Context,
  statement: SelectStmt,
  scope: NameScope,
  targets: readonly Target[],
  query: SelectQuery,
): Term[] {
  if (statement.groupClause !== undefined || scope.found.aggregated) {
    throw context.refuseIn(
      statement.distinctClause,
      'DISTINCT ON beside GROUP BY or aggregates is not supported. Use a subquery.',
    );
  }
  const joined: JoinedSubquery[] = [];
  const terms = (statement.distinctClause ?? []).map((node) =>
    orderTerm(context, node, { ...scope, clause: 'DISTINCT ON', joined }, targets),
  );
  if (joined.length > 0)
    throw context.refuseIn(
      statement.distinctClause,
      'In DISTINCT ON, a subquery cannot read columns of the outer query.',
    );
  const wanted = new Set(terms.map(keyOf));
  const leading = query.order.slice(0, wanted.size).map(({ term }) => keyOf(term));
  if (leading.some((key) => !wanted.has(key))) {
    throw context.refuseIn(
      statement.distinctClause,
      'DISTINCT ON expressions must match the first ORDER BY expressions.',
    );
  }
  return terms;
}
