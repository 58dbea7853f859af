import { call, cast, nothing } from '../../term/build-term.js';
import type { AggregateName } from '../../term/engine-names.js';
import type { Term } from '../../term/term.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { engineType, type PgType } from '../types.js';
import { checkCount } from './handler.js';

/** A call with resolved arguments, as an aggregate or over a window. */
export interface AggregateCall {
  readonly name: string;
  readonly args: readonly Typed[];
  readonly star: boolean;
  readonly distinct: boolean;
  /** The condition of FILTER (WHERE …). */
  readonly filter: Term | null;
  readonly at: number;
}

/** Builds the term of an engine aggregate, over groups or over a window. */
export type Over = (name: AggregateName, args: readonly Term[]) => Term;

export type AggregateHandler = (context: Context, aggregated: AggregateCall, over: Over) => Typed;

/** An aggregate with one argument. */
export const ofOne =
  (
    read: (context: Context, aggregated: AggregateCall, value: Typed, over: Over) => Typed,
  ): AggregateHandler =>
  (context, aggregated, over) => {
    const { name, args, at, star } = aggregated;
    if (star) throw context.refuse(at, '`*` is only allowed in COUNT(*).');
    checkCount(context, args, 1, 1, at, name);
    return read(context, aggregated, args[0] as Typed, over);
  };

/** NULL for records that the FILTER excludes. The type is nullable, so that the aggregate of no values is NULL. */
export function filtered({ filter }: AggregateCall, term: Term, value: { type: PgType } | null): Term {
  const wide = value === null ? term : cast(term, engineType(value.type, true));
  return filter === null ? wide : call('if', filter, wide, nothing);
}
