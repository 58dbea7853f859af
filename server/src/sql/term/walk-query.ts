import type { FromItem, OrderKey, Query, SelectQuery, TableSource, Term } from './term.js';
import { partsOf } from './walk-term.js';

/** Everything in a statement, including its subqueries. */
export interface QueryParts {
  readonly selects: readonly SelectQuery[];
  readonly setOperations: readonly string[];
  readonly terms: readonly Term[];
  /** Once for each time that it is read. */
  readonly tables: readonly TableSource[];
  readonly joins: number;
}

export function partsOfQuery(query: Query): QueryParts {
  const walk = new Walk();
  walk.query(query);
  return walk;
}

class Walk implements QueryParts {
  readonly selects: SelectQuery[] = [];
  readonly setOperations: string[] = [];
  readonly terms: Term[] = [];
  readonly tables: TableSource[] = [];
  joins = 0;

  query(query: Query): void {
    if (query.kind === 'set') {
      this.setOperations.push(query.op);
      for (const arm of query.arms) this.query(arm);
      return;
    }
    if (query.kind === 'recursive') {
      this.query(query.anchor);
      this.query(query.step);
      return;
    }
    this.selects.push(query);
    if (query.from) this.#from(query.from);
    const ordered = ({ term, fill }: OrderKey) => [term, fill?.from, fill?.to, fill?.step];
    for (const term of [
      ...query.items,
      query.where,
      ...query.groupBy,
      ...query.groupingSets.flat(),
      query.having,
      query.qualify,
      ...query.order.flatMap(ordered),
      ...query.firstOf,
      query.limit,
      query.offset,
    ])
      if (term) this.#term(term);
  }

  #from(item: FromItem): void {
    if (item.kind === 'table') this.tables.push(item.source);
    else if (item.kind === 'query') this.query(item.query);
    else if (item.kind === 'arrayJoin') {
      this.#from(item.left);
      for (const { term } of item.arrays) this.#term(term);
    } else if (item.kind === 'join') {
      this.joins += 1;
      this.#from(item.left);
      this.#from(item.right);
      if (item.on) this.#term(item.on);
    }
  }

  #term(term: Term): void {
    this.terms.push(term);
    for (const part of partsOf(term)) this.#term(part);
    if (term.kind === 'subquery' || term.kind === 'exists' || term.kind === 'in') this.query(term.query);
  }
}
