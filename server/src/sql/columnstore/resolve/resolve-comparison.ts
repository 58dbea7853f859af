import { and, call, not, or } from '../../term/build-term.js';
import { type ComparisonOperator, comparisons } from '../../term/comparisons.js';
import { isDate32 } from '../../term/literal.js';
import { nullLiteral } from '../../text/read-literal.js';
import { statementLimits } from '../../text/statement-limits.js';
import type { Syntax, SyntaxOf } from '../syntax.js';
import { booleanCall, type EngineValue, engineValue, literalValue } from './engine-value.js';
import { fitPair, type Places } from './fit.js';
import type { Resolving } from './resolving.js';

export function resolveComparison(
  resolving: Resolving,
  { at, op, left, right }: SyntaxOf<'binary'>,
): EngineValue {
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
  left: EngineValue,
  right: EngineValue,
  places: Places,
): EngineValue {
  return booleanCall(comparisons[op], ...fitPair(resolving, left, right, places, op === '=' || op === '<>'));
}

export function resolveDistinct(
  resolving: Resolving,
  { at, left, right, negated }: SyntaxOf<'distinct'>,
): EngineValue {
  const places = { at, left: left.at, right: right.at };
  const sides = fitPair(resolving, resolving.resolve(left), resolving.resolve(right), places, true);
  return engineValue(not(!negated, booleanCall('isNotDistinctFrom', ...sides).term), 'boolean');
}

export function resolveBetween(resolving: Resolving, syntax: SyntaxOf<'between'>): EngineValue {
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
  const within = and(
    booleanCall('greaterOrEquals', second, low).term,
    booleanCall('lessOrEquals', second, high).term,
  );
  return engineValue(not(negated, within), 'boolean');
}

/** A list with values that are not literals is printed as comparisons, each of which repeats the operand. */
const computedItemsMax = 20;

/**
 * IN with literals becomes the engine's IN. Four cases are printed as OR instead, because the engine's IN ignores a NULL
 * in the list, could read a column in the list as a table, cannot mix dates with dates outside its Date32 range, and does
 * not treat 0 and -0 as equal.
 */
export function resolveIn(resolving: Resolving, syntax: SyntaxOf<'in'>): EngineValue {
  const { at, negated } = syntax;
  if (syntax.items.length === 0) throw resolving.refuse(at, 'The list after IN is empty.');
  if (syntax.items.length > statementLimits.listItemsMax) {
    throw resolving.refuse(at, `The list after IN has more than ${statementLimits.listItemsMax} values.`);
  }
  const items = syntax.items.map((item) => resolving.resolve(item));
  if (syntax.items.every(isWrittenTuple)) {
    const tuple = resolving.resolve(syntax.operand);
    const list = call('tuple', ...items.map(({ term }) => term));
    return engineValue(not(negated, call('in', tuple.term, list)), 'boolean');
  }
  const literals = items.filter(({ literal }) => literal !== undefined && literal.type !== 'null');
  const computed = items.filter(({ literal }) => literal === undefined);
  if (computed.length > computedItemsMax) {
    throw resolving.refuse(
      at,
      `The list after IN has more than ${computedItemsMax} values that are not literals.`,
    );
  }
  const places = { at, left: syntax.operand.at, right: at };
  const operand = operandBeside(resolving, resolving.resolve(syntax.operand), literals, places);
  const fitted = literals.map((item) => fitPair(resolving, operand, item, places, true)[1]);
  const isBeyond = ({ literal }: EngineValue) => literal?.type === 'date' && !isDate32(literal.text);
  const isZero = ({ literal }: EngineValue) => operand.type === 'number' && Number(literal?.text) === 0;
  const listed = fitted.filter((item) => !isBeyond(item) && !isZero(item));
  const beyond = fitted.filter(isBeyond);
  const zero = fitted.filter(isZero).slice(0, 1);
  const parts = [...computed, ...beyond, ...zero].map(
    (item) => compare(resolving, '=', operand, item, places).term,
  );
  if (listed.length > 0)
    parts.push(call('in', operand.term, call('tuple', ...listed.map(({ term }) => term))));
  if (items.some(({ literal }) => literal?.type === 'null')) parts.push(literalValue(nullLiteral).term);
  return engineValue(not(negated, or(...parts)), 'boolean');
}

const isWrittenTuple = (syntax: Syntax) =>
  syntax.kind === 'call' &&
  syntax.name === 'tuple' &&
  syntax.args.every(({ kind }) => kind === 'string' || kind === 'number' || kind === 'boolean');

/** Reads a JSON path once for the whole list, with the widest type of the literals. */
function operandBeside(
  resolving: Resolving,
  operand: EngineValue,
  items: readonly EngineValue[],
  places: Places,
): EngineValue {
  let widest = items.find(({ type }) => type === 'string') ?? items[0];
  if (widest?.type === 'integer') {
    const length = ({ literal }: EngineValue) =>
      literal?.type === 'integer' ? literal.text.length : Number.POSITIVE_INFINITY;
    widest = items.reduce((longest, item) => (length(item) > length(longest) ? item : longest), widest);
  }
  return widest === undefined ? operand : fitPair(resolving, operand, widest, places, true)[0];
}
