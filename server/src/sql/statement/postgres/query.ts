import type { Node, SelectStmt } from 'libpg-query';
import { plainSelect } from '../build-term.js';
import { statementLimits } from '../limits.js';
import { columnName, type Query, type SetQuery, type Term } from '../term.js';
import { commonType, implicitly } from './coerce.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import { ordered } from './ordered.js';
import { firstLocation } from './place.js';
import { type CommonTable, emptyScope, type Scope } from './scope.js';
import { resolveSelect } from './select.js';
import type { Typed } from './typed.js';
import { engineType, unknownType } from './types.js';
import { resolveValues } from './values.js';

/** A SELECT, VALUES, or a tree of set operations over them, with the WITH before and the ORDER BY after it. */
export function resolveQuery(context: Context, statement: SelectStmt, parent: Scope | null): ResolvedQuery {
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

/** The scope that a query's parts see: what surrounds it, and the queries that its WITH names. */
function withTables(context: Context, statement: SelectStmt, parent: Scope | null): Scope {
  const { withClause } = statement;
  if (withClause === undefined) return emptyScope(parent);
  if (withClause.recursive === true) {
    throw context.refuseNode(withClause.location, 'WITH RECURSIVE is not supported.');
  }
  const ctes = new Map<string, CommonTable>(parent?.ctes ?? []);
  for (const node of withClause.ctes ?? []) addCommonTable(context, node, ctes, parent);
  if (ctes.size > statementLimits.commonTableExpressionsMax) {
    throw context.refuseNode(
      withClause.location,
      `WITH names more than ${statementLimits.commonTableExpressionsMax} queries.`,
    );
  }
  return emptyScope(parent, ctes);
}

function addCommonTable(
  context: Context,
  node: Node,
  ctes: Map<string, CommonTable>,
  parent: Scope | null,
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
  // It sees the queries before it, and not itself.
  const scope = emptyScope(parent, new Map(ctes));
  ctes.set(cte.ctename ?? '', { statement: query.SelectStmt, columnNames, scope });
}

const setOperators = {
  SETOP_UNION: 'UNION DISTINCT',
  SETOP_INTERSECT: 'INTERSECT DISTINCT',
  SETOP_EXCEPT: 'EXCEPT DISTINCT',
} as const;

function resolveSetOperation(context: Context, statement: SelectStmt, scope: Scope): ResolvedQuery {
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
  const arms = [context.query(larg, scope), context.query(rarg, scope)] as const;
  const columns = unifiedColumns(context, arms, rarg);
  const query: SetQuery = {
    kind: 'set',
    op: all === true ? 'UNION ALL' : setOperators[op],
    arms: arms.map((arm) => asColumns(context, arm, columns)),
  };
  const correlated = arms.some((arm) => arm.correlated);
  if (correlated) scope.found.correlated = true;
  const outerNulls = arms.flatMap((arm) => arm.outerNulls);
  scope.found.outerNulls.push(...outerNulls);
  return ordered(context, statement, { query, columns, correlated, outerNulls, single: false });
}

function unifiedColumns(
  context: Context,
  arms: readonly ResolvedQuery[],
  last: SelectStmt,
): ResolvedColumn[] {
  const at = context.offsetOf(firstLocation(last));
  const [first, ...others] = arms;
  const columns = first?.columns ?? [];
  if (others.some((arm) => arm.columns.length !== columns.length)) {
    throw context.refuse(at, 'Each SELECT of a set operation needs as many columns as the others.');
  }
  return columns.map((column, index) => {
    const values = arms.map((arm) =>
      typedColumn(arm.columns[index] ?? column, { kind: 'constant', text: 'NULL' }, at),
    );
    const type = commonType(context, values, `Column ${index + 1} of the set operation`);
    return {
      name: column.name,
      type,
      nullable: values.some((value) => value.nullable),
      isNull: arms.every((arm) => arm.columns[index]?.isNull === true),
      emptyIsNull: arms.some((arm) => arm.columns[index]?.emptyIsNull === true),
    };
  });
}

function typedColumn({ type, nullable, isNull }: ResolvedColumn, term: Term, at: number): Typed {
  return { term, type: isNull === true ? unknownType : type, nullable, at };
}

/** The same query with its columns brought to these types. */
function asColumns(context: Context, arm: ResolvedQuery, columns: readonly ResolvedColumn[]): Query {
  const alias = context.fresh('t');
  const items = columns.map((column, index) => {
    const from = arm.columns[index] ?? column;
    const term: Term = { kind: 'column', table: alias, name: columnName(index), label: from.name, at: 0 };
    const value =
      from.isNull === true
        ? { term }
        : implicitly(context, typedColumn(from, term, 0), column.type, 'A set operation');
    // The engine compares types strictly: all arms get the very same one.
    return {
      kind: 'cast',
      operand: value.term,
      engineType: engineType(column.type, column.nullable),
      exact: false,
    } as const;
  });
  return plainSelect({ items, from: { kind: 'query', query: arm.query, alias } });
}
