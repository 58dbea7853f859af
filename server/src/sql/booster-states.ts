import type { Sql } from './sql-text.js';
import { boostableAggregates } from './term/check-printed.js';
import { printValue } from './term/print-query.js';
import type { AggregateTerm, Term } from './term/term.js';
import { columnsOf, mapParts, someTerm } from './term/walk-term.js';
import { InlineValues } from './values.js';

/**
 * A booster keeps the partial results (states) of a Metric's aggregates. Merging the states of all parts of a range gives
 * the same value as aggregating its records, for every kind of aggregate.
 */
export function aggregatesOf(terms: readonly Term[]): readonly AggregateTerm[] {
  const found: AggregateTerm[] = [];
  for (const term of terms)
    someTerm(term, (part) => {
      if (part.kind === 'aggregate') found.push(part);
      return false;
    });
  return found;
}

const boostable = new Set(boostableAggregates);

/** Whether its states can be merged exactly, in any order, and the engine finds them. It does not find a constant's. */
export const isBoostable = ({ name, parameters, args }: AggregateTerm) =>
  boostable.has(name) &&
  parameters.length === 0 &&
  (args.length === 0 || args.some((arg) => columnsOf(arg).size > 0));

/**
 * The state of an aggregate. Values are printed as literals, because the engine recognises a booster's aggregate only by the
 * same expression. A filter applies when the state is merged.
 */
export function stateSql({ filter: _, ...aggregate }: AggregateTerm): Sql {
  return printValue({ ...aggregate, form: 'state' }, new InlineValues());
}

/** The same value, computed by merging the states in these columns. */
export function merged(term: Term, columnOf: (state: Sql) => string): Term {
  if (term.kind !== 'aggregate') return mapParts(term, (part) => merged(part, columnOf));
  const name = columnOf(stateSql(term));
  return { ...term, form: 'merge', args: [{ kind: 'column', table: null, name, label: name, at: 0 }] };
}
