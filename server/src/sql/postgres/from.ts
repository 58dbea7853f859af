import type { JoinExpr, Node, RangeSubselect, RangeVar } from 'libpg-query';
import { and, bool, call } from '../term/build-term.js';
import type { JoinItem } from '../term/term.js';
import { missingTable } from '../text/missing-table.js';
import { statementLimits } from '../text/statement-limits.js';
import { condition } from './condition.js';
import type { Context } from './context.js';
import { spelledParts } from './grammar/spelling.js';
import { joinTypeOf, resolveJoin } from './join.js';
import { lateral } from './lateral.js';
import { recursiveQuery } from './recursive.js';
import type { NameScope, PreviousRows, ScopeTable, WithQuery } from './scope.js';
import { resolveSeries } from './series.js';
import { flat, fromQuery, type NextSource, named, type Sourced, storedColumn } from './sourced.js';

/** Resolves FROM. Comma-separated entries are a cross join. */
export function resolveFrom(context: Context, nodes: readonly Node[], scope: NameScope): Sourced | null {
  let result: Sourced | null = null;
  for (const node of nodes) {
    const next = resolveSource(context, node, scope, result);
    if (result === null || next.replacesLeft) result = next;
    else {
      result = {
        item: { kind: 'join', type: 'CROSS', left: result.item, right: sideOf(context, next).item, on: null },
        tables: [...result.tables, ...next.tables],
      };
      checkTables(context, result.tables, node);
    }
  }
  return result;
}

export function resolveSource(
  context: Context,
  node: Node,
  scope: NameScope,
  left: Sourced | null,
  type: JoinItem['type'] = 'CROSS',
): NextSource {
  if ('RangeVar' in node) return resolveRangeVar(context, node.RangeVar, scope);
  if ('RangeSubselect' in node) return resolveRangeSubselect(context, node.RangeSubselect, scope, left, type);
  if ('JoinExpr' in node) return joined(context, node.JoinExpr, scope, left);
  if ('RangeFunction' in node) return resolveSeries(context, node.RangeFunction, scope, left);
  const [kind = 'This'] = Object.keys(node);
  throw context.refuseIn(node, sourceNames[kind] ?? `${kind} is not supported in FROM.`);
}

const sourceNames: Readonly<Record<string, string>> = {
  RangeTableSample: 'TABLESAMPLE is not supported.',
  RangeTableFunc: 'XMLTABLE is not supported.',
  JsonTable: 'JSON_TABLE is not supported.',
};

function joined(context: Context, node: JoinExpr, scope: NameScope, left: Sourced | null): NextSource {
  if (node.larg === undefined || node.rarg === undefined)
    throw context.refuseIn(node, 'This join is not supported.');
  const first = resolveSource(context, node.larg, scope, left);
  const second = resolveSource(context, node.rarg, scope, first, joinTypeOf(context, node));
  if (second.replacesLeft === true && 'RangeSubselect' in node.rarg)
    return { ...onLateral(context, node, scope, second), replacesLeft: first.replacesLeft === true };
  if (second.replacesLeft === true) {
    const isCross =
      node.jointype === 'JOIN_INNER' && node.quals === undefined && node.usingClause === undefined;
    const isOnTrue = node.jointype === 'JOIN_INNER' && isTrue(node.quals);
    if (isCross || isOnTrue) return { ...second, replacesLeft: first.replacesLeft === true };
    throw context.refuseIn(
      node.rarg,
      "A function of another table's columns is only supported with CROSS JOIN, JOIN … ON true or a comma.",
    );
  }
  const result = resolveJoin(context, node, scope, first, sideOf(context, second));
  checkTables(context, result.tables, node.rarg);
  return { ...result, replacesLeft: first.replacesLeft === true };
}

/** The condition of JOIN LATERAL, beside the one that the subquery's own conditions become. */
function onLateral(context: Context, node: JoinExpr, scope: NameScope, joined: NextSource): NextSource {
  context.onlyFields(node, 'JOIN LATERAL', ['jointype', 'larg', 'rarg', 'quals', 'rtindex']);
  const { item } = joined;
  if (node.quals === undefined || isTrue(node.quals)) return joined;
  if (item.kind !== 'join' || item.type !== joinTypeOf(context, node))
    throw context.refuseIn(
      node.quals,
      'JOIN LATERAL with a subquery that returns one row for all its rows is only supported with ON true. Use WHERE.',
    );
  const on = condition(context, node.quals, { ...scope, tables: joined.tables, clause: 'ON', joined: [] });
  const test = call('ifNull', on, bool(false));
  return { ...joined, item: { ...item, on: item.on === null ? test : and(item.on, test) } };
}

function isTrue(node: Node | undefined): boolean {
  const constant = node !== undefined && 'A_Const' in node ? node.A_Const : {};
  return 'boolval' in constant && (constant.boolval as { boolval?: boolean }).boolval === true;
}

function checkTables(context: Context, tables: readonly ScopeTable[], last: unknown): void {
  const { joinedTablesMax } = statementLimits;
  if (tables.length > joinedTablesMax)
    throw context.refuseIn(
      last,
      `FROM joins more than ${joinedTablesMax} tables. Join some of them in a subquery.`,
    );
  context.countColumns(
    last,
    tables.reduce((sum, { columns }) => sum + columns.length, 0),
  );
  const names = tables.map(({ name }) => name).filter((name) => name !== '');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw context.refuseIn(last, `The table name ${JSON.stringify(twice)} is used twice. Give one an alias.`);
}

function resolveRangeVar(context: Context, node: RangeVar, scope: NameScope): Sourced {
  const fields = ['relname', 'schemaname', 'inh', 'relpersistence', 'alias'] as const;
  context.onlyFields(node, 'A table', fields, node.location);
  if (node.inh !== true) throw context.refuseNode(node.location, 'ONLY is not supported.');
  context.countTable(node);
  const folded = node.relname ?? '';
  const cte = node.schemaname === undefined ? scope.ctes.get(folded) : undefined;
  if (cte !== undefined && 'printed' in cte) return fromPrevious(context, cte, folded, node, scope);
  if (cte !== undefined) return fromCommonTable(context, cte, folded, node);
  const parts = node.schemaname === undefined ? [folded] : [node.schemaname, folded];
  const spelled = spelledParts(context.source.text, context.offsetOf(node.location), parts);
  const written = spelled.at(-1)?.text ?? folded;
  const schema = node.schemaname === undefined ? null : (spelled[0]?.text ?? node.schemaname);
  const source =
    context.resolveTable(written, schema) ??
    (written === folded ? undefined : context.resolveTable(folded, schema));
  if (source === undefined) {
    throw context.refuseNode(node.location, missingTable(written, schema));
  }
  const isPlain = node.alias === undefined && schema !== null;
  const alias = context.fresh('t');
  const columns = source.columns.map((column) => storedColumn(context, column, alias));
  return {
    item: { kind: 'table', source, alias },
    tables: [{ ...named(context, node.alias, written, columns, node), ...(isPlain && { schema }) }],
  };
}

function fromPrevious(
  context: Context,
  { printed, columns }: PreviousRows,
  name: string,
  node: RangeVar,
  scope: NameScope,
): Sourced {
  scope.found.recursive = true;
  const alias = context.fresh('t');
  return {
    item: { kind: 'previous', name: printed, alias },
    tables: [named(context, node.alias, name, columns(alias), node)],
  };
}

function fromCommonTable(context: Context, cte: WithQuery, name: string, node: RangeVar): Sourced {
  const resolved = cte.isRecursive
    ? recursiveQuery(context, cte, name, node)
    : context.query(cte.statement, cte.scope, node.location);
  if (resolved.correlated)
    throw context.refuseNode(node.location, 'A WITH query cannot read columns of an outer query.');
  const columns = resolved.columns.map((column, index) => ({
    ...column,
    name: cte.columnNames[index] ?? column.name,
  }));
  if (cte.columnNames.length > columns.length) {
    throw context.refuseNode(node.location, `WITH ${name} names more columns than its query has.`);
  }
  return fromQuery(context, resolved.query, columns, node.alias, name, node);
}

function resolveRangeSubselect(
  context: Context,
  node: RangeSubselect,
  scope: NameScope,
  left: Sourced | null,
  type: JoinItem['type'],
): NextSource {
  context.onlyFields(node, 'A subquery', ['subquery', 'alias', 'lateral']);
  const query = node.subquery;
  if (query === undefined || !('SelectStmt' in query))
    throw context.refuseIn(node, 'Only SELECT is allowed here.');
  context.countTable(node);
  const around = node.lateral === true ? { ...scope, tables: left?.tables ?? [], clause: 'FROM' } : scope;
  const resolved = context.query(query.SelectStmt, around);
  return resolved.correlated
    ? lateral(context, node, resolved, left, type)
    : fromQuery(context, resolved.query, resolved.columns, node.alias, '', node);
}

/** The engine joins from left to right, so a join on the right side becomes a subquery. */
const sideOf = (context: Context, source: Sourced) =>
  source.item.kind === 'join' ? flat(context, source, null) : source;
