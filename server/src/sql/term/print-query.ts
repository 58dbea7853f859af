import { quoteIdentifier } from '../identifier.js';
import type { Sql } from '../sql-text.js';
import { asSql } from '../trusted-text.js';
import type { Values } from '../values.js';
import { call } from './build-term.js';
import { printOrder, printTerm, type TermPrinting } from './print-term.js';
import {
  type ArrayJoinItem,
  columnName,
  type FromItem,
  type JoinItem,
  type Query,
  type RecursiveQuery,
  type SelectQuery,
  type Term,
} from './term.js';
import { someTerm } from './walk-term.js';

/** Prints a query as the engine's SQL. `names` are the column names of the outermost query. */
export function printQuery(query: Query, values: Values, guarded: boolean, names?: readonly string[]): Sql {
  const printing: TermPrinting = { values, guarded, query: (inner) => print(inner, printing) };
  return print(query, printing, names);
}

/** Prints a filter or a value on its own. */
export function printValue(term: Term, values: Values, guarded = false): Sql {
  return printTerm(term, { values, guarded, query: (query) => printQuery(query, values, guarded) });
}

function print(query: Query, printing: TermPrinting, names?: readonly string[]): Sql {
  if (query.kind === 'select') return printSelect(query, printing, names);
  if (query.kind === 'recursive') return printRecursive(query, printing);
  const arms = query.arms.map((arm) => `(${print(arm, printing, names)})`);
  return asSql(arms.join(` ${query.op} `));
}

function printRecursive({ name, columnCount, anchor, step }: RecursiveQuery, printing: TermPrinting): Sql {
  const table = quoteIdentifier(name);
  const columns = Array.from({ length: columnCount }, (_, index) => quoteIdentifier(columnName(index)));
  const rows = `(${print(anchor, printing)}) UNION ALL (${print(step, printing)})`;
  return asSql(`WITH RECURSIVE ${table} AS (${rows}) SELECT ${columns.join(', ')} FROM ${table}`);
}

function printSelect(query: SelectQuery, printing: TermPrinting, names?: readonly string[]): Sql {
  const one = (term: Parameters<typeof printTerm>[0]) => printTerm(term, printing);
  const nameOf = (index: number) => quoteIdentifier(names?.[index] ?? columnName(index));
  const items = query.items.map((item, index) => `${one(perRow(item, query))} AS ${nameOf(index)}`);
  const parts = [`SELECT ${query.distinct ? 'DISTINCT ' : ''}${items.join(', ')}`];
  if (query.from !== null) parts.push(`FROM ${printFrom(query.from, printing)}`);
  // The engine does not enforce result limits on a query without FROM.
  else if (hasSeries(query)) parts.push('FROM (SELECT 1 AS `_0`) AS `t0`');
  if (query.where !== null) parts.push(`WHERE ${one(query.where)}`);
  if (query.groupBy.length > 0) parts.push(`GROUP BY ${query.groupBy.map(one).join(', ')}`);
  if (query.totals) parts.push('WITH TOTALS');
  if (query.groupingSets.length > 0) {
    const sets = query.groupingSets.map((keys) => `(${keys.map(one).join(', ')})`);
    parts.push(`GROUP BY GROUPING SETS (${sets.join(', ')})`);
  }
  const having = query.having === null ? null : one(query.having);
  // Without an aggregate, the engine omits the row of the empty grouping set.
  if (query.groupingSets.some((keys) => keys.length === 0))
    parts.push(`HAVING count() >= 0${having === null ? '' : ` AND (${having})`}`);
  else if (having !== null) parts.push(`HAVING ${having}`);
  if (query.qualify !== null) parts.push(`QUALIFY ${one(query.qualify)}`);
  // The engine fills an item whose expression equals the key.
  const keys = query.order.map((key) => (key.fill ? { ...key, term: perRow(key.term, query) } : key));
  if (keys.length > 0) parts.push(printOrder(keys, printing));
  if (query.interpolate.length > 0)
    parts.push(`INTERPOLATE (${query.interpolate.map((index) => nameOf(index)).join(', ')})`);
  if (query.firstOf.length > 0) parts.push(printFirst(query, printing));
  const ties = query.ties ? ' WITH TIES' : '';
  // The engine takes WITH TIES only right after the limit, whose offset then comes before it.
  if (query.ties && query.limit !== null && query.offset !== null)
    parts.push(`LIMIT ${one(query.offset)}, ${one(query.limit)}${ties}`);
  else {
    if (query.limit !== null) parts.push(`LIMIT ${one(query.limit)}${ties}`);
    if (query.offset !== null) parts.push(`OFFSET ${one(query.offset)}`);
  }
  return asSql(parts.join(' '));
}

function printFirst({ firstOf, firstCount, firstOffset }: SelectQuery, printing: TermPrinting): string {
  const skipped = firstOffset === 0 ? '' : `${firstOffset}, `;
  return `LIMIT ${skipped}${firstCount} BY ${firstOf.map((key) => printTerm(key, printing)).join(', ')}`;
}

/**
 * The engine stores a constant once and counts it once against the limit on result bytes, but writes it out in every
 * row. If there can be several rows, the constant is materialized so that each row counts.
 */
function perRow(item: Term, query: SelectQuery): Term {
  const isOneRow = query.from === null && !hasSeries(query);
  return isConstant(item) && !isOneRow ? call('materialize', item) : item;
}

const hasSeries = ({ items, order }: SelectQuery) =>
  items.some((item) => someTerm(item, isSeries)) || order.some(({ fill }) => fill !== undefined);
const isSeries = (part: Term) => part.kind === 'call' && part.name === 'arrayJoin';

const varyingTerms = new Set<Term['kind']>(['column', 'aggregate', 'window', 'subquery', 'exists', 'in']);

const isConstant = (term: Term) => !someTerm(term, (part) => varyingTerms.has(part.kind) || isSeries(part));

function printFrom(item: FromItem, printing: TermPrinting): Sql {
  switch (item.kind) {
    case 'table':
      return asSql(`${item.source.print(printing.values)} AS ${quoteIdentifier(item.alias)}`);
    case 'query':
      return asSql(`(${printing.query(item.query)}) AS ${quoteIdentifier(item.alias)}`);
    case 'previous':
      return asSql(`${quoteIdentifier(item.name)} AS ${quoteIdentifier(item.alias)}`);
    case 'arrayJoin':
      return printArrayJoin(item, printing);
    case 'join':
      return printJoin(item, printing);
  }
}

function printArrayJoin({ left, outer, arrays }: ArrayJoinItem, printing: TermPrinting): Sql {
  const named = arrays.map(({ term, name }) => `${printTerm(term, printing)} AS ${quoteIdentifier(name)}`);
  return asSql(`${printFrom(left, printing)} ${outer ? 'LEFT ' : ''}ARRAY JOIN ${named.join(', ')}`);
}

const joinWords = {
  INNER: 'INNER JOIN',
  LEFT: 'LEFT JOIN',
  RIGHT: 'RIGHT JOIN',
  FULL: 'FULL JOIN',
  CROSS: 'CROSS JOIN',
} as const;

function printJoin({ type, strictness, left, right, on }: JoinItem, printing: TermPrinting): Sql {
  const words = strictness === undefined ? joinWords[type] : `${strictness} ${joinWords[type]}`;
  const sides = `${printFrom(left, printing)} ${words} ${printFrom(right, printing)}`;
  return asSql(on === null ? sides : `${sides} ON ${printTerm(on, printing)}`);
}
