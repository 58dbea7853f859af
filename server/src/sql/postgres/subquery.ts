import type { SubLink } from 'libpg-query';
import { aggregate, bool, call, cast, int, nothing, plainSelect } from '../term/build-term.js';
import { columnName, type Query, type Term } from '../term/term.js';
import { unify } from './coerce.js';
import type { Context, ResolvedQuery } from './context.js';
import { correlatedValue } from './correlated.js';
import { correlatedExists } from './correlated-exists.js';
import { oneZero } from './one-zero.js';
import type { NameScope } from './scope.js';
import { truthOf } from './truth.js';
import type { Typed } from './typed.js';
import { engineType } from './types.js';

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
      return truthOf(
        resolved.correlated
          ? correlatedExists(context, resolved, at)
          : { kind: 'exists', query: resolved.query, correlated: false },
        false,
        at,
      );
    case 'EXPR_SUBLINK':
      return scalarSubquery(context, resolved, at);
    case 'ANY_SUBLINK':
    case 'ALL_SUBLINK':
      return membership(context, node, resolved, scope, at);
    default:
      throw context.refuse(at, 'This kind of subquery is not supported.');
  }
}

function scalarSubquery(context: Context, resolved: ResolvedQuery, at: number): Typed {
  const [column, ...more] = resolved.columns;
  if (column === undefined || more.length > 0)
    throw context.refuse(at, 'A subquery used as a value must have one column.');
  if (column.type.name === 'array')
    throw context.refuse(at, 'A subquery that returns an array is not supported here.');
  const { correlated } = resolved;
  const type = column.type;
  if (!correlated)
    return { term: { kind: 'subquery', query: resolved.query, correlated }, type, nullable: true, at };
  return correlatedValue(context, resolved, at);
}

/** `x IN (SELECT …)`, `x = ANY (SELECT …)`, `x <> ALL (SELECT …)`. */
function membership(
  context: Context,
  node: SubLink,
  resolved: ResolvedQuery,
  scope: NameScope,
  at: number,
): Typed {
  const [name] = node.operName ?? [];
  const operator = name !== undefined && 'String' in name ? name.String.sval : '=';
  const isAny = node.subLinkType === 'ANY_SUBLINK';
  if ((isAny ? '=' : '<>') !== operator) {
    throw context.refuse(at, 'With a subquery, only = ANY and <> ALL are supported.');
  }
  if (resolved.correlated) {
    throw context.refuse(
      at,
      'IN with a subquery that reads columns of the outer query is not supported. Use EXISTS.',
    );
  }
  const operand = context.expr(node.testexpr, { ...scope, truth: false });
  const [column, ...more] = resolved.columns;
  if (column === undefined || more.length > 0)
    throw context.refuse(at, 'The subquery after IN must have one column.');
  const alias = context.fresh('t');
  const term: Term = { kind: 'column', table: alias, name: columnName(0), label: column.name, at };
  const [left, right] = unify(context, [operand, { ...column, term, at }], 'IN', 'operands') as [
    Typed,
    Typed,
  ];
  if (left.type.name === 'json' || left.type.name === 'array')
    throw context.refuse(at, 'IN over jsonb or arrays is not supported.');
  const members = plainSelect({
    items: [cast(oneZero(right), engineType(right.type, right.nullable))],
    from: { kind: 'query', query: resolved.query, alias },
  });
  const found: Term = {
    kind: 'in',
    operand: cast(oneZero(left), engineType(left.type, left.nullable)),
    query: members,
  };
  if (isAny && scope.truth) return truthOf(found, left.nullable, at);
  const full = threeValued(context, found, left, members, right.nullable);
  return truthOf(isAny ? full : call('not', full), left.nullable || right.nullable, at);
}

/** The engine's IN ignores NULLs in the set; in PostgreSQL the result is then NULL unless a value matches. */
function threeValued(context: Context, found: Term, operand: Typed, members: Query, hasNulls: boolean): Term {
  const yes = call('ifNull', found, bool(false));
  const unknown: Term[] = [];
  if (operand.nullable)
    unknown.push(call('and', call('isNull', operand.term), returnsAny(context, members, false)));
  if (hasNulls) unknown.push(returnsAny(context, members, true));
  if (unknown.length === 0) return yes;
  return cast(
    call('multiIf', yes, bool(true), ...unknown.flatMap((test) => [test, nothing]), bool(false)),
    'Nullable(Bool)',
  );
}

/** Whether a query returns any row, or any NULL. */
function returnsAny(context: Context, query: Query, nulls: boolean): Term {
  const alias = context.fresh('t');
  const column: Term = { kind: 'column', table: alias, name: columnName(0), label: '', at: 0 };
  const counted = nulls ? aggregate('countIf', call('isNull', column)) : aggregate('count');
  const inner = plainSelect({
    items: [call('greater', counted, int(0))],
    from: { kind: 'query', query, alias },
  });
  return call('ifNull', { kind: 'subquery', query: inner, correlated: false }, bool(false));
}
