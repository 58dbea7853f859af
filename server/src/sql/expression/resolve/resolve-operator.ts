import type { Expr } from '../expr.js';
import type { SyntaxOf } from '../syntax.js';
import { isNumeric, isOpen, isTime } from '../value-type.js';
import { describe, fitTo, requireType } from './fit.js';
import { booleanLiteral, numberLiteralOf } from './literals.js';
import { writtenRegex } from './resolve-arguments.js';
import type { Resolving } from './resolving.js';

export function resolveLogical(resolving: Resolving, syntax: SyntaxOf<'not' | 'logical'>): Expr {
  if (syntax.kind === 'not') {
    const operand = requireType(
      resolving,
      resolving.resolve(syntax.operand),
      'boolean',
      syntax.operand.at,
      'NOT',
    );
    return { kind: 'not', type: 'boolean', operand };
  }
  const operands = syntax.operands.map((operand) =>
    requireType(resolving, resolving.resolve(operand), 'boolean', operand.at, syntax.op),
  );
  return { kind: 'logical', type: 'boolean', op: syntax.op, operands };
}

export function resolveNegate(resolving: Resolving, syntax: SyntaxOf<'negate'>): Expr {
  const operand = requireType(
    resolving,
    resolving.resolve(syntax.operand),
    'number',
    syntax.at,
    'The minus sign',
  );
  // Folded here, so that the smallest 64-bit integer is the literal it looks like.
  const negative = operand.kind === 'literal' ? numberLiteralOf(`-${operand.text}`) : null;
  return negative ?? { kind: 'negate', type: operand.type, operand };
}

export function resolveArithmetic(resolving: Resolving, { at, op, left, right }: SyntaxOf<'binary'>): Expr {
  const sides = [resolving.resolve(left), resolving.resolve(right)] as const;
  if (op === '||') {
    const [first, second] = sides.map((side) => fitTo(resolving, side, 'string', at)) as [Expr, Expr];
    return { kind: 'concat', type: 'string', left: first, right: second };
  }
  if (op === '+' || op === '-') {
    const moved = movedTime(resolving, op, sides[0], sides[1], at);
    if (moved !== null) return moved;
  }
  const [first, second] = sides.map((side) =>
    requireType(resolving, side, 'number', at, `The operator ${op}`),
  ) as [Expr, Expr];
  const integers = first.type === 'integer' && second.type === 'integer';
  const isDivision = op === '/' || op === 'DIV' || op === '^';
  const type = (integers && !isDivision) || op === 'DIV' ? 'integer' : 'number';
  return {
    kind: 'arithmetic',
    type,
    op: op === 'DIV' ? '/' : (op as '+'),
    division: op === 'DIV' ? 'integer' : 'exact',
    left: first,
    right: second,
  };
}

/** A date or timestamp moved by an interval, or a date by days; null when neither side is a time. */
function movedTime(resolving: Resolving, op: '+' | '-', left: Expr, right: Expr, at: number): Expr | null {
  if (op === '+' && left.type === 'interval') return movedTime(resolving, op, right, left, at);
  if (right.type === 'interval') {
    const time = fitTo(resolving, left, 'timestamp', at);
    if (!isTime(time.type) && !isOpen(time.type)) {
      throw resolving.refuse(
        at,
        `An interval can only move a date or a timestamp, but this is ${describe(time)}.`,
      );
    }
    return { kind: 'arithmetic', type: 'timestamp', op, division: 'exact', left: time, right };
  }
  if (!isTime(left.type)) return null;
  const amount = fitTo(resolving, right, left.type, at);
  if (left.type === 'date' && (amount.type === 'date' || isNumeric(amount.type))) {
    const type = amount.type === 'date' ? 'integer' : 'date';
    return { kind: 'arithmetic', type, op, division: 'exact', left, right: amount };
  }
  throw resolving.refuse(
    at,
    "Use INTERVAL '1 day' to move a timestamp, and dateDiff('second', a, b) for a difference.",
  );
}

export function resolvePattern(resolving: Resolving, syntax: SyntaxOf<'like' | 'regex'>): Expr {
  const { kind, at, caseless, negated } = syntax;
  const where = kind === 'like' ? 'LIKE' : 'A regular expression';
  const operand = requireType(resolving, resolving.resolve(syntax.operand), 'string', at, where);
  const pattern = requireType(resolving, resolving.resolve(syntax.pattern), 'string', at, where);
  if (kind === 'like') return { kind, type: 'boolean', operand, pattern, caseless, negated };
  const regex = writtenRegex(resolving, pattern, syntax.pattern.at);
  const isMarked = caseless && regex.type === 'string';
  return {
    kind,
    type: 'boolean',
    operand,
    pattern: isMarked ? { ...regex, text: `(?i)${regex.text}` } : regex,
    negated,
  };
}

export function resolveTest(resolving: Resolving, syntax: SyntaxOf<'isNull' | 'isBoolean'>): Expr {
  const operand = resolving.resolve(syntax.operand);
  if (syntax.kind === 'isNull') {
    const value = fitTo(resolving, operand, 'string', syntax.at);
    return { kind: 'isNull', type: 'boolean', operand: value, negated: syntax.negated };
  }
  const left = requireType(resolving, operand, 'boolean', syntax.at, 'IS TRUE or IS FALSE');
  const right = booleanLiteral(syntax.value);
  return { kind: 'distinct', type: 'boolean', left, right, negated: !syntax.negated };
}
