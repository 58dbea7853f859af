import type { Expr } from '../expr.js';
import { findFunction } from '../functions/allow-list.js';
import { type EngineFunction, engineFunction } from '../functions/engine-function.js';
import { unifyingFunctions } from '../functions/general-functions.js';
import { datePartFunctions } from '../functions/time-functions.js';
import type { SyntaxOf } from '../syntax.js';
import type { ValueType } from '../value-type.js';
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

/** Whether an expression may call it, in whatever way. */
export function isEngineFunction(name: string): boolean {
  const folded = name.toLowerCase();
  return folded === 'multiif' || Object.hasOwn(typedCalls, folded) || findFunction(name) !== null;
}

export function resolveCall(resolving: Resolving, syntax: SyntaxOf<'call'>): Expr {
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
      `${name} is no aggregate function: *, DISTINCT, FILTER and parameters do not apply to it.`,
    );
  }
  const { fn } = found;
  const read = () => resolveArguments(resolving, fn, fn.args, syntax.args, at);
  return callOf(resolving, fn, fn.grows ? resolving.insideOfGrowing(at, read) : read(), at);
}

function callOf(resolving: Resolving, fn: EngineFunction, resolved: readonly Expr[], at: number): Expr {
  const args = settled(resolving, fn, resolved, at);
  // PostgreSQL's length counts characters; the engine's counts bytes of text and elements of arrays.
  if (fn.name === 'length' && args[0]?.type === 'string') return builtIn('lengthUTF8', args);
  return { kind: 'call', type: resultType(fn, args), fn, args };
}

/** Gives JSON paths a type: that of their siblings where these have to agree, text where anything goes. */
function settled(resolving: Resolving, fn: EngineFunction, args: readonly Expr[], at: number): Expr[] {
  const from = Object.hasOwn(unifyingFunctions, fn.engineName) ? unifyingFunctions[fn.engineName] : undefined;
  if (from === undefined)
    return args.map((arg) => (arg.kind === 'jsonPath' ? fitTo(resolving, arg, 'string', at) : arg));
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

function resultType(fn: EngineFunction, args: readonly Expr[]): ValueType {
  return typeof fn.returns === 'number' ? (args[fn.returns]?.type ?? 'unknown') : fn.returns;
}

/** A call that Weir writes itself. */
function builtIn(name: string, args: readonly Expr[]): Expr {
  const found = findFunction(name);
  if (found === null) throw new Error(`no function ${name} in the allow-list`);
  return { kind: 'call', type: resultType(found.fn, args), fn: found.fn, args };
}

/** The engine's `multiIf(condition, result, …, otherwise)` is CASE by another name. */
function multiIf(resolving: Resolving, { at, args }: SyntaxOf<'call'>): Expr {
  const otherwise = args.at(-1);
  if (args.length < 3 || args.length % 2 === 0 || otherwise === undefined) {
    throw resolving.refuse(at, 'multiIf takes pairs of a condition and a result, and one more result.');
  }
  const branches = args.flatMap((when, index) => {
    const result = index % 2 === 0 ? args[index + 1] : undefined;
    return result === undefined ? [] : [{ when, result }];
  });
  return resolveCase(resolving, { kind: 'case', at, subject: null, branches, otherwise });
}

/** `EXTRACT(field FROM t)` and `date_part('field', t)`. */
function datePart(resolving: Resolving, { at, args }: SyntaxOf<'call'>): Expr {
  const [field, time, ...more] = args;
  if (field?.kind !== 'string' || time === undefined || more.length > 0) {
    throw resolving.refuse(at, "date_part takes the name of a field and a timestamp: date_part('hour', at).");
  }
  const [value] = resolveArguments(resolving, datePartField, datePartField.args, [time], at) as [Expr];
  const name = field.value.toLowerCase();
  if (name === 'dow') return arithmetic('%', builtIn('toDayOfWeek', [value]), numberOf(7));
  if (name === 'second') {
    const fraction = arithmetic('/', builtIn('toMillisecond', [value]), numberOf(1000));
    return arithmetic('+', builtIn('toSecond', [value]), fraction);
  }
  if (name === 'epoch') {
    const instant: Expr = {
      kind: 'cast',
      type: 'timestamp',
      operand: value,
      engineType: "DateTime64(3, 'UTC')",
    };
    return arithmetic('/', builtIn('toUnixTimestamp64Milli', [instant]), numberOf(1000));
  }
  const engineName = Object.hasOwn(datePartFunctions, name) ? datePartFunctions[name] : undefined;
  if (engineName === undefined)
    throw resolving.refuse(field.at, `The field ${field.value} is not supported.`);
  return builtIn(engineName, [value]);
}

/** Stands for every field in the check of the argument. */
const datePartField = engineFunction('date_part', 'time -> integer');

const numberOf = (value: number) => ({ kind: 'literal', type: 'integer', text: String(value) }) as const;

function arithmetic(op: '+' | '/' | '%', left: Expr, right: Expr): Expr {
  return { kind: 'arithmetic', type: op === '%' ? 'integer' : 'number', op, division: 'exact', left, right };
}
