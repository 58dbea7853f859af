import { and, call, plainSelect } from '../term/build-term.js';
import { columnName, type FromItem, type Query, type SelectQuery, type Term } from '../term/term.js';
import { keyOf } from '../term/term-key.js';
import { partsOfQuery } from '../term/walk-query.js';
import { isAmong, mapParts, readsClock, someTerm } from '../term/walk-term.js';
import type { Context } from './context.js';
import type { OuterRows, Unbound } from './unbound-query.js';

/**
 * Equalities between the subquery's columns and those of the outer query become keys. If the outer query is read in any
 * other way, the subquery is joined to the distinct values of the outer columns, and these are the keys.
 */
export function unbind(context: Context, query: Query, at: number): Unbound {
  if (hasOneGroup(query))
    throw context.refuse(
      at,
      'In a subquery that reads columns of the outer query, aggregates without GROUP BY are only supported as its value: x = (SELECT max(…) …).',
    );
  return unbindGroups(context, query, at);
}

/** Also of aggregates without GROUP BY. The caller knows that these have no row where there is nothing to aggregate. */
export function unbindGroups(context: Context, query: Query, at: number): Unbound {
  const byKeys = byEqualities(query);
  const width = widthOf(query);
  if (byKeys !== null) return { width, wanted: byKeys.wanted, isByColumns: false, build: () => byKeys.query };
  const wanted = outerColumns(query);
  return {
    width,
    wanted,
    isByColumns: true,
    build: (outer) => {
      if (outer === null) throw new Error('a subquery by columns needs the rows of the outer query');
      checkRepeatable(context, outer, at);
      const values = plainSelect({
        distinct: true,
        items: outer.wanted,
        from: outer.from,
        where: outer.where,
      });
      return new OverValues(context, wanted, values, at).query(query);
    },
  };
}

interface Keyed {
  readonly query: SelectQuery;
  readonly keys: readonly Term[];
  readonly wanted: readonly Term[];
}

/** Null if the query reads the outer query in another way than in equalities of WHERE. */
function byEqualities(query: Query): Keyed | null {
  if (query.kind !== 'select') return null;
  const { from, where, items, groupBy, order, firstOf } = query;
  const below = from?.kind === 'query' && readsOuterQuery(from.query) ? byEqualities(from.query) : undefined;
  if (below === null || (below === undefined && from !== null && fromReadsOuter(from))) return null;
  const own = new Set(aliases(from));
  const sorting = order.map(({ term }) => term);
  if ([...items, ...groupBy, ...sorting, ...firstOf].some((term) => readsOuter(term, own))) return null;
  const found = outerEqualities(where, own);
  if (found === null) return null;
  const source = below && from?.kind === 'query' ? { ...from, query: below.query } : from;
  const passed = below && from?.kind === 'query' ? keysOf(from.alias, widthOf(from.query), below.wanted) : [];
  const keys = [...passed, ...found.keys];
  const free = found.free.length === 0 ? null : and(...found.free);
  const keyed = withKeys({ ...query, from: source, where: free }, keys);
  return keyed && { query: keyed, keys, wanted: [...(below?.wanted ?? []), ...found.wanted] };
}

/** Adds keys to a query, whose groups, windows and limits then are those of one key each. Null if that is not possible. */
function withKeys(query: SelectQuery, keys: readonly Term[]): SelectQuery | null {
  const { items, groupBy, limit, offset, firstOf, firstCount } = query;
  if (offset !== null && !(offset.kind === 'number' && offset.value === 0)) return null;
  if (limit !== null && (limit.kind !== 'number' || firstOf.length > 0)) return null;
  const isGrouped = groupBy.length > 0 || isAggregated(query);
  const windows = (term: Term): Term => {
    const mapped = mapParts(term, windows);
    return mapped.kind === 'window' ? { ...mapped, partition: [...mapped.partition, ...keys] } : mapped;
  };
  return {
    ...query,
    items: [...items.map(windows), ...keys],
    groupBy: isGrouped ? [...groupBy, ...keys] : groupBy,
    firstOf: limit === null && firstOf.length === 0 ? [] : [...firstOf, ...keys],
    firstCount: limit?.kind === 'number' ? limit.value : firstCount,
    limit: null,
    offset: null,
  };
}

/** Rewrites a query to be joined with the values of outer columns. */
class OverValues {
  constructor(
    readonly context: Context,
    readonly wanted: readonly Term[],
    readonly values: SelectQuery,
    readonly at: number,
  ) {}

  query(query: Query): Query {
    if (query.kind === 'set') return { ...query, arms: query.arms.map((arm) => this.query(arm)) };
    if (query.kind === 'recursive')
      throw this.#refuse('WITH RECURSIVE that reads columns of an outer query is not supported.');
    const { from } = query;
    const isLayer = from?.kind === 'query' && readsOuterQuery(from.query);
    const alias = isLayer ? from.alias : this.context.fresh('t');
    const keys = keysOf(alias, isLayer ? widthOf(from.query) : 0, this.wanted);
    const known = new Map(this.wanted.map((term, index) => [keyOf(term), keys[index] as Term]));
    const bound = (term: Term): Term =>
      term.kind === 'column' ? (known.get(keyOf(term)) ?? term) : mapParts(term, bound);
    const values: FromItem = { kind: 'query', query: this.values, alias };
    const keyed = withKeys(
      {
        ...query,
        items: query.items.map(bound),
        from: isLayer ? { ...from, query: this.query(from.query) } : this.#beside(values, from, bound),
        where: query.where && bound(query.where),
        groupBy: query.groupBy.map(bound),
        order: query.order.map((key) => ({ ...key, term: bound(key.term) })),
        firstOf: query.firstOf.map(bound),
      },
      keys,
    );
    if (keyed === null)
      throw this.#refuse('OFFSET is not supported in a subquery that reads columns of the outer query.');
    return keyed;
  }

  /** The values come first, so that all conditions of joins can read them. */
  #beside(values: FromItem, from: FromItem | null, bound: (term: Term) => Term): FromItem {
    if (from === null) return values;
    if (from.kind !== 'join') return { kind: 'join', type: 'CROSS', left: values, right: from, on: null };
    if (from.type === 'RIGHT' || from.type === 'FULL')
      throw this.#refuse(
        `${from.type} JOIN is not supported in a subquery that reads columns of the outer query other than in equalities.`,
      );
    return { ...from, left: this.#beside(values, from.left, bound), on: from.on && bound(from.on) };
  }

  #refuse(problem: string) {
    return this.context.refuse(this.at, problem);
  }
}

/** The outer query's rows are read twice, and must be the same both times. */
function checkRepeatable(context: Context, { from, wanted }: OuterRows, at: number): void {
  const own = new Set(aliases(from));
  if (wanted.some((term) => readsOuter(term, own)))
    throw context.refuse(
      at,
      'A subquery can read columns of several outer queries only in equalities with its own columns.',
    );
  const { selects, terms } = partsOfQuery(plainSelect({ items: [], from }));
  const isLimited = selects.some(({ limit, firstOf }) => limit !== null || firstOf.length > 0);
  const isRanked = wanted.length > 1 && terms.some(({ kind }) => kind === 'window');
  if (isLimited || isRanked || terms.some(readsClock))
    throw context.refuse(
      at,
      'A subquery that reads columns of a subquery with LIMIT, window functions or the current time can compare them only by equality.',
    );
}

/** Whether any part that reads columns of the outer query aggregates all its rows into one, even if there are none. */
function hasOneGroup(query: Query): boolean {
  if (!readsOuterQuery(query)) return false;
  if (query.kind === 'set') return query.arms.some(hasOneGroup);
  if (query.kind === 'recursive') return false;
  const isTotal = query.groupBy.length === 0 && isAggregated(query);
  return isTotal || (query.from?.kind === 'query' && hasOneGroup(query.from.query));
}

export const isAggregated = ({ items }: SelectQuery) =>
  items.some((item) => someTerm(item, ({ kind }) => kind === 'aggregate'));

const keysOf = (alias: string, width: number, wanted: readonly Term[]) =>
  wanted.map((_, index) => columnAt(alias, width + index));

export const columnAt = (table: string, index: number): Term => ({
  kind: 'column',
  table,
  name: columnName(index),
  label: columnName(index),
  at: 0,
});

function widthOf(query: Query): number {
  if (query.kind === 'select') return query.items.length;
  return query.kind === 'recursive' ? query.columnCount : widthOf(query.arms[0] as Query);
}

export const conjuncts = (where: Term | null): Term[] => {
  if (where === null) return [];
  return where.kind === 'call' && where.name === 'and' ? where.args.flatMap(conjuncts) : [where];
};

interface OuterEqualities {
  /** What the subquery computes of its own columns. */
  readonly keys: readonly Term[];
  /** What each key must be: a value of the outer query. */
  readonly wanted: readonly Term[];
  /** The conditions that do not read the outer query. */
  readonly free: readonly Term[];
}

/** Null unless the outer query is read only in equalities between its columns and the subquery's own. */
function outerEqualities(where: Term | null, own: ReadonlySet<string>): OuterEqualities | null {
  const isOwn = (term: Term) => someTerm(term, (part) => part.kind === 'column' && isAmong(own, part));
  const keys: Term[] = [];
  const wanted: Term[] = [];
  const free: Term[] = [];
  for (const test of conjuncts(where)) {
    if (!readsOuter(test, own)) {
      free.push(test);
      continue;
    }
    const [a, b] = test.kind === 'call' && test.name === 'equals' ? test.args : [];
    if (a === undefined || b === undefined) return null;
    const [key, outer] = readsOuter(a, own) ? [b, a] : [a, b];
    if (readsOuter(key, own) || isOwn(outer) || !isOwn(key)) return null;
    keys.push(key);
    wanted.push(outer);
  }
  return { keys, wanted, free };
}

/** Whether a term reads columns of other sources than these. */
export const readsOuter = (term: Term, own: ReadonlySet<string>) =>
  someTerm(term, (part) => part.kind === 'column' && !isAmong(own, part));

export function aliases(from: FromItem | null): string[] {
  if (from === null) return [];
  if (from.kind === 'arrayJoin') return aliases(from.left);
  return from.kind === 'join' ? [...aliases(from.left), ...aliases(from.right)] : [from.alias];
}

export const readsOuterQuery = (query: Query) => outerColumns(query).length > 0;
const fromReadsOuter = (from: FromItem) => readsOuterQuery(plainSelect({ items: [], from }));

/** The columns that a query reads without having a source for them, each once. */
function outerColumns(query: Query): Term[] {
  const found = new Map<string, Term>();
  collectOuter(query, found);
  return [...found.values()];
}

function collectOuter(query: Query, found: Map<string, Term>): void {
  if (query.kind === 'set') {
    for (const arm of query.arms) collectOuter(arm, found);
    return;
  }
  if (query.kind === 'recursive') {
    for (const part of [query.anchor, query.step]) collectOuter(part, found);
    return;
  }
  const own = new Set(aliases(query.from));
  const visit = (term: Term): void => {
    someTerm(term, (part) => {
      if (part.kind === 'column' && !isAmong(own, part)) found.set(keyOf(part), part);
      return false;
    });
  };
  const { items, where, groupBy, order, firstOf } = query;
  for (const term of [...items, ...groupBy, ...firstOf, ...order.map((key) => key.term)]) visit(term);
  if (where !== null) visit(where);
  const sources = (from: FromItem): void => {
    if (from.kind === 'query') collectOuter(from.query, found);
    if (from.kind !== 'join') return;
    sources(from.left);
    sources(from.right);
    if (from.on !== null) visit(from.on);
  };
  if (query.from !== null) sources(query.from);
}

/** The condition that a row of an unbound subquery belongs to a row of the outer query. */
export function belongs({ wanted, width, isByColumns }: Unbound, alias: string): Term {
  const same = isByColumns ? 'isNotDistinctFrom' : 'equals';
  return and(...wanted.map((term, index) => call(same, term, columnAt(alias, width + index))));
}
