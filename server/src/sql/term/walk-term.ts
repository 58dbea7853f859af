import { allowedFunctions } from '../functions/allow-list.js';
import type { AggregateTerm, ColumnTerm, OrderKey, Term } from './term.js';

/** Applies `change` to every direct part of the term. Does not enter subqueries. */
export function mapParts(term: Term, change: (part: Term) => Term): Term {
  const keys = (order: readonly OrderKey[]) => order.map((key) => ({ ...key, term: change(key.term) }));
  switch (term.kind) {
    case 'call':
      return { ...term, args: term.args.map(change) };
    case 'cast':
      return { ...term, operand: change(term.operand) };
    case 'checked':
      return { ...term, condition: change(term.condition), value: change(term.value) };
    case 'aggregate':
      return {
        ...term,
        parameters: term.parameters.map(change),
        args: term.args.map(change),
        ...(term.filter && { filter: change(term.filter) }),
      };
    case 'window':
      return {
        ...term,
        call: mapParts(term.call, change) as AggregateTerm,
        partition: term.partition.map(change),
        order: keys(term.order),
      };
    case 'lambda':
      return { ...term, body: change(term.body) };
    case 'in':
      return { ...term, operand: change(term.operand) };
    default:
      return term;
  }
}

/** Whether the term or any part of it passes the test. Does not enter subqueries. */
export function someTerm(term: Term, test: (part: Term) => boolean): boolean {
  return test(term) || partsOf(term).some((part) => someTerm(part, test));
}

/** The direct parts of a term, without subqueries. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'call':
      return term.args;
    case 'cast':
    case 'in':
      return [term.operand];
    case 'checked':
      return [term.condition, term.value];
    case 'aggregate':
      return [...term.parameters, ...term.args, ...(term.filter ? [term.filter] : [])];
    case 'window':
      return [...partsOf(term.call), ...term.partition, ...term.order.map((key) => key.term)];
    case 'lambda':
      return [term.body];
    default:
      return [];
  }
}

/** Whether a column belongs to one of the sources with these aliases. */
export const isAmong = (aliases: ReadonlySet<string>, { table }: ColumnTerm) =>
  table !== null && aliases.has(table);

/** The names of the columns that a term reads. */
export function columnsOf(term: Term): ReadonlySet<string> {
  const names = new Set<string>();
  someTerm(term, (part) => {
    if (part.kind === 'column') names.add(part.name);
    return false;
  });
  return names;
}

const clocks = new Set<string>([
  ...allowedFunctions.filter((fn) => fn.readsClock).map((fn) => fn.engineName),
  'generateUUIDv4',
  'randCanonical',
]);

/** Whether this call reads the clock or a random number, so that its value can change while the records do not. */
export const isClock = (term: Term) => term.kind === 'call' && clocks.has(term.name);

/** Whether the term or any part of it does. */
export function readsClock(term: Term): boolean {
  return someTerm(term, isClock);
}
