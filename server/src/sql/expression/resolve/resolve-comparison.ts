import type { Expr, Literal } from '../expr.js';
import { expressionLimits } from '../limits.js';
import { isDate32 } from '../print-literal.js';
import type { ComparisonOperator, Syntax, SyntaxOf } from '../syntax.js';
import { fitPair, type Places } from './fit.js';
import { nullLiteral } from './literals.js';
import type { Resolving } from './resolving.js';

export function resolveComparison(resolving: Resolving, { at, op, left, right }: SyntaxOf<'binary'>): Expr {
  const places = { at, left: left.at, right: right.at };
  return compare(
    resolving,
    op as ComparisonOperator,
    resolving.resolve(left),
    resolving.resolve(right),
    places,
  );
}

function compare(
  resolving: Resolving,
  op: ComparisonOperator,
  left: Expr,
  right: Expr,
  places: Places,
): Expr {
  const [fittedLeft, fittedRight] = fitPair(resolving, left, right, places, op === '=' || op === '<>');
  return { kind: 'comparison', type: 'boolean', op, left: fittedLeft, right: fittedRight };
}

export function resolveDistinct(
  resolving: Resolving,
  { at, left, right, negated }: SyntaxOf<'distinct'>,
): Expr {
  const places = { at, left: left.at, right: right.at };
  const sides = fitPair(resolving, resolving.resolve(left), resolving.resolve(right), places, true);
  return { kind: 'distinct', type: 'boolean', left: sides[0], right: sides[1], negated };
}

export function resolveBetween(resolving: Resolving, syntax: SyntaxOf<'between'>): Expr {
  const { at, negated } = syntax;
  const placesOf = (bound: Syntax) => ({ at, left: syntax.operand.at, right: bound.at });
  const operand = resolving.resolve(syntax.operand);
  const [first, low] = fitPair(
    resolving,
    operand,
    resolving.resolve(syntax.low),
    placesOf(syntax.low),
    false,
  );
  const [second, high] = fitPair(
    resolving,
    first,
    resolving.resolve(syntax.high),
    placesOf(syntax.high),
    false,
  );
  return { kind: 'between', type: 'boolean', operand: second, low, high, negated };
}

/** Lists of values that are not literals are written out as comparisons, each with the operand. */
const computedItemsMax = 20;

/**
 * IN over literals is the engine's IN. A NULL in the list makes the answer unknown where nothing matches, which
 * the engine's IN leaves out; a column in the list could be a table to the engine; a date that is none to the engine
 * cannot stand beside others there; and of the two zeros, which are equal, it finds only the one that is listed: all
 * four are written as OR.
 */
export function resolveIn(resolving: Resolving, syntax: SyntaxOf<'in'>): Expr {
  const { at, negated } = syntax;
  if (syntax.items.length === 0) throw resolving.refuse(at, 'The list after IN is empty.');
  if (syntax.items.length > expressionLimits.listItemsMax) {
    throw resolving.refuse(at, `The list after IN has more than ${expressionLimits.listItemsMax} values.`);
  }
  const items = syntax.items.map((item) => resolving.resolve(item));
  const literals = items.filter((item): item is Literal => item.kind === 'literal' && item.type !== 'null');
  const computed = items.filter((item) => item.kind !== 'literal');
  if (computed.length > computedItemsMax) {
    throw resolving.refuse(
      at,
      `The list after IN has more than ${computedItemsMax} values that are not literals.`,
    );
  }
  const places = { at, left: syntax.operand.at, right: at };
  const operand = operandBeside(resolving, resolving.resolve(syntax.operand), literals, places);
  const fitted = literals.map((item) => fitPair(resolving, operand, item, places, true)[1] as Literal);
  const isBeyond = ({ type, text }: Literal) => type === 'date' && !isDate32(text);
  const isZero = ({ text }: Literal) => operand.type === 'number' && Number(text) === 0;
  const listed = fitted.filter((item) => !isBeyond(item) && !isZero(item));
  const beyond = fitted.filter(isBeyond);
  const zero = fitted.filter(isZero).slice(0, 1);
  const isPlain = listed.length === items.length;
  const parts: Expr[] = [...computed, ...beyond, ...zero].map((item) =>
    compare(resolving, '=', operand, item, places),
  );
  if (listed.length > 0) {
    parts.push({ kind: 'in', type: 'boolean', operand, items: listed, negated: isPlain && negated });
  }
  if (items.some((item) => item.kind === 'literal' && item.type === 'null')) parts.push(nullLiteral);
  const [only] = parts;
  const any: Expr =
    only !== undefined && parts.length === 1
      ? only
      : { kind: 'logical', type: 'boolean', op: 'OR', operands: parts };
  return negated && !isPlain ? { kind: 'not', type: 'boolean', operand: any } : any;
}

/** A JSON path is read once for the whole list: by the widest of the literals' types. */
function operandBeside(
  resolving: Resolving,
  operand: Expr,
  literals: readonly Literal[],
  places: Places,
): Expr {
  let widest = literals.find((literal) => literal.type === 'string') ?? literals[0];
  if (widest?.type === 'integer') {
    const length = (literal: Literal) =>
      literal.type === 'integer' ? literal.text.length : Number.POSITIVE_INFINITY;
    widest = literals.reduce(
      (longest, literal) => (length(literal) > length(longest) ? literal : longest),
      widest,
    );
  }
  return widest === undefined ? operand : fitPair(resolving, operand, widest, places, true)[0];
}
