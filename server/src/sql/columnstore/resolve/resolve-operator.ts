import { isNumeric, isOpen, isTime } from '../../functions/value-type.js';
import { call, not } from '../../term/build-term.js';
import type { FunctionName } from '../../term/engine-names.js';
import { booleanLiteral, numberLiteralOf, stringLiteralOf } from '../../text/read-literal.js';
import type { ArithmeticOperator, SyntaxOf } from '../syntax.js';
import { booleanCall, type EngineValue, engineValue, literalValue } from './engine-value.js';
import { describe, fitTo, refuseState, requireType } from './fit.js';
import { writtenRegex } from './resolve-arguments.js';
import { intervalOf } from './resolve-interval.js';
import type { Resolving } from './resolving.js';

export function resolveLogical(resolving: Resolving, syntax: SyntaxOf<'not' | 'logical'>): EngineValue {
  if (syntax.kind === 'not') {
    const operand = requireType(
      resolving,
      resolving.resolve(syntax.operand),
      'boolean',
      syntax.operand.at,
      'NOT',
    );
    return booleanCall('not', operand);
  }
  const operands = syntax.operands.map((operand) =>
    requireType(resolving, resolving.resolve(operand), 'boolean', operand.at, syntax.op),
  );
  return booleanCall(syntax.op === 'AND' ? 'and' : 'or', ...operands);
}

export function resolveNegate(resolving: Resolving, syntax: SyntaxOf<'negate'>): EngineValue {
  const operand = requireType(
    resolving,
    resolving.resolve(syntax.operand),
    'number',
    syntax.at,
    'The minus sign',
  );
  // Folded into the literal, so that the smallest 64-bit integer stays in range.
  const negative = operand.literal === undefined ? null : numberLiteralOf(`-${operand.literal.text}`);
  return negative === null ? engineValue(call('negate', operand.term), operand.type) : literalValue(negative);
}

const arithmetic = {
  '+': 'plus',
  '-': 'minus',
  '*': 'multiply',
  '/': 'divide',
  '%': 'modulo',
  '^': 'pow',
  DIV: 'intDiv',
} as const satisfies Readonly<Record<ArithmeticOperator, FunctionName>>;

export function resolveArithmetic(
  resolving: Resolving,
  { at, op, left, right }: SyntaxOf<'binary'>,
): EngineValue {
  const sides = [resolving.resolve(left), resolving.resolve(right)] as const;
  if (op === '||') {
    const texts = sides.map(
      (side) => fitTo(resolving, refuseState(resolving, side, at, 'The operator ||'), 'string', at).term,
    );
    return engineValue(call('concat', ...texts), 'string');
  }
  if (op === '+' || op === '-') {
    const moved = movedTime(resolving, op, sides[0], sides[1], at);
    if (moved !== null) return moved;
  }
  const [first, second] = sides.map((side) =>
    requireType(resolving, side, 'number', at, `The operator ${op}`),
  ) as [EngineValue, EngineValue];
  const integers = first.type === 'integer' && second.type === 'integer';
  const isDivision = op === '/' || op === 'DIV' || op === '^';
  const type = (integers && !isDivision) || op === 'DIV' ? 'integer' : 'number';
  return engineValue(call(arithmetic[op as ArithmeticOperator], first.term, second.term), type);
}

/** Adds an interval to a date or timestamp, or days to a date. Returns null if neither side is a time. */
function movedTime(
  resolving: Resolving,
  op: '+' | '-',
  left: EngineValue,
  right: EngineValue,
  at: number,
): EngineValue | null {
  if (op === '+' && left.type === 'interval') return movedTime(resolving, op, right, left, at);
  if (right.type === 'interval') {
    const time = fitTo(resolving, left, 'timestamp', at);
    if (!isTime(time.type) && !isOpen(time.type)) {
      throw resolving.refuse(
        at,
        `An interval can only be added to a date or a timestamp, but this is ${describe(time)}.`,
      );
    }
    // The units of an interval are applied one by one, in the order of the text.
    const amounts = right.interval?.map(intervalOf) ?? [right];
    const moved = amounts.reduce((term, amount) => call(arithmetic[op], term, amount.term), time.term);
    return engineValue(moved, 'timestamp');
  }
  if (!isTime(left.type)) return null;
  const amount = fitTo(resolving, right, left.type, at);
  if (left.type === 'date' && (amount.type === 'date' || isNumeric(amount.type))) {
    const type = amount.type === 'date' ? 'integer' : 'date';
    return engineValue(call(arithmetic[op], left.term, amount.term), type);
  }
  throw resolving.refuse(
    at,
    "To move a timestamp, add INTERVAL '1 day'. For a difference, use dateDiff('second', a, b).",
  );
}

export function resolvePattern(resolving: Resolving, syntax: SyntaxOf<'like' | 'regex'>): EngineValue {
  const { kind, at, caseless, negated } = syntax;
  const where = kind === 'like' ? 'LIKE' : 'A regular expression';
  const operand = requireType(resolving, resolving.resolve(syntax.operand), 'string', at, where);
  const pattern = requireType(resolving, resolving.resolve(syntax.pattern), 'string', at, where);
  const matches = () => {
    if (kind === 'like') return booleanCall(caseless ? 'ilike' : 'like', operand, pattern);
    const regex = writtenRegex(resolving, pattern, syntax.pattern.at);
    const isMarked = caseless && regex.type === 'string';
    return booleanCall(
      'match',
      operand,
      literalValue(isMarked ? stringLiteralOf(`(?i)${regex.text}`) : regex),
    );
  };
  return engineValue(not(negated, matches().term), 'boolean');
}

export function resolveTest(resolving: Resolving, syntax: SyntaxOf<'isNull' | 'isBoolean'>): EngineValue {
  const operand = resolving.resolve(syntax.operand);
  if (syntax.kind === 'isNull') {
    const value = fitTo(resolving, operand, 'string', syntax.at);
    return booleanCall(syntax.negated ? 'isNotNull' : 'isNull', value);
  }
  const left = requireType(resolving, operand, 'boolean', syntax.at, 'IS TRUE or IS FALSE');
  const same = booleanCall('isNotDistinctFrom', left, literalValue(booleanLiteral(syntax.value)));
  return engineValue(not(syntax.negated, same.term), 'boolean');
}
