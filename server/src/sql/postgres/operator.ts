import type { A_Expr, Node } from 'libpg-query';
import { bool, call, cast, nothing } from '../term/build-term.js';
import { isComparison } from '../term/comparisons.js';
import type { Term } from '../term/term.js';
import { statementLimits } from '../text/statement-limits.js';
import { arithmetic, negated } from './arithmetic.js';
import { asText, commonType, implicitly, unify } from './coerce.js';
import { comparable, compare, distinctFrom } from './comparison.js';
import type { Context } from './context.js';
import { bitOperator, invertedBits } from './functions/bits.js';
import type { Handler } from './functions/handler.js';
import { numberFunctions } from './functions/number.js';
import { jsonOperator } from './json.js';
import { isNaNText } from './nan.js';
import { oneZero } from './one-zero.js';
import { likeOperator, regexOperator, similarOperator } from './pattern.js';
import { rowOperator } from './row.js';
import type { NameScope } from './scope.js';
import { truthOf } from './truth.js';
import { isNull, type Typed } from './typed.js';
import { boolType, engineType, isFloat, isInteger, textType } from './types.js';

export function resolveOperator(context: Context, node: A_Expr, outer: NameScope): Typed {
  const at = context.offsetOf(node.location);
  const scope = { ...outer, truth: false };
  const name = operatorName(context, node);
  const rows = rowOperator(context, node, name, scope);
  if (rows !== null) return rows;
  const side = (operand: Node | undefined) => context.expr(operand, scope);
  switch (node.kind) {
    case 'AEXPR_OP':
      return node.lexpr === undefined
        ? prefix(context, name, side(node.rexpr), at)
        : infix(context, name, side(node.lexpr), side(node.rexpr), at);
    case 'AEXPR_IN':
      return inList(context, side(node.lexpr), items(context, node, scope), name === '<>', at);
    case 'AEXPR_LIKE':
    case 'AEXPR_ILIKE':
      return likeOperator(context, node, scope, node.kind === 'AEXPR_ILIKE', name.startsWith('!'));
    case 'AEXPR_SIMILAR':
      return similarOperator(context, node, scope, name.startsWith('!'));
    case 'AEXPR_BETWEEN':
    case 'AEXPR_NOT_BETWEEN':
    case 'AEXPR_BETWEEN_SYM':
    case 'AEXPR_NOT_BETWEEN_SYM':
      return between(context, node, side(node.lexpr), items(context, node, scope), at);
    case 'AEXPR_DISTINCT':
    case 'AEXPR_NOT_DISTINCT':
      return distinctFrom(
        context,
        side(node.lexpr),
        side(node.rexpr),
        node.kind === 'AEXPR_NOT_DISTINCT',
        at,
      );
    case 'AEXPR_NULLIF':
      return nullIf(context, side(node.lexpr), side(node.rexpr), at);
    case 'AEXPR_OP_ANY':
    case 'AEXPR_OP_ALL':
      return quantified(context, node.kind === 'AEXPR_OP_ANY', name, side(node.lexpr), side(node.rexpr), at);
    default:
      throw context.refuse(at, `The operator ${name} is not supported.`);
  }
}

function operatorName(context: Context, node: A_Expr): string {
  const [only, ...schema] = node.name ?? [];
  // OPERATOR(schema.op) can name an operator with another meaning.
  if (only === undefined || schema.length > 0 || !('String' in only)) {
    throw context.refuseNode(node.location, 'OPERATOR(…) is not supported.');
  }
  return only.String.sval ?? '';
}

function items(context: Context, node: A_Expr, scope: NameScope): Typed[] {
  const list = node.rexpr;
  if (list === undefined || !('List' in list))
    throw context.refuseNode(node.location, 'IN and BETWEEN need a list of values.');
  const values = (list.List.items as Node[] | undefined) ?? [];
  if (values.length > statementLimits.listItemsMax) {
    throw context.refuseNode(
      node.location,
      `A list can have at most ${statementLimits.listItemsMax} values.`,
    );
  }
  return values.map((item) => context.expr(item, scope));
}

function prefix(context: Context, name: string, operand: Typed, at: number): Typed {
  if (name === '-') return negated(context, operand, at);
  if (name === '+') return operand;
  if (name === '~') return invertedBits(context, operand, at);
  const alike = prefixFunctions[name];
  if (alike !== undefined) return alike(context, [operand], at, name);
  throw context.refuse(at, `The prefix operator ${name} is not supported.`);
}

const prefixFunctions: Readonly<Record<string, Handler | undefined>> = {
  '@': numberFunctions['abs'],
  '|/': numberFunctions['sqrt'],
  '||/': numberFunctions['cbrt'],
};

function infix(context: Context, name: string, left: Typed, right: Typed, at: number): Typed {
  if (isComparison(name)) return compare(context, name, left, right, at);
  if (/^[-+*/%^]$/.test(name)) return arithmetic(context, name, left, right, at);
  if (/^!?~\*?$/.test(name)) return regexOperator(context, name, left, right, at);
  if (name === '||') return concatenation(context, left, right, at);
  const found = jsonOperator(context, name, left, right, at) ?? bitOperator(context, name, left, right, at);
  if (found !== null) return found;
  throw context.refuse(at, `The operator ${name} is not supported.`);
}

function concatenation(context: Context, left: Typed, right: Typed, at: number): Typed {
  if (left.type.name === 'array' && right.type.name === 'array') {
    const [a, b] = unify(context, [left, right], '||') as [Typed, Typed];
    return { term: call('arrayConcat', a.term, b.term), type: a.type, nullable: false, at };
  }
  if (left.type.name === 'json' || right.type.name === 'json')
    throw context.refuse(at, '|| of jsonb is not supported.');
  const isString = (value: Typed) => value.type.name === 'text' || value.type.name === 'unknown';
  if (!isString(left) && !isString(right)) throw context.refuse(at, '|| needs text on one side.');
  const sides = [asText(context, left), asText(context, right)];
  const nullable = sides.some((value) => value.nullable);
  return { term: call('concat', ...sides.map((value) => value.term)), type: textType, nullable, at };
}

/** Uses the engine's IN for lists of literals only: it ignores NULLs in the list. Other lists become equalities. */
function inList(context: Context, operand: Typed, list: readonly Typed[], isNot: boolean, at: number): Typed {
  // PostgreSQL compares a single value with =, and makes an array of several values.
  const use = list.length > 1 ? 'values' : 'operands';
  const [value, ...rest] = unify(context, [operand, ...list], 'IN', use) as [Typed, ...Typed[]];
  comparable(context, value, value, '=', at);
  const isPlain = list.every((item) => item.literal !== undefined || item.term.kind === 'value');
  const nullable = value.nullable || list.some((item) => item.nullable);
  let term: Term;
  if (isPlain && !list.some(isNull) && list.length > 1) {
    term = call('in', oneZero(value), call('tuple', ...rest.map(oneZero)));
  } else {
    const tests = rest.map((item) => call('equals', value.term, item.term));
    term = tests.length === 1 ? (tests[0] as Term) : call('or', ...tests);
  }
  return truthOf(isNot ? call('not', term) : term, nullable, at);
}

function between(
  context: Context,
  node: A_Expr,
  operand: Typed,
  bounds: readonly Typed[],
  at: number,
): Typed {
  const [low, high] = bounds;
  if (low === undefined || high === undefined) throw context.refuse(at, 'BETWEEN needs two bounds.');
  const within = (from: Typed, to: Typed) => {
    const tests = [compare(context, '>=', operand, from, at), compare(context, '<=', operand, to, at)];
    return {
      term: call('and', ...tests.map(({ term }) => term)),
      nullable: tests.some((test) => test.nullable),
    };
  };
  const straight = within(low, high);
  const kind = node.kind ?? '';
  const term = kind.endsWith('_SYM') ? call('or', straight.term, within(high, low).term) : straight.term;
  return truthOf(kind.includes('NOT') ? call('not', term) : term, straight.nullable, at);
}

function nullIf(context: Context, left: Typed, right: Typed, at: number): Typed {
  const same = compare(context, '=', left, right, at);
  const first = firstOfNullIf(context, left, right);
  const type = engineType(first.type, true);
  const term = call(
    'if',
    call('ifNull', same.term, bool(false)),
    cast(nothing, type),
    cast(first.term, type),
  );
  return { term, type: first.type, nullable: true, at };
}

/** NULLIF has the type of the left operand of `=`, which is converted if it is an integer beside a numeric or float. */
function firstOfNullIf(context: Context, left: Typed, right: Typed): Typed {
  if (isNaNText(right) && !isNaNText(left)) return left;
  const common = commonType(context, [left, right], 'NULLIF', 'operands');
  const isOpen = left.type.name === 'unknown';
  const isNarrow = isInteger(left.type) && !isInteger(common);
  const isExact = left.type.name === 'numeric' && isFloat(common);
  return isOpen || isNarrow || isExact ? implicitly(context, left, common, 'NULLIF') : left;
}

/** `x = ANY (array)` and `x <> ALL (array)`, which can be NULL if a NULL is involved. */
function quantified(
  context: Context,
  isAny: boolean,
  op: string,
  left: Typed,
  right: Typed,
  at: number,
): Typed {
  if (right.type.name !== 'array') throw context.refuse(at, 'ANY and ALL need an array or a subquery.');
  const element: Typed = { term: nothing, type: right.type.of, nullable: true, at };
  const [value] = unify(context, [left, { ...element, type: right.type.of }], 'ANY', 'operands') as [
    Typed,
    Typed,
  ];
  const variable = context.fresh('v');
  const item: Typed = { term: { kind: 'variable', name: variable }, type: right.type.of, nullable: true, at };
  const test = compare(context, op, value, item, at).term;
  const results = call('arrayMap', { kind: 'lambda', parameters: [variable], body: test }, right.term);
  const decisive = bool(isAny);
  const term = call(
    'multiIf',
    call('has', results, decisive),
    decisive,
    call('has', results, nothing),
    nothing,
    bool(!isAny),
  );
  return { term: cast(term, 'Nullable(Bool)'), type: boolType, nullable: true, at };
}
