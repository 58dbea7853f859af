import type { SubLink } from 'libpg-query';
import { and, bool, call, cast, nothing, or, plainSelect } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { unify } from './coerce.js';
import { compare } from './comparison.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import { existsIn, hasRows } from './correlated-exists.js';
import { correlatedValue } from './correlated-value.js';
import { oneZero } from './one-zero.js';
import { fieldsOf } from './row.js';
import type { NameScope } from './scope.js';
import { truthOf } from './truth.js';
import type { Typed } from './typed.js';
import { engineType } from './types.js';
import { columnAt } from './unbound.js';

export function resolveSubLink(context: Context, node: SubLink, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  const query = node.subselect;
  if (query === undefined || !('SelectStmt' in query))
    throw context.refuse(at, 'Only SELECT is allowed here.');
  // Names in the subquery may refer to columns of the outer query.
  const around: NameScope = { ...scope, aggregates: 'forbidden', windowsAllowed: false, truth: false };
  const resolved = context.query(query.SelectStmt, around, node.location);
  switch (node.subLinkType) {
    case 'EXISTS_SUBLINK':
      return truthOf(existsIn(context, resolved, scope, at), false, at);
    case 'EXPR_SUBLINK':
      return scalarSubquery(context, resolved, scope, at);
    case 'ANY_SUBLINK':
    case 'ALL_SUBLINK':
      return membership(context, node, resolved, scope, at);
    default:
      throw context.refuse(at, 'This kind of subquery is not supported.');
  }
}

function scalarSubquery(context: Context, resolved: ResolvedQuery, scope: NameScope, at: number): Typed {
  const [column, ...more] = resolved.columns;
  if (column === undefined || more.length > 0)
    throw context.refuse(at, 'A subquery used as a value must have one column.');
  const { type } = column;
  if (type.name === 'array')
    throw context.refuse(at, 'A subquery that returns an array is not supported here.');
  if (resolved.correlated) return correlatedValue(context, resolved, scope, at);
  return { term: { kind: 'subquery', query: resolved.query }, type, nullable: true, at };
}

/** `x IN (SELECT …)`, `x = ANY (SELECT …)`, `x <> ALL (SELECT …)`, also of rows `(a, b)`. */
function membership(
  context: Context,
  node: SubLink,
  resolved: ResolvedQuery,
  scope: NameScope,
  at: number,
): Typed {
  const [name] = node.operName ?? [];
  const operator = (name !== undefined && 'String' in name ? name.String.sval : undefined) ?? '=';
  const isAny = node.subLinkType === 'ANY_SUBLINK';
  if ((isAny ? '=' : '<>') !== operator) {
    throw context.refuse(at, 'With a subquery, only = ANY and <> ALL are supported.');
  }
  const fields = fieldsOf(node.testexpr) ?? [node.testexpr];
  const { columns, query } = resolved;
  if (fields.length !== columns.length)
    throw context.refuse(
      at,
      `The subquery after IN has ${columns.length} column${columns.length === 1 ? '' : 's'}, not ${fields.length}.`,
    );
  const [onlyField, ...moreFields] = fields;
  if (resolved.correlated && resolved.single && moreFields.length === 0) {
    const value = correlatedValue(context, resolved, scope, at);
    return compare(context, operator, context.expr(onlyField, { ...scope, truth: false }), value, at);
  }
  const alias = context.fresh('t');
  const pairs = fields.map((field, index) => {
    const operand = context.expr(field, { ...scope, truth: false });
    const column = columns[index] as ResolvedColumn;
    const member = { ...column, term: columnAt(alias, index), at };
    const [left, right] = unify(context, [operand, member], 'IN', 'operands').map(
      (value): Typed => ({ ...value, term: cast(oneZero(value), engineType(value.type, value.nullable)) }),
    ) as [Typed, Typed];
    if (left.type.name === 'json' || left.type.name === 'array')
      throw context.refuse(at, 'IN over jsonb or arrays is not supported.');
    return { left, right, same: call('equals', right.term, left.term) };
  });
  const isAmong = (test: Term | null, truth = false): Term => {
    const rows = plainSelect({ items: [], from: { kind: 'query', query, alias }, where: test });
    return hasRows(context, rows, { ...scope, truth }, at);
  };
  const all = and(...pairs.map(({ same }) => same));
  const nullable = pairs.some(({ left, right }) => left.nullable || right.nullable);
  if (isAny && scope.truth) return truthOf(isAmong(all, true), nullable, at);
  const found = isAmong(all);
  const unknown = nullable ? unknownTests(pairs, isAmong) : [];
  const full =
    unknown.length === 0
      ? found
      : cast(
          call('multiIf', found, bool(true), ...unknown.flatMap((test) => [test, nothing]), bool(false)),
          'Nullable(Bool)',
        );
  return truthOf(isAny ? full : call('not', full), nullable, at);
}

interface Pair {
  readonly left: Typed;
  readonly right: Typed;
  readonly same: Term;
}

/** When the result is NULL although no row is equal: a NULL on either side could be equal. */
function unknownTests(pairs: readonly Pair[], isAmong: (test: Term | null) => Term): Term[] {
  const [only, ...more] = pairs;
  if (only === undefined || more.length > 0) {
    const maybe = pairs.map(({ left, right, same }) =>
      or(same, ...[left, right].filter(({ nullable }) => nullable).map(({ term }) => call('isNull', term))),
    );
    return [isAmong(and(...maybe))];
  }
  const { left, right } = only;
  return [
    ...(left.nullable ? [call('and', call('isNull', left.term), isAmong(null))] : []),
    ...(right.nullable ? [isAmong(call('isNull', right.term))] : []),
  ];
}
