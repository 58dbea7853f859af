import type { AggregateName, FunctionName } from './engine-names.js';
import type { AggregateTerm, SelectQuery, Term } from './term.js';

export const call = (name: FunctionName, ...args: readonly Term[]): Term => ({ kind: 'call', name, args });

export const aggregate = (name: AggregateName, ...args: readonly Term[]): AggregateTerm => ({
  kind: 'aggregate',
  name,
  parameters: [],
  args,
});

/** An aggregate of the records that match the condition; of all if it is null. */
export const aggregateWhere = (
  filter: Term | null,
  name: AggregateName,
  ...args: readonly Term[]
): AggregateTerm => ({ ...aggregate(name, ...args), ...(filter && { filter }) });

export const int = (value: number): Term => ({ kind: 'number', value });
export const text = (value: string): Term => ({ kind: 'text', text: value });
/** Text from the user, which is always a bound value. */
export const stringValue = (value: string): Term => ({ kind: 'value', type: 'String', text: value });
export const nothing: Term = { kind: 'constant', text: 'NULL' };
export const bool = (value: boolean): Term => ({ kind: 'constant', text: value ? 'true' : 'false' });

export const cast = (operand: Term, engineType: string): Term => ({
  kind: 'cast',
  operand,
  engineType,
  exact: false,
});

/** A cast that fails if the value does not fit the type. */
export const exactCast = (operand: Term, engineType: string): Term => ({
  kind: 'cast',
  operand,
  engineType,
  exact: true,
});

/** Computes a value once and uses it several times. The engine has no `let`, so this is a lambda over one element. */
export function letTerm(name: string, value: Term, body: (variable: Term) => Term): Term {
  const lambda: Term = { kind: 'lambda', parameters: [name], body: body({ kind: 'variable', name }) };
  return call('arrayElement', call('arrayMap', lambda, call('array', value)), int(1));
}

/** The value, or an engine error with this message if the condition is true. NULL counts as false. */
export const unless = (condition: Term, message: string, value: Term): Term => ({
  kind: 'checked',
  condition,
  message,
  value,
});

export const and = (...terms: readonly Term[]): Term =>
  terms.length === 1 ? (terms[0] as Term) : call('and', ...terms);

export const or = (...terms: readonly Term[]): Term =>
  terms.length === 1 ? (terms[0] as Term) : call('or', ...terms);

export const not = (negated: boolean, term: Term): Term => (negated ? call('not', term) : term);

export const plainSelect = (fields: Partial<SelectQuery> & Pick<SelectQuery, 'items'>): SelectQuery => ({
  kind: 'select',
  distinct: false,
  from: null,
  where: null,
  groupBy: [],
  groupingSets: [],
  totals: false,
  having: null,
  qualify: null,
  order: [],
  interpolate: [],
  firstOf: [],
  firstCount: 1,
  firstOffset: 0,
  limit: null,
  ties: false,
  offset: null,
  ...fields,
});
