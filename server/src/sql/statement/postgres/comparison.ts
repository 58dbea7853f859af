import { bool, call, cast } from '../build-term.js';
import type { FunctionName } from '../engine-names.js';
import type { Term } from '../term.js';
import { someTerm } from '../walk-term.js';
import { unify } from './coerce.js';
import type { Context } from './context.js';
import { oneZero } from './one-zero.js';
import type { Typed } from './typed.js';
import { boolType, engineType, nameOf } from './types.js';

const comparisons: Readonly<Record<string, FunctionName>> = {
  '=': 'equals',
  '<>': 'notEquals',
  '<': 'less',
  '<=': 'lessOrEquals',
  '>': 'greater',
  '>=': 'greaterOrEquals',
};

export const isComparison = (op: string) => Object.hasOwn(comparisons, op);

/** Both sides as one type, compared by it. */
export function compare(context: Context, op: string, left: Typed, right: Typed, at: number): Typed {
  const [a, b] = comparable(context, left, right, op, at);
  const nullable = a.nullable || b.nullable;
  const name = comparisons[op];
  if (name === undefined) throw context.refuse(at, `The operator ${op} is not supported.`);
  // Two columns may be joined by it.
  const isJoin = op === '=' && hasColumn(a) && hasColumn(b);
  const term = isJoin ? call(name, oneZero(a), oneZero(b)) : call(name, a.term, b.term);
  return { term, type: boolType, nullable, at };
}

const hasColumn = ({ term }: Typed) => someTerm(term, ({ kind }) => kind === 'column');

export function comparable(
  context: Context,
  left: Typed,
  right: Typed,
  op: string,
  at: number,
): [Typed, Typed] {
  const [a, b] = unify(context, [left, right], `The operator ${op}`, 'operands') as [Typed, Typed];
  if (a.type.name === 'json')
    throw context.refuse(at, 'Comparing jsonb is not supported. Use ->> and a cast.');
  if (a.type.name === 'array' && op !== '=' && op !== '<>') {
    throw context.refuse(at, `${nameOf(a.type)} can only be compared by = and <>.`);
  }
  return [a, b];
}

/** IS [NOT] DISTINCT FROM. */
export function distinctFrom(
  context: Context,
  left: Typed,
  right: Typed,
  isSame: boolean,
  at: number,
): Typed {
  const [a, b] = comparable(context, left, right, 'IS DISTINCT FROM', at);
  const same: Term = call(
    'if',
    call('or', call('isNull', a.term), call('isNull', b.term)),
    call('and', call('isNull', a.term), call('isNull', b.term)),
    call('ifNull', call('equals', a.term, b.term), bool(false)),
  );
  const term = cast(isSame ? same : call('not', same), engineType(boolType, false));
  return { term, type: boolType, nullable: false, at };
}
