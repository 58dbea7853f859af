import type { Node, RangeVar, SelectStmt } from 'libpg-query';
import { asColumns, unifiedColumns } from './arms.js';
import { sameType } from './coerce.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import type { PreviousRows, WithQuery } from './scope.js';
import { columnOf } from './sourced.js';
import { nameOf, numeric, type PgType } from './types.js';

/** A name in FROM, and the part around it in which a recursive query may not read itself. */
interface Reference {
  readonly name: string;
  readonly location: number | undefined;
  readonly within: string | null;
}

/** All names in FROM clauses inside a node. */
function references(node: unknown, within: string | null = null): Reference[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('RangeVar' in node) {
    const { relname = '', schemaname, location } = node.RangeVar as RangeVar;
    return schemaname === undefined ? [{ name: relname, location, within }] : [];
  }
  return Object.entries(node).flatMap(([field, part]) => references(part, within ?? barrier(node, field)));
}

/** In these parts PostgreSQL refuses the name of the recursive query too. */
function barrier(node: object, field: string): string | null {
  const { op, jointype } = node as { op?: string; jointype?: string };
  if (field === 'SubLink') return 'a subquery of an expression';
  if (field === 'withClause') return 'another WITH';
  if (op === 'SETOP_INTERSECT') return 'INTERSECT';
  if (op === 'SETOP_EXCEPT') return 'EXCEPT';
  const isOptional = { JOIN_LEFT: /^rarg$/, JOIN_RIGHT: /^larg$/, JOIN_FULL: /^[lr]arg$/ }[jointype ?? ''];
  return isOptional?.test(field) ? 'the optional side of an outer join' : null;
}

/** With RECURSIVE, PostgreSQL lets a query read later ones too. Such a name must not become a Data Pool. */
export function checkOrder(context: Context, ctes: readonly Node[]): void {
  const names = ctes.map((node) => ('CommonTableExpr' in node ? (node.CommonTableExpr.ctename ?? '') : ''));
  for (const [index, node] of ctes.entries()) {
    const later = new Set(names.slice(index + 1));
    const early = references(node).find(({ name }) => later.has(name));
    if (early !== undefined)
      throw context.refuseNode(
        early.location,
        `WITH RECURSIVE ${early.name} must come before its first use.`,
      );
  }
}

/** A query of WITH RECURSIVE at one use: `SELECT … UNION ALL SELECT … FROM itself`. */
export function recursiveQuery(
  context: Context,
  cte: WithQuery,
  name: string,
  node: RangeVar,
): ResolvedQuery {
  const { statement, scope } = cte;
  if (!references(statement).some((each) => each.name === name))
    return context.query(statement, scope, node.location);
  const [first, second] = armsOf(context, statement, name);
  const anchor = context.query(first, scope);
  const columns = anchor.columns.map((column, index) => openColumn(column, cte.columnNames[index]));
  const printed = context.fresh('t');
  const previous: PreviousRows = {
    printed,
    columns: (alias) => columns.map((column, index) => columnOf(alias, column, index)),
  };
  const step = context.query(second, { ...scope, ctes: new Map([...scope.ctes, [name, previous]]) });
  checkTypes(context, columns, step, second, name);
  return {
    query: {
      kind: 'recursive',
      name: printed,
      columnCount: columns.length,
      anchor: asColumns(context, anchor, columns, true),
      step: asColumns(context, step, columns, true),
    },
    columns,
    correlated: anchor.correlated || step.correlated,
    single: false,
  };
}

function armsOf(context: Context, statement: SelectStmt, name: string): [SelectStmt, SelectStmt] {
  const { op, all, larg, rarg } = statement;
  const own = (arm: SelectStmt) => references(arm).filter((each) => each.name === name);
  if (op !== 'SETOP_UNION' || larg === undefined || rarg === undefined || own(larg).length > 0)
    throw context.refuseIn(
      statement,
      `WITH RECURSIVE ${name} must have the form SELECT … UNION ALL SELECT … FROM ${name}.`,
    );
  if (all !== true)
    throw context.refuseIn(
      statement,
      'WITH RECURSIVE with UNION is not supported. Use UNION ALL, and a condition that ends the recursion.',
    );
  context.onlyFields(statement, 'WITH RECURSIVE', ['op', 'all', 'larg', 'rarg', 'limitOption']);
  const inside = own(rarg).find(({ within }) => within !== null);
  if (inside !== undefined)
    throw context.refuseNode(
      inside.location,
      `WITH RECURSIVE ${name} cannot read itself in ${inside.within}.`,
    );
  const [, another] = own(rarg);
  if (another !== undefined)
    throw context.refuseNode(another.location, `WITH RECURSIVE ${name} can read itself only once.`);
  return [larg, rarg];
}

/** What is known of a column in every step: not how many digits it has, nor that it is never NULL. */
function openColumn({ isNull: _, ...column }: ResolvedColumn, name: string | undefined): ResolvedColumn {
  const type: PgType = column.type.name === 'numeric' ? numeric(column.type.scale) : column.type;
  return { ...column, name: name ?? column.name, type, nullable: true };
}

/** As in PostgreSQL, the first query decides the types. */
function checkTypes(
  context: Context,
  columns: readonly ResolvedColumn[],
  step: ResolvedQuery,
  statement: SelectStmt,
  name: string,
): void {
  const anchor = { ...step, columns };
  for (const [index, united] of unifiedColumns(context, [anchor, step], statement).entries()) {
    const { type, emptyIsNull } = columns[index] ?? united;
    if (sameType(type, united.type) && emptyIsNull === united.emptyIsNull) continue;
    const what = `Column ${index + 1} of WITH RECURSIVE ${name}`;
    const isScale = type.name === 'numeric' && united.type.name === 'numeric';
    throw context.refuseIn(
      statement,
      isScale
        ? `${what} gets more decimals with each step. Cast it in both queries: numeric(20, 4).`
        : `${what} is ${nameOf(type)} in the first query but ${nameOf(united.type)} overall. Cast it in the first query.`,
    );
  }
}
