import { findFunction } from '../../functions/allow-list.js';
import type { EngineFunction } from '../../functions/engine-function.js';
import type { ValueType } from '../../functions/value-type.js';
import { call } from '../../term/build-term.js';
import type { FunctionName } from '../../term/engine-names.js';
import type { Literal } from '../../term/literal.js';
import { literalTerm } from '../../term/literal.js';
import type { Term } from '../../term/term.js';
import type { JsonPath } from '../json-path.js';

/** A resolved expression of the engine's dialect: its term, and its type as far as it is known. */
export interface EngineValue {
  readonly term: Term;
  readonly type: ValueType;
  /** Set for a literal that can still take another type. */
  readonly literal?: Literal;
  /** Set for a path into a JSON document until its context determines the type to read. */
  readonly path?: JsonPath;
  readonly interval?: readonly IntervalPart[];
}

export const intervalUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export interface IntervalPart {
  readonly amount: string;
  readonly unit: IntervalUnit;
}

export const engineValue = (term: Term, type: ValueType): EngineValue => ({ term, type });

export const literalValue = (literal: Literal): EngineValue => ({
  term: literalTerm(literal),
  type: literal.type,
  literal,
});

/** A call of an engine function that returns a boolean. */
export const booleanCall = (name: FunctionName, ...args: readonly EngineValue[]): EngineValue =>
  engineValue(call(name, ...args.map(({ term }) => term)), 'boolean');

/** A call of a function from the allow-list. A user's function name reaches the engine only through this. */
export function allowedCall(fn: EngineFunction, args: readonly EngineValue[]): EngineValue {
  const type = typeof fn.returns === 'number' ? (args[fn.returns]?.type ?? 'unknown') : fn.returns;
  return engineValue(call(fn.engineName as FunctionName, ...args.map(({ term }) => term)), type);
}

/** A call that Weir writes itself. */
export function builtIn(name: string, ...args: readonly EngineValue[]): EngineValue {
  const found = findFunction(name);
  if (found === null) throw new Error(`no function ${name} in the allow-list`);
  return allowedCall(found.fn, args);
}
