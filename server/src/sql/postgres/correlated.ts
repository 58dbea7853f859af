import type { WeirError } from '../../base/errors.js';
import { aggregate, and, call, cast, int, plainSelect } from '../term/build-term.js';
import { comparisons } from '../term/comparisons.js';
import type { FunctionName } from '../term/engine-names.js';
import {
  type AggregateTerm,
  columnName,
  type FromItem,
  type Query,
  type SelectQuery,
  type Term,
} from '../term/term.js';
import { keyOf } from '../term/term-key.js';
import { isAmong, mapParts, someTerm } from '../term/walk-term.js';
import type { Context, ResolvedQuery } from './context.js';
import type { Typed } from './typed.js';
import { engineType } from './types.js';

export const conjuncts = (where: Term | null): Term[] => {
  if (where === null) return [];
  return where.kind === 'call' && where.name === 'and' ? where.args.flatMap(conjuncts) : [where];
};

const comparisonNames = new Set<string>(Object.values(comparisons));

/** Functions that are NULL if any argument is. */
const strictFunctions = new Set<FunctionName>([
  ...(['plus', 'minus', 'multiply', 'negate', 'abs', 'toInt64', 'toInt128', 'toFloat64'] as const),
  ...(['lowerUTF8', 'upperUTF8', 'concat', 'toString', 'addDays', 'addMonths', 'addMicroseconds'] as const),
]);

/** The columns whose NULL makes the term NULL. */
function nullingColumns(term: Term): string[] {
  switch (term.kind) {
    case 'column':
      return [keyOf(term)];
    case 'cast':
      return nullingColumns(term.operand);
    case 'checked':
      return nullingColumns(term.value);
    case 'call':
      return strictFunctions.has(term.name) ? term.args.flatMap(nullingColumns) : [];
    default:
      return [];
  }
}

/**
 * The engine skips outer rows with a NULL in any column that the subquery reads. That is correct only if the NULL means
 * that no row matches.
 */
export function checkOuterNulls(context: Context, { query, outerNulls }: ResolvedQuery, at: number): void {
  const rejected = new Set(
    wheres(query)
      .flatMap(conjuncts)
      .flatMap((test) => (test.kind === 'call' && comparisonNames.has(test.name) ? test.args : []))
      .flatMap(nullingColumns),
  );
  if (outerNulls.every((term) => rejected.has(keyOf(term)))) return;
  throw context.refuse(
    at,
    'A subquery that reads a nullable column of the outer query must compare it in its WHERE, alone or in arithmetic.',
  );
}

/** The conditions that every row of the query meets, including those of the inner layer of an aggregation. */
function wheres(query: Query): (Term | null)[] {
  if (query.kind !== 'select') return [];
  return [query.where, ...(query.from?.kind === 'query' ? wheres(query.from.query) : [])];
}

const emptyIsNull = new Set(['sum', 'min', 'max', 'avg', 'sumDistinct']);
/** Aggregates that ignore duplicates. */
const isRepeatable = new Set(['min', 'max', 'sumDistinct', 'uniqExact']);

/**
 * For an outer row without a match, the engine returns NULL without computing anything. So only aggregates that are NULL
 * over no rows are supported, and counts, for which NULL is replaced by zero.
 */
export function correlatedValue(context: Context, resolved: ResolvedQuery, at: number): Typed {
  const refusal = context.refuse(
    at,
    'A subquery that reads columns of the outer query is only supported in EXISTS, or if it selects one value made of count, sum, min, max and avg.',
  );
  const { query, columns } = resolved;
  const [column] = columns;
  const source = query.kind === 'select' ? query.from : null;
  if (!resolved.single || query.kind !== 'select' || source?.kind !== 'query' || column === undefined)
    throw refusal;
  const inner = source.query;
  if (inner.kind !== 'select') throw refusal;
  checkOuterNulls(context, resolved, at);
  const valueIn = (part: Term): Term => {
    if (part.kind !== 'column') return mapParts(part, valueIn);
    const lifted = part.table === source.alias ? inner.items[Number(part.name.slice(1))] : undefined;
    if (lifted?.kind !== 'aggregate') throw refusal;
    return correlatedAggregate(context, inner, lifted, refusal, at);
  };
  const value = valueIn(query.items[0] as Term);
  const term = cast(value, engineType(column.type, column.nullable));
  return { term, type: column.type, nullable: column.nullable, at };
}

function correlatedAggregate(
  context: Context,
  inner: SelectQuery,
  lifted: AggregateTerm,
  refusal: WeirError,
  at: number,
): Term {
  const isCount = lifted.name === 'count' || lifted.name === 'uniqExact';
  if (!isCount && !emptyIsNull.has(lifted.name)) throw refusal;
  // An aggregate over columns of the outer query belongs to the outer query.
  if (readsOuter(lifted, new Set(aliases(inner.from)))) throw refusal;
  const grouped = byKeys(context, inner, lifted);
  if (grouped === null && !isRepeatable.has(lifted.name)) {
    throw context.refuse(
      at,
      'A subquery with count, sum or avg can use columns of the outer query only in its WHERE, in equalities with its own columns.',
    );
  }
  const flat: Term = {
    kind: 'subquery',
    query: grouped ?? { ...inner, items: [lifted] },
    correlated: true,
  };
  return isCount ? call('ifNull', flat, int(0)) : flat;
}

/**
 * Groups the subquery by the columns that are compared with the outer query, then selects the matching group. Without
 * this, the engine would aggregate the subquery's rows once for every outer row with the same values. Returns null unless
 * all comparisons are equalities.
 */
function byKeys(context: Context, inner: SelectQuery, lifted: Term): SelectQuery | null {
  const found = outerEqualities(inner.where, new Set(aliases(inner.from)));
  if (found === null) return null;
  const { keys, wanted, free } = found;
  const alias = context.fresh('t');
  const column = (index: number): Term => ({
    kind: 'column',
    table: alias,
    name: columnName(index),
    label: columnName(index),
    at: 0,
  });
  const equalities = wanted.map((value, index) => call('equals', column(index), value));
  const groups = {
    ...inner,
    items: [...keys, lifted],
    where: free.length === 0 ? null : and(...free),
    groupBy: keys,
  };
  return plainSelect({
    items: [aggregate('max', column(keys.length))],
    from: { kind: 'query', query: groups, alias },
    where: equalities.length === 0 ? null : and(...equalities),
  });
}

interface OuterEqualities {
  /** What the subquery computes of its own columns. */
  readonly keys: readonly Term[];
  /** What each key must be: a value of the outer query. */
  readonly wanted: readonly Term[];
  /** The conditions that do not read the outer query. */
  readonly free: readonly Term[];
}

/** Null unless the outer query is read only in equalities between its columns and the subquery's own. */
export function outerEqualities(where: Term | null, own: ReadonlySet<string>): OuterEqualities | null {
  const isOuter = (term: Term) => readsOuter(term, own);
  const isOwn = (term: Term) => someTerm(term, (part) => part.kind === 'column' && isAmong(own, part));
  const keys: Term[] = [];
  const wanted: Term[] = [];
  const free: Term[] = [];
  for (const test of conjuncts(where)) {
    if (!isOuter(test)) {
      free.push(test);
      continue;
    }
    const [a, b] = test.kind === 'call' && test.name === 'equals' ? test.args : [];
    if (a === undefined || b === undefined) return null;
    const [key, outer] = isOuter(a) ? [b, a] : [a, b];
    if (isOuter(key) || isOwn(outer)) return null;
    keys.push(key);
    wanted.push(outer);
  }
  return { keys, wanted, free };
}

export const readsOuter = (term: Term, own: ReadonlySet<string>) =>
  someTerm(
    term,
    (part) =>
      (part.kind === 'column' && !isAmong(own, part)) ||
      ((part.kind === 'subquery' || part.kind === 'exists') && part.correlated),
  );

export function aliases(from: FromItem | null): string[] {
  if (from === null) return [];
  if (from.kind === 'arrayJoin') return aliases(from.left);
  return from.kind === 'join' ? [...aliases(from.left), ...aliases(from.right)] : [from.alias];
}
