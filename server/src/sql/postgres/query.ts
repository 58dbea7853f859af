import type { Node, SelectStmt } from 'libpg-query';
import type { SetQuery } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import { asColumns, unifiedColumns } from './arms.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import { ordered } from './ordered.js';
import { checkOrder } from './recursive.js';
import { type CommonTable, emptyScope, type NameScope } from './scope.js';
import { resolveSelect } from './select.js';
import { engineType } from './types.js';
import { resolveValues } from './values.js';

/** Resolves a SELECT, VALUES or tree of set operations, with its WITH and ORDER BY. */
export function resolveQuery(
  context: Context,
  statement: SelectStmt,
  parent: NameScope | null,
): ResolvedQuery {
  context.onlyFields(statement, 'SELECT', selectFields);
  const scope = withTables(context, statement, parent);
  if (statement.op !== undefined && statement.op !== 'SETOP_NONE') {
    return resolveSetOperation(context, statement, scope);
  }
  if (statement.valuesLists !== undefined) return resolveValues(context, statement, scope);
  return resolveSelect(context, statement, scope);
}

const selectFields: readonly (keyof SelectStmt)[] = [
  'distinctClause',
  'targetList',
  'fromClause',
  'whereClause',
  'groupClause',
  'havingClause',
  'windowClause',
  'valuesLists',
  'sortClause',
  'limitOffset',
  'limitCount',
  'limitOption',
  'withClause',
  'op',
  'all',
  'larg',
  'rarg',
];

/** The scope of a query's parts: the outer scope and the queries named by WITH. */
function withTables(context: Context, statement: SelectStmt, parent: NameScope | null): NameScope {
  const { withClause } = statement;
  if (withClause === undefined) return emptyScope(parent);
  const isRecursive = withClause.recursive === true;
  if (isRecursive) checkOrder(context, withClause.ctes ?? []);
  const ctes = new Map<string, CommonTable>(parent?.ctes ?? []);
  for (const node of withClause.ctes ?? []) addCommonTable(context, node, ctes, parent, isRecursive);
  if (ctes.size > statementLimits.commonTableExpressionsMax) {
    throw context.refuseNode(
      withClause.location,
      `WITH can have at most ${statementLimits.commonTableExpressionsMax} queries.`,
    );
  }
  return emptyScope(parent, ctes);
}

function addCommonTable(
  context: Context,
  node: Node,
  ctes: Map<string, CommonTable>,
  parent: NameScope | null,
  isRecursive: boolean,
): void {
  if (!('CommonTableExpr' in node)) throw context.refuse(0, 'This WITH is not supported.');
  const cte = node.CommonTableExpr;
  context.onlyFields(cte, 'WITH', ['ctename', 'aliascolnames', 'ctematerialized', 'ctequery'], cte.location);
  const query = cte.ctequery;
  if (query === undefined || !('SelectStmt' in query)) {
    throw context.refuseNode(cte.location, 'Only SELECT is allowed inside WITH.');
  }
  const columnNames = (cte.aliascolnames ?? []).map((name) =>
    'String' in name ? (name.String.sval ?? '') : '',
  );
  // A WITH query can read the ones before it, and itself only with RECURSIVE.
  const scope = emptyScope(parent, new Map(ctes));
  ctes.set(cte.ctename ?? '', { statement: query.SelectStmt, columnNames, scope, isRecursive });
}

const setOperators = {
  SETOP_UNION: 'UNION DISTINCT',
  SETOP_INTERSECT: 'INTERSECT DISTINCT',
  SETOP_EXCEPT: 'EXCEPT DISTINCT',
} as const;

function resolveSetOperation(context: Context, statement: SelectStmt, scope: NameScope): ResolvedQuery {
  const [first, ...others] = armsOf(context, statement);
  let united = context.query(first, scope);
  for (const arm of others) united = unite(context, statement, united, context.query(arm, scope), arm);
  if (united.correlated) scope.found.correlated = true;
  return ordered(context, statement, united);
}

/** The arms of a set operation. `a UNION b UNION c`, which the grammar nests to the left, has three. */
function armsOf(context: Context, statement: SelectStmt): [SelectStmt, ...SelectStmt[]] {
  const { op, all, larg, rarg } = statement;
  if (larg === undefined || rarg === undefined || op === undefined || op === 'SETOP_NONE') {
    throw context.refuseIn(statement, 'This set operation is not supported.');
  }
  if (all === true && op !== 'SETOP_UNION') {
    throw context.refuseIn(
      rarg,
      `${op === 'SETOP_INTERSECT' ? 'INTERSECT' : 'EXCEPT'} ALL is not supported.`,
    );
  }
  const others = [rarg];
  let first = larg;
  while (isSameUnion(first, statement) && first.larg !== undefined && first.rarg !== undefined) {
    context.onlyFields(first, 'SELECT', selectFields);
    others.unshift(first.rarg);
    first = first.larg;
  }
  if (others.length >= statementLimits.armsMax) {
    throw context.refuseIn(statement, `A UNION can have at most ${statementLimits.armsMax} queries.`);
  }
  return [first, ...others];
}

/** Whether the left side of a UNION is the same UNION, without its own WITH, ORDER BY or LIMIT. */
function isSameUnion(left: SelectStmt, { op, all }: SelectStmt): boolean {
  const isPlain = left.sortClause === undefined && left.withClause === undefined;
  const isWhole = left.limitCount === undefined && left.limitOffset === undefined;
  return op === 'SETOP_UNION' && left.op === op && left.all === all && isPlain && isWhole;
}

function unite(
  context: Context,
  { op, all }: SelectStmt,
  left: ResolvedQuery,
  right: ResolvedQuery,
  last: SelectStmt,
): ResolvedQuery {
  const arms = [left, right] as const;
  const columns = unifiedColumns(context, arms, last);
  const setOp = all === true ? 'UNION ALL' : setOperators[op as keyof typeof setOperators];
  const isLonger = left.query.kind === 'set' && left.query.op === setOp && hasTypes(left, columns);
  const isAll = setOp === 'UNION ALL';
  const earlier = isLonger ? (left.query as SetQuery).arms : [asColumns(context, left, columns, isAll)];
  return {
    query: { kind: 'set', op: setOp, arms: [...earlier, asColumns(context, right, columns, isAll)] },
    columns,
    correlated: left.correlated || right.correlated,
    single: false,
  };
}

function hasTypes({ columns }: ResolvedQuery, wanted: readonly ResolvedColumn[]): boolean {
  return columns.every(({ type, nullable }, index) => {
    const other = wanted[index];
    return other !== undefined && engineType(type, nullable) === engineType(other.type, other.nullable);
  });
}
