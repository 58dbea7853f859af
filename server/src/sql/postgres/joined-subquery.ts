import { and, int, plainSelect } from '../term/build-term.js';
import type { FromItem, JoinItem, Term } from '../term/term.js';
import { someTerm } from '../term/walk-term.js';
import { aliases, belongs, conjuncts, readsOuter } from './unbound.js';
import type { JoinedSubquery } from './unbound-query.js';

/** The sources of a SELECT with the subqueries that its expressions read. */
export function withJoined(
  from: FromItem | null,
  joined: readonly JoinedSubquery[],
  where: Term | null,
): FromItem | null {
  if (joined.length === 0) return from;
  return joined.reduce<FromItem>((left, each) => joinedTo(left, each, where, 'LEFT'), from ?? oneRow);
}

/** Joins a subquery to the sources whose columns it reads. `where` are conditions on their rows. */
export function joinedTo(
  left: FromItem,
  { alias, unbound }: JoinedSubquery,
  where: Term | null,
  type: JoinItem['type'],
): JoinItem {
  const own = new Set(aliases(left));
  const isFree = (test: Term) =>
    !readsOuter(test, own) && !someTerm(test, ({ kind }) => subqueries.has(kind));
  const free = conjuncts(where).filter(isFree);
  const { wanted } = unbound;
  const query = unbound.build({ from: left, where: free.length === 0 ? null : and(...free), wanted });
  const right: FromItem = { kind: 'query', query, alias };
  if (wanted.length === 0) return { kind: 'join', type: 'CROSS', left, right, on: null };
  const on = belongs(unbound, alias);
  return { kind: 'join', type: type === 'CROSS' ? 'INNER' : type, left, right, on };
}

const subqueries = new Set<Term['kind']>(['subquery', 'exists', 'in']);

/** A source of one row, for a SELECT without FROM. */
export const oneRow: FromItem = { kind: 'query', query: plainSelect({ items: [int(1)] }), alias: 't0' };

/** Whether any of the terms reads a column of the subquery. */
export const isRead = ({ alias }: JoinedSubquery, terms: readonly Term[]) =>
  terms.some((term) => someTerm(term, (part) => part.kind === 'column' && part.table === alias));
