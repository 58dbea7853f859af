import type { OrderKey, Term } from './term.js';

/** The same term with every direct part put through `change`; queries inside are left as they are. */
export function mapParts(term: Term, change: (part: Term) => Term): Term {
  const keys = (order: readonly OrderKey[]) => order.map((key) => ({ ...key, term: change(key.term) }));
  switch (term.kind) {
    case 'call':
      return { ...term, args: term.args.map(change) };
    case 'cast':
      return { ...term, operand: change(term.operand) };
    case 'aggregate':
      return { ...term, parameters: term.parameters.map(change), args: term.args.map(change) };
    case 'window':
      return {
        ...term,
        args: term.args.map(change),
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

/** Whether the term or a part of it is such; queries inside are not looked into. */
export function someTerm(term: Term, test: (part: Term) => boolean): boolean {
  return test(term) || partsOf(term).some((part) => someTerm(part, test));
}

/** The direct parts of a term; queries inside are none. */
export function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'call':
      return term.args;
    case 'cast':
    case 'in':
      return [term.operand];
    case 'aggregate':
      return [...term.parameters, ...term.args];
    case 'window':
      return [...term.args, ...term.partition, ...term.order.map((key) => key.term)];
    case 'lambda':
      return [term.body];
    default:
      return [];
  }
}
