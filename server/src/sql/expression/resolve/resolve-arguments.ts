import { regexProblem } from '../../regex-size.js';
import type { Expr, Literal } from '../expr.js';
import { findFunction } from '../functions/allow-list.js';
import type { Argument, ArgumentKind, EngineFunction } from '../functions/engine-function.js';
import { expressionLimits } from '../limits.js';
import type { Syntax } from '../syntax.js';
import { isOpen, isTime, type ValueType } from '../value-type.js';
import { describe, fitTo, requireType } from './fit.js';
import { stringLiteralOf } from './literals.js';
import { unitOf } from './resolve-interval.js';
import type { Resolving } from './resolving.js';
import { isTimeZone } from './time-zone-name.js';

/** Arguments against a signature: how many, and each of the kind that is asked for. */
export function resolveArguments(
  resolving: Resolving,
  fn: EngineFunction,
  wanted: readonly Argument[],
  args: readonly Syntax[],
  at: number,
): Expr[] {
  const required = wanted.filter((argument) => !argument.optional).length;
  const most = wanted.at(-1)?.repeated === true ? expressionLimits.listItemsMax : wanted.length;
  if (args.length < required || args.length > most) {
    const count =
      required === most
        ? `${required}`
        : args.length < required && most > wanted.length
          ? `at least ${required}`
          : `${required} to ${most}`;
    throw resolving.refuse(
      at,
      `${fn.name} takes ${count} argument${count === '1' ? '' : 's'}, not ${args.length}.`,
    );
  }
  return args.map((arg, index) =>
    resolveArgument(resolving, fn, (wanted[index] ?? wanted.at(-1))?.kind ?? 'any', arg),
  );
}

function resolveArgument(resolving: Resolving, fn: EngineFunction, kind: ArgumentKind, syntax: Syntax): Expr {
  if (kind === 'lambda') {
    if (syntax.kind !== 'lambda')
      throw resolving.refuse(syntax.at, `${fn.name} needs a lambda first: x -> x > 1.`);
    if (syntax.parameters.length !== 1) throw resolving.refuse(syntax.at, 'A lambda has one parameter here.');
    return resolving.lambda(syntax);
  }
  const expr = resolving.resolve(syntax);
  switch (kind) {
    case 'any':
      return expr;
    case 'boolean':
    case 'integer':
    case 'number':
    case 'string':
    case 'array':
    case 'interval':
      return requireSimple(resolving, expr, kind, syntax.at, fn.name);
    case 'json': {
      const document = requireType(resolving, expr, 'string', syntax.at, fn.name);
      // An array cannot be NULL to the engine: of no document it is empty, as it is of one that has none.
      return fn.returns === 'array' ? orEmpty(document) : document;
    }
    case 'sized':
      return requireType(resolving, expr, expr.type === 'array' ? 'array' : 'string', syntax.at, fn.name);
    case 'time':
      return requireTime(resolving, expr, syntax.at, fn.name);
    default:
      return writtenOut(resolving, fn, kind, expr, syntax.at);
  }
}

function orEmpty(document: Expr): Expr {
  const found = findFunction('ifNull');
  if (found === null) throw new Error('no function ifNull in the allow-list');
  return { kind: 'call', type: 'string', fn: found.fn, args: [document, stringLiteralOf('')] };
}

function requireSimple(resolving: Resolving, expr: Expr, wanted: ValueType, at: number, name: string): Expr {
  if (expr.kind === 'interval' && expr.parts.length > 1) {
    throw resolving.refuse(at, `${name} needs an interval of one unit.`);
  }
  // Text functions would read the digits of a number; the user has to say so with toString.
  return requireType(resolving, expr, wanted, at, name);
}

function requireTime(resolving: Resolving, expr: Expr, at: number, name: string): Expr {
  const time = fitTo(resolving, expr, 'timestamp', at);
  if (isTime(time.type) || isOpen(time.type)) return time;
  throw resolving.refuse(at, `${name} needs a date or a timestamp, but this is ${describe(time)}.`);
}

/** The engine counts them in 32 bits or more. */
const bucketsMax = 2 ** 32 - 1;

/** Arguments that choose what the function does: they have to be literals, each within its own bounds. */
function writtenOut(
  resolving: Resolving,
  fn: EngineFunction,
  kind: ArgumentKind,
  expr: Expr,
  at: number,
): Literal {
  const literal = expr.kind === 'literal' ? expr : null;
  const isNumber = literal?.type === 'integer' || literal?.type === 'number';
  const value = isNumber ? Number(literal?.text) : Number.NaN;
  const text = literal?.type === 'string' ? literal.text : null;
  const keepsMax = expressionLimits.aggregateKeepsMax;
  const refusal = (needs: string) => resolving.refuse(at, `${fn.name} needs ${needs} here, written out.`);
  if (kind === 'level') {
    if (literal === null || !(value >= 0 && value <= 1)) throw refusal('a number between 0 and 1');
    return literal;
  }
  if (kind === 'keep') {
    if (literal?.type !== 'integer' || !(value >= 1 && value <= keepsMax))
      throw refusal(`a count from 1 to ${keepsMax}`);
    return literal;
  }
  if (kind === 'scale') {
    if (literal?.type !== 'integer' || !(value >= 0 && value <= 9))
      throw refusal('a number of decimals from 0 to 9');
    return { ...literal, isShape: true };
  }
  if (kind === 'buckets') {
    if (literal?.type !== 'integer' || !(value >= 1 && value <= bucketsMax))
      throw refusal(`a count from 1 to ${bucketsMax}`);
    return { ...literal, isShape: true };
  }
  if (kind === 'unit') {
    const unit = text === null ? null : unitOf(text);
    if (unit === null) throw refusal("a unit such as 'day'");
    return stringLiteralOf(unit);
  }
  if (kind === 'zone') {
    if (text === null || !isTimeZone(text)) throw refusal("a time zone such as 'Europe/Madrid'");
    return stringLiteralOf(text);
  }
  if (kind === 'pattern') return writtenRegex(resolving, expr, at);
  if (literal === null || text === null) throw refusal('text');
  return literal;
}

/** One that comes from a record could be any, and would be compiled for each of them. */
export function writtenRegex(resolving: Resolving, pattern: Expr, at: number): Literal {
  // NULL stands for a value of a policy that is not known yet.
  if (pattern.kind !== 'literal' || !['string', 'null'].includes(pattern.type))
    throw resolving.refuse(at, 'A regular expression has to be written out.');
  const problem = regexProblem(pattern.text);
  if (problem !== null) throw resolving.refuse(at, problem);
  return pattern;
}
