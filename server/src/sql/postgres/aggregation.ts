import { cast, nothing, plainSelect } from '../term/build-term.js';
import {
  type AggregateTerm,
  type ColumnTerm,
  columnName,
  type FromItem,
  type OrderKey,
  type Query,
  type SelectQuery,
  type Term,
} from '../term/term.js';
import { keyOf } from '../term/term-key.js';
import { isAmong, mapParts } from '../term/walk-term.js';
import type { Context } from './context.js';
import type { Grouping } from './group-by.js';
import { isRead, withJoined } from './joined-subquery.js';
import { oneZero } from './one-zero.js';
import type { Typed } from './typed.js';
import { engineType } from './types.js';
import { aliases } from './unbound.js';
import type { JoinedSubquery } from './unbound-query.js';

interface Rest {
  readonly order: readonly OrderKey[];
  readonly having: Term | null;
  readonly grouping: Grouping | null;
  readonly joined: readonly JoinedSubquery[];
}

/**
 * Splits a SELECT with aggregates into two layers. The inner query computes the group keys and the aggregates; the outer
 * query uses them as columns. A source column that remains in the outer query is neither in an aggregate nor in GROUP BY,
 * which is an error. Several grouping sets become a UNION ALL of inner queries.
 */
export function aggregated(
  context: Context,
  query: SelectQuery,
  { order, having, grouping, joined }: Rest,
): SelectQuery {
  const alias = context.fresh('t');
  const lifted = new Lifting(context, alias, grouping, joined, new Set(aliases(query.from)));
  const items = query.items.map((item) => lifted.item(item));
  const outerOrder = order.map((key) => {
    const index = query.items.indexOf(key.term);
    return { ...key, term: items[index] ?? lifted.lift(key.term) };
  });
  const where = having === null ? null : lifted.lift(having);
  const keys = (grouping?.keys ?? []).map(({ term }) => term);
  const inside = [...(query.where ? [query.where] : []), ...keys, ...lifted.aggregates];
  const below = joined.filter((each) => isRead(each, inside));
  const source = { ...query, from: withJoined(query.from, below, query.where) };
  const groups: FromItem = { kind: 'query', query: innerQuery(source, grouping, lifted), alias };
  return plainSelect({
    items,
    from: withJoined(groups, lifted.joined, null),
    where,
    order: outerOrder,
  });
}

function innerQuery(query: SelectQuery, grouping: Grouping | null, lifted: Lifting): Query {
  const sets = grouping?.sets ?? [[]];
  const keys = grouping?.keys ?? [];
  // Without a key or an aggregate, the engine would return a row for each row it reads instead of one row in total.
  const isCounted = sets.some((set) => set.length === 0) && lifted.aggregates.every(isGroupingMark);
  const arms = sets.map((set) => {
    const present = keys.map((key, index) => {
      if (sets.length === 1) return groupTerm(key);
      const type = engineType(key.type, true);
      return set.includes(index) ? cast(groupTerm(key), type) : cast(nothing, type);
    });
    const aggregates = lifted.aggregates.map((term) => withGrouping(term, set));
    return plainSelect({
      items: [...present, ...aggregates, ...(isCounted ? [count] : [])],
      from: query.from,
      where: query.where,
      groupBy: set.map((index) => groupTerm(keys[index])),
    });
  });
  const [only] = arms;
  return only !== undefined && arms.length === 1 ? only : { kind: 'set', op: 'UNION ALL', arms };
}

const count: AggregateTerm = { kind: 'aggregate', name: 'count', parameters: [], args: [] };

function groupTerm(key: Typed | undefined): Term {
  if (key === undefined) throw new Error('a grouping set refers to a missing key');
  return oneZero(key);
}

const isConstant = (term: Term): boolean =>
  term.kind === 'cast' ? isConstant(term.operand) : term.kind === 'value' || term.kind === 'constant';

/** Marks `GROUPING(a, b)` until the grouping sets are known. Its value has a bit for each key that is not grouped by. */
export const groupingMark = '__grouping';

function withGrouping(term: AggregateTerm, set: readonly number[]): Term {
  if (!isGroupingMark(term)) return term;
  const bits = term.args.map((arg) => (arg.kind === 'number' && set.includes(arg.value) ? 0 : 1));
  const value = bits.reduce<number>((sum, bit) => sum * 2 + bit, 0);
  return cast({ kind: 'number', value }, 'Int32');
}

class Lifting {
  readonly aggregates: AggregateTerm[] = [];
  readonly #keys: ReadonlyMap<string, number>;
  readonly #keyTypes: readonly Typed['type'][];
  readonly #known = new Map<string, number>();
  /** The subqueries that are joined to the groups, since they read only keys and aggregates. */
  readonly #above = new Map<string, JoinedSubquery>();

  constructor(
    readonly context: Context,
    readonly alias: string,
    grouping: Grouping | null,
    readonly subqueries: readonly JoinedSubquery[],
    readonly own: ReadonlySet<string>,
  ) {
    const keys = grouping?.keys ?? [];
    this.#keys = new Map(keys.map((key, index) => [keyOf(key.term), index]));
    this.#keyTypes = keys.map(({ type }) => type);
  }

  /** An item may be a key that is a literal, which has been cast to the type of its column since. */
  item(term: Term): Term {
    if (term.kind !== 'cast') return this.lift(term);
    const key = this.#keys.get(keyOf(term.operand));
    const type = key === undefined ? undefined : this.#keyTypes[key];
    const isKey = type && [true, false].some((nullable) => engineType(type, nullable) === term.engineType);
    return key !== undefined && isKey ? { ...term, operand: this.#column(key) } : this.lift(term);
  }

  /** Replaces what the inner query computes by its columns. */
  lift(term: Term): Term {
    const key = this.#keys.get(keyOf(term));
    return key === undefined ? this.#liftParts(term) : this.#column(key);
  }

  #liftParts(term: Term): Term {
    if (term.kind === 'aggregate') return this.#aggregate(term);
    if (term.kind === 'column') {
      // A column of an outer query is the same in all rows of a group.
      if (this.#isJoined(term) || !isAmong(this.own, term)) return term;
      throw this.context.refuse(
        term.at,
        `The column ${term.label} must appear in the GROUP BY clause or be used in an aggregate function.`,
      );
    }
    // A constant that equals a key, such as a separator, must stay a constant.
    return mapParts(term, (part) => (isConstant(part) ? part : this.lift(part)));
  }

  get joined(): readonly JoinedSubquery[] {
    return [...this.#above.values()];
  }

  #isJoined({ table }: ColumnTerm): boolean {
    const found = this.subqueries.find(({ alias }) => alias === table);
    if (found === undefined) return false;
    if (!this.#above.has(found.alias)) {
      const wanted = found.unbound.wanted.map((value) => this.lift(value));
      this.#above.set(found.alias, { ...found, unbound: { ...found.unbound, wanted } });
    }
    return true;
  }

  #aggregate(term: AggregateTerm): Term {
    const resolved = isGroupingMark(term) ? this.#grouping(term) : term;
    const key = keyOf(resolved);
    const known = this.#known.get(key);
    if (known !== undefined) return this.#column(known);
    const index = this.#keys.size + this.aggregates.length;
    this.#known.set(key, index);
    this.aggregates.push(resolved);
    return this.#column(index);
  }

  /** Replaces the arguments of GROUPING with the indexes of their keys. */
  #grouping(term: AggregateTerm): AggregateTerm {
    const args = term.args.map((arg): Term => {
      const index = this.#keys.get(keyOf(arg));
      if (index === undefined)
        throw this.context.refuse(0, 'Arguments of GROUPING must be expressions of GROUP BY.');
      return { kind: 'number', value: index };
    });
    return { ...term, args };
  }

  #column(index: number): Term {
    return { kind: 'column', table: this.alias, name: columnName(index), label: columnName(index), at: 0 };
  }
}

const isGroupingMark = ({ parameters }: AggregateTerm) =>
  parameters[0]?.kind === 'text' && parameters[0].text === groupingMark;

export function groupingTerm(args: readonly Term[]): Term {
  return { kind: 'aggregate', name: 'count', parameters: [{ kind: 'text', text: groupingMark }], args };
}
