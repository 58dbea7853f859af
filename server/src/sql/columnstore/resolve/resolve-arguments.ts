import { regexProblem } from '../../../engine/regex-size.js';
import { namedFunction } from '../../functions/allow-list.js';
import type { Argument, ArgumentKind, EngineFunction } from '../../functions/engine-function.js';
import { isOpen, isTime, type ValueType } from '../../functions/value-type.js';
import { int } from '../../term/build-term.js';
import type { Literal } from '../../term/literal.js';
import { expressionLimits } from '../../text/expression-limits.js';
import { stringLiteralOf } from '../../text/read-literal.js';
import { statementLimits } from '../../text/statement-limits.js';
import { isTimeZone } from '../../text/time-zone-name.js';
import type { Syntax } from '../syntax.js';
import { builtIn, type EngineValue, engineValue, literalValue } from './engine-value.js';
import { describe, fitTo, refuseState, requireType } from './fit.js';
import { unitOf } from './resolve-interval.js';
import { unitName } from './resolve-moving-call.js';
import type { Resolving } from './resolving.js';

/** Resolves arguments and checks their number and kinds against a signature. */
export function resolveArguments(
  resolving: Resolving,
  fn: EngineFunction,
  signature: readonly Argument[],
  args: readonly Syntax[],
  at: number,
): EngineValue[] {
  const wanted = withLambda(signature, args);
  const required = wanted.filter((argument) => !argument.optional).length;
  const most = wanted.at(-1)?.repeated === true ? statementLimits.listItemsMax : wanted.length;
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

/** A lambda decides how many arrays follow it, and can be left out where it is optional. */
function withLambda(signature: readonly Argument[], [first]: readonly Syntax[]): readonly Argument[] {
  const [lambda, array] = signature;
  if (lambda?.kind !== 'lambda' || array === undefined) return signature;
  if (first?.kind !== 'lambda') return lambda.optional ? signature.slice(1) : signature;
  const arrays = array.kind === 'map' ? [array] : first.parameters.map(() => array);
  return [lambda, ...arrays];
}

function resolveArgument(
  resolving: Resolving,
  fn: EngineFunction,
  kind: ArgumentKind,
  syntax: Syntax,
): EngineValue {
  if (kind === 'lambda') {
    if (syntax.kind !== 'lambda')
      throw resolving.refuse(
        syntax.at,
        `${fn.name} needs a lambda as its first argument, such as x -> x > 1.`,
      );
    if (fn.args[1]?.kind === 'map' && syntax.parameters.length !== 2)
      throw resolving.refuse(syntax.at, 'A lambda over a map must have two parameters: (k, v) -> ….');
    return resolving.lambda(syntax);
  }
  if (kind === 'unit' && syntax.kind === 'name') {
    const unit = unitOf(unitName(syntax));
    if (unit !== null) return literalValue(stringLiteralOf(unit));
  }
  const expr = resolving.resolve(syntax);
  if (kind !== 'state') refuseState(resolving, expr, syntax.at, fn.name);
  switch (kind) {
    case 'any':
      return expr;
    case 'state':
      return requireType(resolving, expr, 'state', syntax.at, fn.name);
    case 'weight': {
      const weight = requireSimple(resolving, expr, 'integer', syntax.at, fn.name);
      // The engine wants unsigned integers, as which it reads plain numbers.
      const count = Number(weight.literal?.text ?? -1);
      return count >= 0 ? engineValue(int(count), 'integer') : weight;
    }
    case 'map':
    case 'tuple':
      if (isOpen(expr.type)) return expr;
      throw resolving.refuse(syntax.at, `${fn.name} needs a ${kind}, but this is ${describe(expr)}.`);
    case 'moment':
      if (expr.type !== 'timestamp' || expr.term.kind !== 'column')
        return requireMoment(resolving, expr, syntax.at, fn.name);
      throw resolving.refuse(
        syntax.at,
        `${fn.name} needs whole seconds. Write toDateTime(${expr.term.label}).`,
      );
    case 'constants':
    case 'texts':
      return constantArray(resolving, fn, expr, syntax);
    case 'boolean':
    case 'integer':
    case 'number':
    case 'string':
    case 'array':
    case 'interval':
      return requireSimple(resolving, expr, kind, syntax.at, fn.name);
    case 'json': {
      const document = requireType(resolving, expr, 'string', syntax.at, fn.name);
      // The engine's arrays cannot be NULL, so a NULL document gives an empty array.
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

const orEmpty = (document: EngineValue) => builtIn('ifNull', document, literalValue(stringLiteralOf('')));

function requireSimple(
  resolving: Resolving,
  value: EngineValue,
  wanted: ValueType,
  at: number,
  name: string,
): EngineValue {
  if (value.interval !== undefined && value.interval.length > 1) {
    throw resolving.refuse(at, `${name} needs an interval of one unit.`);
  }
  // Numbers are not converted to text implicitly; that needs toString.
  return requireType(resolving, value, wanted, at, name);
}

function requireTime(resolving: Resolving, value: EngineValue, at: number, name: string): EngineValue {
  const time = fitTo(resolving, value, 'timestamp', at);
  if (isTime(time.type) || isOpen(time.type)) return time;
  throw resolving.refuse(at, `${name} needs a date or a timestamp, but this is ${describe(time)}.`);
}

function requireMoment(resolving: Resolving, value: EngineValue, at: number, name: string): EngineValue {
  return value.type === 'integer' ? value : requireTime(resolving, value, at, name);
}

function constantArray(
  resolving: Resolving,
  fn: EngineFunction,
  value: EngineValue,
  syntax: Syntax,
): EngineValue {
  if (syntax.kind === 'array' && syntax.items.every(isWrittenOut)) return value;
  throw resolving.refuse(syntax.at, `${fn.name} needs an array of literals here, such as [1, 2].`);
}

const isWrittenOut = ({ kind }: Syntax) => kind === 'string' || kind === 'number' || kind === 'boolean';

/** The minimum, the maximum and the description of arguments that must be number literals. */
const bounds: Readonly<Partial<Record<ArgumentKind, readonly [number, number, string]>>> = {
  keep: [1, expressionLimits.aggregateKeepsMax, 'a count'],
  scale: [0, 9, 'a number of decimals'],
  decimals: [0, 76, 'a number of decimals'],
  // The engine stores the count in at least 32 bits.
  buckets: [1, 2 ** 32 - 1, 'a count'],
  length: [0, statementLimits.paddedLengthMax, 'a length'],
  weekMode: [0, 9, 'a mode'],
  seconds: [1, 2 ** 32 - 1, 'a number of seconds'],
};

const dateParts = new Set(['weekday', 'dayofyear']);

const funnelModes = new Set(['strict', 'strict_order', 'strict_deduplication', 'strict_increase']);

/** Checks an argument that must be a literal within bounds. */
function writtenOut(
  resolving: Resolving,
  fn: EngineFunction,
  kind: ArgumentKind,
  value: EngineValue,
  at: number,
): EngineValue {
  const literal = value.literal ?? null;
  const isNumber = literal?.type === 'integer' || literal?.type === 'number';
  const number = isNumber ? Number(literal?.text) : Number.NaN;
  const text = literal?.type === 'string' ? literal.text : null;
  const refusal = (needs: string) => resolving.refuse(at, `${fn.name} needs ${needs} here, as a literal.`);
  const bound = bounds[kind];
  if (bound !== undefined) {
    const [least, most, what] = bound;
    if (literal?.type !== 'integer' || !(number >= least && number <= most))
      throw refusal(`${what} from ${least} to ${most}`);
    return engineValue(int(number), 'integer');
  }
  if (kind === 'level') {
    if (!(number >= 0 && number <= 1)) throw refusal('a number between 0 and 1');
    return value;
  }
  if (kind === 'digits') {
    if (!/^%\.\d{1,2}g$/.test(text ?? '')) throw refusal("a format such as '%.15g'");
    return value;
  }
  if (kind === 'unit') {
    const unit = text === null ? null : unitOf(text);
    if (unit === null) throw refusal("a unit such as 'day'");
    return literalValue(stringLiteralOf(unit));
  }
  if (kind === 'zone') {
    if (text === null || !isTimeZone(text)) throw refusal("a time zone such as 'Europe/Madrid'");
    return literalValue(stringLiteralOf(text));
  }
  if (kind === 'datePart') {
    const unit = text === null ? null : unitOf(text);
    if (unit === null && !dateParts.has(text?.toLowerCase() ?? '')) throw refusal("a part such as 'weekday'");
    return literalValue(stringLiteralOf(unit ?? (text ?? '').toLowerCase()));
  }
  if (kind === 'funnelMode') {
    if (!funnelModes.has(text ?? '')) throw refusal(`one of ${[...funnelModes].join(', ')}`);
    return value;
  }
  if (kind === 'sequence') {
    if (!isSequence(text ?? '')) throw refusal("a pattern such as '(?1)(?t<=3600).*(?2)'");
    return value;
  }
  if (kind === 'element') {
    if (literal?.type === 'integer' ? number < 1 : text === null)
      throw refusal('a name or a position from 1');
    return literal?.type === 'integer' ? engineValue(int(number), 'integer') : value;
  }
  if (kind === 'aggregate') {
    const aggregate = text === null ? null : namedFunction(text);
    if (aggregate === null || !aggregate.aggregate || aggregate.parameters !== null)
      throw refusal("the name of an aggregate function without parameters, such as 'max',");
    return literalValue(stringLiteralOf(aggregate.engineName));
  }
  if (kind === 'pattern') return literalValue(writtenRegex(resolving, value, at));
  if (text === null) throw refusal('text');
  return value;
}

/** Conditions by their numbers, any events between them, and times between two. */
const sequencePart = /\(\?\d{1,2}\)|\.\*|\.|\(\?t(?:<=|>=|<|>|==|!=)\d{1,9}\)/g;
const sequencePartsMax = 20;

function isSequence(pattern: string): boolean {
  const parts = pattern.match(sequencePart) ?? [];
  return parts.length > 0 && parts.length <= sequencePartsMax && parts.join('') === pattern;
}

/** A regular expression must be a literal: a computed one is not bounded, and is compiled again for every record. */
export function writtenRegex(resolving: Resolving, { literal }: EngineValue, at: number): Literal {
  // NULL is the placeholder of a policy value that is not known yet.
  if (literal?.type !== 'string' && literal?.type !== 'null')
    throw resolving.refuse(at, 'A regular expression must be a literal.');
  const problem = regexProblem(literal.text);
  if (problem !== null) throw resolving.refuse(at, problem);
  return literal;
}
