import type { Node, SelectStmt, WindowDef } from 'libpg-query';
import { call, cast, nothing, plainSelect } from '../term/build-term.js';
import { columnName, type OrderKey, type Query, type SelectQuery, type Term } from '../term/term.js';
import { aggregated } from './aggregation.js';
import { implicitly } from './coerce.js';
import { condition } from './condition.js';
import type { Context, ResolvedColumn, ResolvedQuery } from './context.js';
import { resolveFrom } from './from.js';
import { resolveGroupBy } from './group-by.js';
import { partsOf } from './interval.js';
import { intervalText } from './interval-text.js';
import { optional } from './join.js';
import { withJoined } from './joined-subquery.js';
import { oneZero } from './one-zero.js';
import { resolveLimit } from './order.js';
import type { NameScope } from './scope.js';
import { distinctOn, resolveOrder } from './select-order.js';
import { resolveTargets, type Target } from './targets.js';
import { isNull, type Typed } from './typed.js';
import { engineType, type PgType, textType } from './types.js';

/** Resolves the clauses of one SELECT in the order in which PostgreSQL evaluates them. */
export function resolveSelect(context: Context, statement: SelectStmt, outer: NameScope): ResolvedQuery {
  const source = resolveFrom(context, statement.fromClause ?? [], outer);
  const scope: NameScope = {
    ...outer,
    // A rolled-up key is NULL.
    tables: hasSets(statement) ? optional(source?.tables ?? []) : (source?.tables ?? []),
    windows: namedWindows(context, statement.windowClause ?? []),
  };
  const where =
    statement.whereClause === undefined
      ? null
      : condition(context, statement.whereClause, { ...scope, clause: 'WHERE' });
  const selecting: NameScope = { ...scope, clause: 'SELECT', aggregates: 'allowed', windowsAllowed: true };
  const targets = resolveTargets(context, statement.targetList ?? [], selecting)
    .map((target) => (hasSets(statement) ? orNull(target) : target))
    .map(settled(context, statement));
  if (targets.length === 0) throw context.refuse(0, 'A SELECT needs at least one column.');
  const grouping = resolveGroupBy(context, statement.groupClause ?? [], scope, targets);
  const having =
    statement.havingClause === undefined
      ? null
      : condition(context, statement.havingClause, { ...scope, clause: 'HAVING', aggregates: 'allowed' });
  const order = resolveOrder(context, statement, { ...selecting, clause: 'ORDER BY' }, targets);
  const isAggregated = grouping !== null || having !== null || outer.found.aggregated;
  if (isAggregated && outer.found.recursive)
    throw context.refuseIn(
      statement,
      'Aggregates and GROUP BY are not supported where a WITH RECURSIVE query reads itself.',
    );
  checkSeries(
    context,
    outer,
    isAggregated || order.length > 0 || statement.distinctClause !== undefined,
    statement.targetList,
  );
  // An interval is shown as text, but sorted by its length.
  const items = targets.map(({ value }) =>
    value.type.name === 'interval' ? shownInterval(context, value) : value.term,
  );
  const parts = { items, from: source?.item ?? null, where };
  const { joined } = outer;
  const plain = isAggregated
    ? aggregated(context, plainSelect(parts), { order, having, grouping, joined })
    : plainSelect({ ...parts, from: withJoined(parts.from, joined, where), order });
  const columns = targets.map(columnOfTarget);
  return {
    query: finished(context, statement, plain, selecting, targets),
    columns,
    correlated: outer.found.correlated,
    single: isAggregated && grouping === null && having === null,
  };
}

const hasSets = ({ groupClause }: SelectStmt) => (groupClause ?? []).some((node) => 'GroupingSet' in node);

const orNull = ({ name, value }: Target): Target => ({ name, value: { ...value, nullable: true } });

const columnOfTarget = ({ name, value }: Target): ResolvedColumn => ({
  name,
  type: value.type,
  nullable: value.nullable,
  emptyIsNull: value.emptyIsNull === true,
  ...(value.type.name === 'text' && isNullCast(value.term) ? { isNull: true } : {}),
});

function shownInterval(context: Context, value: Typed): Term {
  const shown = intervalText(context.fresh('v'), partsOf(context, value));
  return value.nullable ? call('if', call('isNull', value.term), nothing, shown) : shown;
}

const isNullCast = (term: Term) =>
  term.kind === 'cast' && term.operand.kind === 'constant' && term.operand.text === 'NULL';

/** Fixes the types of literals: quoted ones become text, and `1` a 32-bit integer, which it is not in the engine. */
const settled =
  (context: Context, statement: SelectStmt) =>
  ({ name, value }: Target): Target => {
    if (value.type.name === 'interval' && !context.isOutermost(statement)) {
      throw context.refuse(
        value.at,
        'An interval can only be a column of the whole result. In a subquery, write extract(epoch FROM …).',
      );
    }
    if (isBytes(value.type))
      throw context.refuse(
        value.at,
        "A column cannot be bytea. Write encode(…, 'hex') or convert_from(…, 'UTF8').",
      );
    if (value.type.name === 'nan') throw context.refuse(value.at, 'NaN can only be compared. Write NULL.');
    if (value.type.name === 'unknown' || isNull(value)) {
      return { name, value: implicitly(context, value, textType, 'A column') };
    }
    const isBool = value.type.name === 'bool' && value.term.kind !== 'column';
    const isLoose = isBool || value.literal !== undefined || value.term.kind === 'value';
    if (!isLoose) return { name, value };
    return { name, value: { ...value, term: cast(value.term, engineType(value.type, value.nullable)) } };
  };

const isBytes = (type: PgType): boolean =>
  type.name === 'bytea' || (type.name === 'array' && isBytes(type.of));

function checkSeries(context: Context, { found }: NameScope, isMore: boolean, targets: unknown): void {
  if (found.series > 1)
    throw context.refuseIn(targets, 'SELECT supports only one function that returns several rows.');
  if (found.series > 0 && isMore) {
    throw context.refuseIn(
      targets,
      'In SELECT, a function that returns several rows is not supported with GROUP BY, ORDER BY, DISTINCT or aggregates. Move it to FROM.',
    );
  }
}

/** Applies DISTINCT, DISTINCT ON and LIMIT. */
function finished(
  context: Context,
  statement: SelectStmt,
  query: SelectQuery,
  scope: NameScope,
  targets: readonly Target[],
): Query {
  const { limit, offset } = resolveLimit(context, statement);
  const [first] = statement.distinctClause ?? [];
  if (first === undefined) return { ...query, limit, offset };
  // The grammar represents plain DISTINCT as a list with one empty node.
  if (Object.keys(first).length > 0) {
    return { ...query, firstOf: distinctOn(context, statement, scope, targets, query), limit, offset };
  }
  return distinct(context, query, targets, { limit, offset }, statement.sortClause);
}

/** Sorts outside the DISTINCT query, by its columns, so that a sort key cannot make equal rows distinct. */
function distinct(
  context: Context,
  query: SelectQuery,
  targets: readonly Target[],
  { limit, offset }: Pick<SelectQuery, 'limit' | 'offset'>,
  sortClause: unknown,
): Query {
  const unlike = query.items.map((term, index) => oneZero({ ...(targets[index] as Target).value, term }));
  const inner = { ...query, items: unlike, distinct: true, order: [] };
  if (query.order.length === 0) return { ...inner, limit, offset };
  const alias = context.fresh('t');
  const items = targets.map(
    ({ name }, index): Term => ({
      kind: 'column',
      table: alias,
      name: columnName(index),
      label: name,
      at: 0,
    }),
  );
  const order = query.order.map((key): OrderKey => {
    const index = query.items.indexOf(key.term);
    const item = items[index];
    if (item === undefined) {
      throw context.refuseIn(
        sortClause,
        'With SELECT DISTINCT, ORDER BY expressions must appear in the select list.',
      );
    }
    return { ...key, term: item };
  });
  return plainSelect({ items, from: { kind: 'query', query: inner, alias }, order, limit, offset });
}

function namedWindows(context: Context, nodes: readonly Node[]): Map<string, WindowDef> {
  const windows = new Map<string, WindowDef>();
  for (const node of nodes) {
    if (!('WindowDef' in node) || node.WindowDef.name === undefined) {
      throw context.refuseIn(node, 'This WINDOW is not supported.');
    }
    windows.set(node.WindowDef.name, node.WindowDef);
  }
  return windows;
}
