import { findFunction } from '../../functions/allow-list.js';
import { type EngineFunction, engineFunction } from '../../functions/engine-function.js';
import { unifyingFunctions } from '../../functions/general-functions.js';
import { datePartFunctions } from '../../functions/time-functions.js';
import { call, cast, int } from '../../term/build-term.js';
import type { SyntaxOf } from '../syntax.js';
import { allowedCall, builtIn, type EngineValue, engineValue } from './engine-value.js';
import { comparable, describe, fitTo, unify } from './fit.js';
import { insteadOf } from './instead.js';
import { resolveAggregate } from './resolve-aggregate.js';
import { resolveArguments } from './resolve-arguments.js';
import { resolveCase } from './resolve-case.js';
import { movingCalls } from './resolve-moving-call.js';
import { boundedRange } from './resolve-range.js';
import { typedCalls } from './resolve-typed-call.js';
import type { Resolving } from './resolving.js';

/** Calls whose arguments are more than values. */
const writtenOut: Readonly<Record<string, (resolving: Resolving, syntax: SyntaxOf<'call'>) => EngineValue>> =
  {
    ...typedCalls,
    ...movingCalls,
    multiif: multiIf,
  };

/** Whether an expression in the engine's dialect can call a function of this name. */
export function isEngineFunction(name: string): boolean {
  const folded = name.toLowerCase();
  return Object.hasOwn(writtenOut, folded) || findFunction(name, 'statement') !== null;
}

export function resolveCall(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue {
  const { at, name } = syntax;
  const folded = name.toLowerCase();
  if (folded === 'date_part') return datePart(resolving, syntax);
  const own = Object.hasOwn(writtenOut, folded) ? writtenOut[folded] : undefined;
  if (own !== undefined) return own(resolving, syntax);
  const found = findFunction(name, resolving.statement === undefined ? 'expression' : 'statement');
  if (found === null) {
    throw resolving.refuse(at, `The function ${name} is not available. ${insteadOf(folded)}`);
  }
  if (found.fn.needsStates === true && resolving.statement === undefined)
    throw resolving.refuse(
      at,
      `${name} is only available in a statement, because of the states of aggregates.`,
    );
  if (found.fn.aggregate) return resolveAggregate(resolving, syntax, found);
  if (syntax.star || syntax.distinct || syntax.filter !== null || syntax.parameters !== null) {
    throw resolving.refuse(
      at,
      `${name} is not an aggregate function and does not support *, DISTINCT, FILTER or parameters.`,
    );
  }
  const { fn } = found;
  const read = () => resolveArguments(resolving, fn, fn.args, syntax.args, at);
  const args = fn.grows ? resolving.insideOfGrowing(at, read) : read();
  return callOf(resolving, fn, fn.engineName === 'range' ? boundedRange(resolving, args, at) : args, at);
}

function callOf(
  resolving: Resolving,
  fn: EngineFunction,
  resolved: readonly EngineValue[],
  at: number,
): EngineValue {
  const args = settled(resolving, fn, resolved, at);
  // Both dialects can read an expression, in which PostgreSQL's length counts characters; the engine's counts bytes.
  if (fn.name === 'length' && resolving.statement === undefined && args[0]?.type === 'string')
    return builtIn('lengthUTF8', ...args);
  return allowedCall(fn, args);
}

/** Determines the type of JSON paths: that of the other arguments if they must agree, otherwise text. */
function settled(
  resolving: Resolving,
  fn: EngineFunction,
  args: readonly EngineValue[],
  at: number,
): EngineValue[] {
  const from = Object.hasOwn(unifyingFunctions, fn.engineName) ? unifyingFunctions[fn.engineName] : undefined;
  if (from === undefined)
    return args.map((arg) => (arg.path === undefined ? arg : fitTo(resolving, arg, 'string', at)));
  const siblings = unify(resolving, args.slice(from), at);
  const [first] = siblings;
  const stranger = siblings.find((sibling) => first !== undefined && !comparable(first.type, sibling.type));
  if (first !== undefined && stranger !== undefined) {
    throw resolving.refuse(
      at,
      `${fn.name} has both ${describe(first)} and ${describe(stranger)}. Cast one of them.`,
    );
  }
  return [...args.slice(0, from), ...siblings];
}

/** `multiIf(condition, result, …, otherwise)`, which is resolved as CASE. */
function multiIf(resolving: Resolving, { at, args }: SyntaxOf<'call'>): EngineValue {
  const otherwise = args.at(-1);
  if (args.length < 3 || args.length % 2 === 0 || otherwise === undefined) {
    throw resolving.refuse(
      at,
      'multiIf needs pairs of a condition and a result, followed by a default result.',
    );
  }
  const branches = args.flatMap((when, index) => {
    const result = index % 2 === 0 ? args[index + 1] : undefined;
    return result === undefined ? [] : [{ when, result }];
  });
  return resolveCase(resolving, { kind: 'case', at, subject: null, branches, otherwise });
}

/** `EXTRACT(field FROM t)` and `date_part('field', t)`. */
function datePart(resolving: Resolving, { at, args }: SyntaxOf<'call'>): EngineValue {
  const [field, time, ...more] = args;
  if (field?.kind !== 'string' || time === undefined || more.length > 0) {
    throw resolving.refuse(at, "date_part needs the name of a field and a timestamp: date_part('hour', at).");
  }
  const [value] = resolveArguments(resolving, datePartField, datePartField.args, [time], at) as [EngineValue];
  const { term } = value;
  const name = field.value.toLowerCase();
  if (name === 'dow') return engineValue(call('modulo', call('toDayOfWeek', term), int(7)), 'integer');
  if (name === 'second') {
    const fraction = call('divide', call('toMillisecond', term), int(1000));
    return engineValue(call('plus', call('toSecond', term), fraction), 'number');
  }
  if (name === 'epoch') {
    const instant = cast(term, "Nullable(DateTime64(3, 'UTC'))");
    return engineValue(call('divide', call('toUnixTimestamp64Milli', instant), int(1000)), 'number');
  }
  const engineName = Object.hasOwn(datePartFunctions, name) ? datePartFunctions[name] : undefined;
  if (engineName === undefined)
    throw resolving.refuse(field.at, `The field ${field.value} is not supported.`);
  return builtIn(engineName, value);
}

/** The signature for checking the argument of any field. */
const datePartField = engineFunction('date_part', 'time -> integer');
