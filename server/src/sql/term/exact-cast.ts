import { and, call, int, nothing, or } from './build-term.js';
import type { FunctionName } from './engine-names.js';
import type { CastTerm, Term } from './term.js';

/**
 * A cast that fails if the value does not fit the type, but not for what happens to be stored under a NULL. The engine
 * computes with that, too, and `accurateCast` looks at it.
 */
export function exactCastOf(term: CastTerm): CastTerm {
  const { operand, engineType } = term;
  const [, bare] = /^Nullable\((.*)\)$/.exec(engineType) ?? [];
  if (bare === undefined || isInRange(operand)) return term;
  // Zero under a NULL. A product with NaN is none.
  if (!isRounded(operand))
    return {
      ...term,
      operand: call('multiply', operand, and(...nullsOf(operand).map((term) => call('isNotNull', term)))),
    };
  const isMissing = or(...nullsOf(operand).map((term) => call('isNull', term)));
  const number: Term = {
    kind: 'cast',
    operand: call('ifNull', operand, int(0)),
    engineType: bare,
    exact: true,
  };
  const value = call('if', isMissing, nothing, number);
  return { kind: 'cast', operand: value, engineType, exact: false };
}

const isRounded = (term: Term) => term.kind === 'call' && term.name === 'roundBankers';

const conversions = new Set<FunctionName>(['toInt64', 'toInt128']);
const operators = new Set<FunctionName>(['plus', 'minus', 'multiply', 'negate', 'intDiv', 'modulo']);
const others = new Set<FunctionName>(['abs', 'round', 'roundBankers']);

/** Whether a zero is under every NULL: in a column of a table, an aggregate, and one operation on such values. */
function isInRange(term: Term): boolean {
  const value = converted(term);
  if (isRead(value)) return true;
  return (
    value.kind === 'call' && operators.has(value.name) && value.args.every((arg) => isRead(converted(arg)))
  );
}

const converted = (term: Term): Term =>
  term.kind === 'call' && conversions.has(term.name) ? converted(term.args[0] as Term) : term;

/** Columns of subqueries, which can have anything under a NULL, are called `_0`, `_1` and so on. */
const isRead = (term: Term) =>
  term.kind === 'value' ||
  term.kind === 'number' ||
  term.kind === 'aggregate' ||
  (term.kind === 'column' && !/^_\d+$/.test(term.name));

/** The terms of which one is NULL if and only if the number is. */
function nullsOf(term: Term): Term[] {
  const found: Term[] = [];
  const isKnown = (part: Term) =>
    part.kind === 'column' &&
    found.some((each) => each.kind === 'column' && each.table === part.table && each.name === part.name);
  const visit = (part: Term): void => {
    if (part.kind === 'value' || part.kind === 'number') return;
    // The cast of a text is also NULL if the text is no number.
    if (part.kind === 'cast' && !isText(part.operand)) visit(part.operand);
    else if (part.kind === 'call' && isStrict(part.name)) part.args.forEach(visit);
    else if (!isKnown(part)) found.push(part);
  };
  visit(term);
  return found;
}

const isText = (term: Term) => term.kind === 'call' && term.name === 'trimBoth';

const isStrict = (name: FunctionName) => conversions.has(name) || operators.has(name) || others.has(name);
