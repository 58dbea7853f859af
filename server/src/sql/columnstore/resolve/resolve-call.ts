import { findFunction } from '../../functions/allow-list.js';
import { type EngineFunction, engineFunction } from '../../functions/engine-function.js';
import { unifyingFunctions } from '../../functions/general-functions.js';
import { datePartFunctions } from '../../functions/time-functions.js';
import { call, cast, int } from '../../term/build-term.js';
import type { SyntaxOf } from '../syntax.js';
import { allowedCall, builtIn, type EngineValue, engineValue } from './engine-value.js';
import { comparable, describe, fitTo, unify } from './fit.js';
import { resolveAggregate } from './resolve-aggregate.js';
import { resolveArguments } from './resolve-arguments.js';
import { resolveCase } from './resolve-case.js';
import { typedCalls } from './resolve-typed-call.js';
import type { Resolving } from './resolving.js';

const otherNames: Readonly<Record<string, string>> = {
  log: 'Write ln(x) for the natural logarithm, log10(x) for base 10.',
  percentile_cont: 'Write quantile(0.5)(x).',
  string_agg: 'Write groupArray(100)(x).',
  array_agg: 'Write groupArray(100)(x).',
};

/** Whether an expression in the engine's dialect can call a function of this name. */
export function isEngineFunction(name: string): boolean {
  const folded = name.toLowerCase();
  return folded === 'multiif' || Object.hasOwn(typedCalls, folded) || findFunction(name) !== null;
}

export function resolveCall(resolving: Resolving, syntax: SyntaxOf<'call'>): EngineValue {
  const { at, name } = syntax;
  const folded = name.toLowerCase();
  if (folded === 'date_part') return datePart(resolving, syntax);
  if (folded === 'multiif') return multiIf(resolving, syntax);
  const typed = Object.hasOwn(typedCalls, folded) ? typedCalls[folded] : undefined;
  if (typed !== undefined) return typed(resolving, syntax);
  const found = findFunction(name);
  if (found === null) {
    const hint = Object.hasOwn(otherNames, folded)
      ? otherNames[folded]
      : 'See the documentation for the ones that are.';
    throw resolving.refuse(at, `The function ${name} is not available. ${hint}`);
  }
  if (found.fn.aggregate) return resolveAggregate(resolving, syntax, found);
  if (syntax.star || syntax.distinct || syntax.filter !== null || syntax.parameters !== null) {
    throw resolving.refuse(
      at,
      `${name} is not an aggregate function and does not support *, DISTINCT, FILTER or parameters.`,
    );
  }
  const { fn } = found;
  const read = () => resolveArguments(resolving, fn, fn.args, syntax.args, at);
  return callOf(resolving, fn, fn.grows ? resolving.insideOfGrowing(at, read) : read(), at);
}

function callOf(
  resolving: Resolving,
  fn: EngineFunction,
  resolved: readonly EngineValue[],
  at: number,
): EngineValue {
  const args = settled(resolving, fn, resolved, at);
  // PostgreSQL's length counts characters; the engine's counts bytes of text and elements of arrays.
  if (fn.name === 'length' && args[0]?.type === 'string') return builtIn('lengthUTF8', ...args);
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
