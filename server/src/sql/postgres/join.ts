import type { JoinExpr, Node } from 'libpg-query';
import { and, bool, call, int } from '../term/build-term.js';
import type { FunctionName } from '../term/engine-names.js';
import type { JoinItem, Term } from '../term/term.js';
import { keyOf } from '../term/term-key.js';
import { isAmong, someTerm } from '../term/walk-term.js';
import { unify } from './coerce.js';
import { condition } from './condition.js';
import type { Context } from './context.js';
import { isRead, withJoined } from './joined-subquery.js';
import { oneZero, withoutOneZero } from './one-zero.js';
import { inTurn } from './safe-first.js';
import type { NameScope, ScopeColumn, ScopeTable } from './scope.js';
import { flat, type Sourced } from './sourced.js';
import type { Typed } from './typed.js';
import { columnAt, conjuncts } from './unbound.js';
import type { JoinedSubquery } from './unbound-query.js';

const joinTypes: Readonly<Record<string, JoinItem['type']>> = {
  JOIN_INNER: 'INNER',
  JOIN_LEFT: 'LEFT',
  JOIN_RIGHT: 'RIGHT',
  JOIN_FULL: 'FULL',
};

export function joinTypeOf(context: Context, { jointype, rarg }: JoinExpr): JoinItem['type'] {
  const type = joinTypes[jointype ?? ''];
  if (type === undefined) throw context.refuseIn(rarg, 'This kind of join is not supported.');
  return type;
}

export function resolveJoin(
  context: Context,
  node: JoinExpr,
  scope: NameScope,
  left: Sourced,
  right: Sourced,
): Sourced {
  context.onlyFields(node, 'JOIN', [
    'jointype',
    'isNatural',
    'larg',
    'rarg',
    'usingClause',
    'quals',
    'rtindex',
  ]);
  const type = joinTypeOf(context, node);
  const sides = {
    left: type === 'RIGHT' || type === 'FULL' ? optional(left.tables) : left.tables,
    right: type === 'LEFT' || type === 'FULL' ? optional(right.tables) : right.tables,
  };
  const names = usingNames(context, node, left.tables, right.tables);
  if (names !== null) return joinUsing(context, names, type, left, right, sides, node.rarg);
  const tables = [...sides.left, ...sides.right];
  if (node.quals === undefined) return { item: item(type, left, right, null), tables };
  // In ON, columns are not NULL yet for rows without a match.
  const joined: JoinedSubquery[] = [];
  const found = {
    ...scope,
    tables: [...left.tables, ...right.tables],
    clause: 'ON',
    aggregates: 'forbidden',
    joined,
  } as const;
  const on = condition(context, node.quals, found);
  if (joined.length > 0) return joinedOn(context, type, left, right, on, joined, node.quals);
  // As in PostgreSQL, a FULL JOIN needs an equality.
  if (type === 'FULL' && !hasEquality(on, aliasesOf(left), aliasesOf(right)))
    throw context.refuseIn(
      node.quals,
      'FULL JOIN needs an equality between both sides in its ON, combined with other conditions by AND.',
    );
  if (type !== 'INNER' && !hasEquality(withSameNulls(on), aliasesOf(left), aliasesOf(right), sameNames))
    return joinOfAllPairs(context, type, left, right, (tables) =>
      condition(context, node.quals as Node, { ...found, tables }),
    );
  return { item: withCondition(type, left, right, on), tables };
}

const item = (type: JoinItem['type'], left: Sourced, right: Sourced, on: Term | null): JoinItem => ({
  kind: 'join',
  type: on === null && type === 'INNER' ? 'CROSS' : type,
  left: left.item,
  right: right.item,
  on,
});

/**
 * The engine drops a condition that it computes to be NULL, such as `a.id = NULL`. An inner join without an equality between
 * both sides becomes a filtered cross join.
 */
function withCondition(type: JoinItem['type'], left: Sourced, right: Sourced, on: Term): JoinItem {
  const [first, second] = [aliasesOf(left), aliasesOf(right)];
  const isSame = (test: Term): boolean =>
    test.kind === 'call' && test.name === 'or'
      ? test.args.every(isSame)
      : hasEquality(test, first, second, sameNames);
  const tests = conjuncts(withSameNulls(on));
  const others = inTurn(tests.filter((test) => !isSame(test)));
  return item(type, left, right, and(...tests.filter(isSame), ...others));
}

/** `a = b OR (a IS NULL AND b IS NULL)`, as tools write it, is one comparison of the engine. */
function withSameNulls(on: Term): Term {
  return and(...conjuncts(on).map((test) => sameNulls(test) ?? test));
}

function sameNulls(test: Term): Term | null {
  if (test.kind !== 'call' || test.name !== 'or' || test.args.length !== 2) return null;
  const isBoth = (part: Term) => part.kind === 'call' && part.name === 'and';
  const [nulls] = test.args.filter(isBoth);
  const [same] = test.args.filter((part) => !isBoth(part));
  if (nulls?.kind !== 'call' || same?.kind !== 'call' || same.name !== 'equals') return null;
  const missing = nulls.args.map((part) =>
    part.kind === 'call' && part.name === 'isNull' ? keyOf(part.args[0] as Term) : '',
  );
  const sides = same.args.map((side) => keyOf(withoutOneZero(side)));
  const isSame =
    missing.length === 2 && new Set([...missing, ...sides]).size === 2 && new Set(sides).size === 2;
  return isSame ? call('isNotDistinctFrom', ...same.args) : null;
}

/** An outer join without an equality between both sides: both get a column with the same value for one. */
function joinOfAllPairs(
  context: Context,
  type: JoinItem['type'],
  left: Sourced,
  right: Sourced,
  conditionOver: (tables: readonly ScopeTable[]) => Term,
): Sourced {
  const [first, second] = [keyed(context, left), keyed(context, right)];
  const on = conditionOver([...first.tables, ...second.tables]);
  const tables = [
    ...(type === 'LEFT' ? first.tables : optional(first.tables)),
    ...(type === 'RIGHT' ? second.tables : optional(second.tables)),
  ];
  const all = and(call('equals', first.key, second.key), call('ifNull', on, bool(false)));
  return { item: item(type, first, second, all), tables };
}

function keyed(context: Context, source: Sourced): Sourced & { readonly key: Term } {
  const flattened = flat(context, source, null);
  if (flattened.item.kind !== 'query' || flattened.item.query.kind !== 'select')
    throw new Error('a flat source is a SELECT');
  const { query, alias } = flattened.item;
  const items = [...query.items, int(1)];
  return {
    ...flattened,
    item: { ...flattened.item, query: { ...query, items } },
    key: columnAt(alias, items.length - 1),
  };
}

/** An ON with subqueries that are joined themselves: the conditions that read them apply afterwards. */
function joinedOn(
  context: Context,
  type: JoinItem['type'],
  left: Sourced,
  right: Sourced,
  on: Term,
  joined: readonly JoinedSubquery[],
  node: Node,
): Sourced {
  if (type !== 'INNER')
    throw context.refuseIn(
      node,
      `In ON of ${type} JOIN, a subquery that reads columns of the outer query can only be EXISTS or IN with equalities. Make its value a column of a subquery in FROM.`,
    );
  const isLate = (test: Term) => joined.some((each) => isRead(each, [test]));
  const tests = conjuncts(on);
  const early = tests.filter((test) => !isLate(test));
  const rows =
    early.length === 0
      ? item('INNER', left, right, null)
      : withCondition('INNER', left, right, and(...early));
  const from = withJoined(rows, joined, null) ?? rows;
  const source = { item: from, tables: [...left.tables, ...right.tables] };
  return flat(context, source, and(...tests.filter(isLate)));
}

function aliasesOf({ item: from }: Sourced): Set<string> {
  if (from.kind === 'arrayJoin') return aliasesOf({ item: from.left, tables: [] });
  if (from.kind !== 'join') return new Set([from.alias]);
  return new Set([
    ...aliasesOf({ item: from.left, tables: [] }),
    ...aliasesOf({ item: from.right, tables: [] }),
  ]);
}

const sameNames: readonly FunctionName[] = ['equals', 'isNotDistinctFrom'];

function hasEquality(
  term: Term,
  left: ReadonlySet<string>,
  right: ReadonlySet<string>,
  names: readonly FunctionName[] = ['equals'],
): boolean {
  if (term.kind !== 'call') return false;
  if (term.name === 'and') return term.args.some((arg) => hasEquality(arg, left, right, names));
  const [a, b] = term.args;
  if (!names.includes(term.name) || a === undefined || b === undefined) return false;
  const isOf = (side: Term, tables: ReadonlySet<string>, others: ReadonlySet<string>) =>
    someTerm(side, (part) => part.kind === 'column' && isAmong(tables, part)) &&
    !someTerm(side, (part) => part.kind === 'column' && isAmong(others, part));
  return (isOf(a, left, right) && isOf(b, right, left)) || (isOf(a, right, left) && isOf(b, left, right));
}

/** Makes the columns of the optional side of an outer join nullable. */
export function optional(tables: readonly ScopeTable[]): ScopeTable[] {
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({ ...column, nullable: true })),
  }));
}

function usingNames(
  context: Context,
  node: JoinExpr,
  left: readonly ScopeTable[],
  right: readonly ScopeTable[],
): string[] | null {
  if (node.usingClause !== undefined) {
    return node.usingClause.map((name) => ('String' in name ? (name.String.sval ?? '') : ''));
  }
  if (node.isNatural !== true) return null;
  const names = (tables: readonly ScopeTable[]) =>
    new Set(
      tables.flatMap(({ columns, merged }) =>
        columns.map(({ name }) => name).filter((name) => !merged.has(name)),
      ),
    );
  const shared = [...names(left)].filter((name) => names(right).has(name));
  if (shared.length === 0)
    throw context.refuseIn(node.rarg, 'NATURAL JOIN: the two sides have no column name in common.');
  return shared;
}

interface Sides {
  readonly left: readonly ScopeTable[];
  readonly right: readonly ScopeTable[];
}

/** USING: an equality for each name, and one merged column for both sides. */
function joinUsing(
  context: Context,
  names: readonly string[],
  type: JoinItem['type'],
  left: Sourced,
  right: Sourced,
  sides: Sides,
  last: unknown,
): Sourced {
  const equalities: Term[] = [];
  const merged = names.map((name): ScopeColumn => {
    const pair = [only(context, left.tables, name, last), only(context, right.tables, name, last)] as const;
    const [a, b] = unify(context, pair.map(typedOf), `USING (${name})`, 'operands') as [Typed, Typed];
    equalities.push(call('equals', oneZero(a), oneZero(b)));
    // Of the joined rows, where either side may be NULL.
    const joined = [sides.left, sides.right].map((tables) => typedOf(only(context, tables, name, last)));
    const either = () =>
      call('coalesce', ...unify(context, joined, `USING (${name})`, 'operands').map(({ term }) => term));
    const term = type === 'RIGHT' ? b.term : type === 'FULL' ? either() : a.term;
    return {
      name: pair[0].name,
      type: a.type,
      nullable: type === 'FULL' || a.nullable || b.nullable,
      term: () => term,
    };
  });
  const hide = (tables: readonly ScopeTable[]) =>
    tables.map((table) => ({
      ...table,
      merged: new Set([...table.merged, ...merged.map(({ name }) => name)]),
    }));
  const mergedTable: ScopeTable = { name: '', columns: merged, merged: new Set() };
  return {
    item: item(type, left, right, and(...equalities)),
    tables: [mergedTable, ...hide(sides.left), ...hide(sides.right)],
  };
}

function only(context: Context, tables: readonly ScopeTable[], name: string, last: unknown): ScopeColumn {
  const find = (same: (a: string) => boolean) =>
    tables.flatMap(({ columns, merged }) =>
      columns.filter((column) => same(column.name) && !merged.has(column.name)),
    );
  const exact = find((other) => other === name);
  const found = exact.length > 0 ? exact : find((other) => other.toLowerCase() === name);
  const [column, ...more] = found;
  if (column === undefined)
    throw context.refuseIn(
      last,
      `USING: there is no column ${JSON.stringify(name)} on one side of the join.`,
    );
  if (more.length > 0)
    throw context.refuseIn(last, `USING: the column ${JSON.stringify(name)} is ambiguous.`);
  return column;
}

const typedOf = (column: ScopeColumn): Typed => ({
  term: column.term(column.name, 0),
  type: column.type,
  nullable: column.nullable,
  at: 0,
});
