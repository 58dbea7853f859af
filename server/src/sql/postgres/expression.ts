import type { A_Const, CaseExpr, CollateClause, Node } from 'libpg-query';
import { bool, call, cast, int, nothing } from '../term/build-term.js';
import type { Term } from '../term/term.js';
import { holdsPlaceholder } from '../text/placeholders.js';
import { statementLimits } from '../text/statement-limits.js';
import { groupingTerm } from './aggregation.js';
import { subscript } from './array.js';
import { resolveCast } from './cast.js';
import { implicitly, unify } from './coerce.js';
import { compare } from './comparison.js';
import type { Context } from './context.js';
import { resolveCall, resolveSqlValue } from './functions/call.js';
import { spelledParts } from './grammar/spelling.js';
import { checkNotation, integerLiteral, numberLiteral, unknownLiteral } from './literal.js';
import { resolveName } from './resolve-name.js';
import { canFail } from './safe-first.js';
import type { NameScope } from './scope.js';
import { resolveSubLink } from './subquery.js';
import { truthOf } from './truth.js';
import type { Typed } from './typed.js';
import { arrayOf, boolType, engineType, int4Type, textType, unknownType } from './types.js';

/** Resolves every kind of expression except operators. Refuses a node without a case here. */
export function resolveExpression(context: Context, node: Node, scope: NameScope): Typed {
  if ('A_Const' in node) return constant(context, node.A_Const as Constant, scope);
  if ('ColumnRef' in node) return column(context, node.ColumnRef, scope);
  if ('FuncCall' in node) return resolveCall(context, node.FuncCall, scope);
  if ('TypeCast' in node) return resolveCast(context, node.TypeCast, scope);
  if ('BoolExpr' in node) return logical(context, node.BoolExpr, scope);
  if ('NullTest' in node) return nullTest(context, node.NullTest, scope);
  if ('BooleanTest' in node) return booleanTest(context, node.BooleanTest, scope);
  if ('CaseExpr' in node) return caseOf(context, node.CaseExpr, scope);
  if ('CoalesceExpr' in node) return coalesce(context, node.CoalesceExpr, scope);
  if ('MinMaxExpr' in node) return extreme(context, node.MinMaxExpr, scope);
  if ('SubLink' in node) return resolveSubLink(context, node.SubLink, scope);
  if ('SQLValueFunction' in node) return resolveSqlValue(context, node.SQLValueFunction);
  if ('A_ArrayExpr' in node) return array(context, node.A_ArrayExpr, scope);
  if ('A_Indirection' in node) return indirection(context, node.A_Indirection, scope);
  if ('CollateClause' in node) return collated(context, node.CollateClause, scope);
  if ('GroupingFunc' in node) return grouping(context, node.GroupingFunc, scope);
  const [kind = 'nothing', fields] = Object.entries(node)[0] ?? [];
  const { location } = (fields ?? {}) as { location?: number };
  throw context.refuseNode(location, constructNames[kind] ?? `${kind} is not supported.`);
}

const constructNames: Readonly<Record<string, string>> = {
  ParamRef: 'Parameters such as $1 are not allowed. Write the value itself.',
  RowExpr: 'Rows such as (a, b) are only supported with =, <> and IN.',
  SetToDefault: 'DEFAULT is not allowed here.',
  XmlExpr: 'XML is not supported.',
  XmlSerialize: 'XML is not supported.',
};

type Constant = A_Const & {
  ival?: { ival?: number };
  fval?: { fval?: string };
  sval?: { sval?: string };
  boolval?: { boolval?: boolean };
  isnull?: boolean;
};

function constant(context: Context, node: Constant, _scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  if (node.isnull === true) return { term: nothing, type: unknownType, nullable: true, at };
  if (node.ival !== undefined || node.fval !== undefined) checkNotation(context, at);
  // The parse tree omits fields that are zero, false or empty.
  if (node.ival !== undefined) return integerLiteral(node.ival.ival ?? 0, at);
  if (node.fval !== undefined) return numberLiteral(context, node.fval.fval ?? '0', at);
  if (node.sval !== undefined) {
    const value = node.sval.sval ?? '';
    if (context.expression?.placeholders !== undefined && holdsPlaceholder(value))
      throw context.refuse(at, 'A placeholder is a whole value. Write it without quotes.');
    return unknownLiteral(value, at);
  }
  if (node.boolval !== undefined) {
    return { term: bool(node.boolval.boolval === true), type: boolType, nullable: false, at };
  }
  throw context.refuse(at, 'Bit strings are not supported.');
}

function column(context: Context, ref: { fields?: Node[]; location?: number }, scope: NameScope): Typed {
  const at = context.offsetOf(ref.location);
  const names = (ref.fields ?? []).map((field) => {
    if ('String' in field) return field.String.sval ?? '';
    throw context.refuse(at, '`*` is only allowed in a SELECT list and in COUNT(*).');
  });
  return resolveName(context, scope, spelledParts(context.source.text, at, names), at);
}

function logical(
  context: Context,
  { boolop, args = [], location }: { boolop?: string; args?: Node[]; location?: number },
  scope: NameScope,
): Typed {
  const isNot = boolop === 'NOT_EXPR';
  const what = isNot ? 'NOT' : boolop === 'AND_EXPR' ? 'AND' : 'OR';
  const inner = isNot ? { ...scope, truth: false } : scope;
  const values = args.map((arg) => implicitly(context, context.expr(arg, inner), boolType, what));
  const terms = values.map(({ term }) => term);
  const [first] = terms;
  const term =
    isNot && first !== undefined ? call('not', first) : call(what === 'AND' ? 'and' : 'or', ...terms);
  const at = context.offsetOf(location);
  return truthOf(
    term,
    values.some(({ nullable }) => nullable),
    at,
  );
}

function nullTest(
  context: Context,
  { arg, nulltesttype, location }: { arg?: Node; nulltesttype?: string; location?: number },
  scope: NameScope,
): Typed {
  const value = context.expr(arg, { ...scope, truth: false });
  const at = context.offsetOf(location);
  if (value.type.name === 'array') throw context.refuse(at, 'IS NULL of an array is not supported.');
  return truthOf(call(nulltesttype === 'IS_NOT_NULL' ? 'isNotNull' : 'isNull', value.term), false, at);
}

function booleanTest(
  context: Context,
  { arg, booltesttype = 'IS_TRUE', location }: { arg?: Node; booltesttype?: string; location?: number },
  scope: NameScope,
): Typed {
  const at = context.offsetOf(location);
  const value = implicitly(context, context.expr(arg, { ...scope, truth: false }), boolType, 'IS');
  const negated = booltesttype.startsWith('IS_NOT_');
  if (booltesttype.endsWith('UNKNOWN'))
    return truthOf(call(negated ? 'isNotNull' : 'isNull', value.term), false, at);
  const wanted = bool(booltesttype.endsWith('TRUE'));
  const test = call('ifNull', call('equals', value.term, wanted), bool(false));
  return truthOf(negated ? call('not', test) : test, false, at);
}

function caseOf(context: Context, node: CaseExpr, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  const inner = { ...scope, truth: false };
  const subject = node.arg === undefined ? null : context.expr(node.arg, inner);
  const conditions: Term[] = [];
  const results: Typed[] = [];
  for (const branch of node.args ?? []) {
    if (!('CaseWhen' in branch)) throw context.refuse(at, 'This CASE is not supported.');
    const { expr, result } = branch.CaseWhen;
    const when =
      subject === null
        ? implicitly(context, context.expr(expr, { ...scope, truth: true }), boolType, 'WHEN')
        : compare(context, '=', subject, context.expr(expr, inner), at);
    conditions.push(call('ifNull', when.term, bool(false)));
    results.push(context.expr(result, inner));
  }
  const otherwise: Typed =
    node.defresult === undefined
      ? { term: nothing, type: unknownType, nullable: true, at }
      : context.expr(node.defresult, inner);
  const unified = unify(context, [...results, otherwise], 'CASE');
  refuseArrays(context, unified, 'CASE');
  const type = unified[0]?.type ?? unknownType;
  const nullable = unified.some((value) => value.nullable);
  const last = unified.at(-1) as Typed;
  const args = conditions.flatMap((when, index) => [when, unified[index]?.term ?? nothing]);
  const term = cast(call('multiIf', ...args, last.term), engineType(type, nullable));
  return { term, type, nullable, at };
}

function refuseArrays(context: Context, values: readonly Typed[], what: string): void {
  const array = values.find((value) => value.type.name === 'array');
  if (array !== undefined) throw context.refuse(array.at, `${what} over arrays is not supported.`);
}

function coalesce(context: Context, node: { args?: Node[]; location?: number }, scope: NameScope): Typed {
  const values = (node.args ?? []).map((arg) => context.expr(arg, { ...scope, truth: false }));
  const unified = unify(context, values, 'COALESCE');
  refuseArrays(context, unified, 'COALESCE');
  const type = unified[0]?.type ?? unknownType;
  const nullable = unified.every((value) => value.nullable);
  const terms = unified.map((value) => value.term);
  const first = terms.slice(1).some(canFail) ? firstOf(terms) : call('coalesce', ...terms);
  return {
    term: cast(first, engineType(type, nullable)),
    type,
    nullable,
    at: context.offsetOf(node.location),
  };
}

/** The engine computes all arguments of its coalesce, but only those branches of a condition that it needs. */
function firstOf(terms: readonly Term[]): Term {
  const tests = terms.slice(0, -1).flatMap((term) => [call('isNotNull', term), term]);
  return call('multiIf', ...tests, terms.at(-1) ?? nothing);
}

/** GREATEST and LEAST ignore NULLs; the engine's functions do not. */
function extreme(
  context: Context,
  node: { op?: string; args?: Node[]; location?: number },
  scope: NameScope,
): Typed {
  const name = node.op === 'IS_LEAST' ? 'least' : 'greatest';
  const at = context.offsetOf(node.location);
  const given = (node.args ?? []).map((arg) => context.expr(arg, { ...scope, truth: false }));
  const unified = unify(context, given, name.toUpperCase());
  refuseArrays(context, unified, name.toUpperCase());
  const type = unified[0]?.type ?? unknownType;
  if (type.name === 'json') throw context.refuse(at, `${name.toUpperCase()} of jsonb is not supported.`);
  const nullable = unified.every((value) => value.nullable);
  const [first, ...rest] = unified.map((value) => value.term);
  if (first === undefined) throw context.refuse(at, `${name.toUpperCase()} needs at least one value.`);
  const isPlain = unified.every((value) => !value.nullable);
  const values = call('array', ...[first, ...rest].map((term) => cast(term, engineType(type, true))));
  // Both sort NULLs last.
  const sorted = call(name === 'least' ? 'arraySort' : 'arrayReverseSort', values);
  const term = isPlain ? call(name, first, ...rest) : call('arrayElement', sorted, int(1));
  return { term: cast(term, engineType(type, nullable)), type, nullable, at };
}

function array(context: Context, node: { elements?: Node[]; location?: number }, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  const values = (node.elements ?? []).map((element) => context.expr(element, { ...scope, truth: false }));
  if (values.length === 0) throw context.refuse(at, 'An empty array is not supported.');
  if (values.length > statementLimits.listItemsMax) {
    throw context.refuse(at, `An array can have at most ${statementLimits.listItemsMax} values.`);
  }
  const unified = unify(context, values, 'ARRAY');
  refuseArrays(context, unified, 'ARRAY');
  const type = arrayOf(unified[0]?.type ?? unknownType);
  const term = cast(call('array', ...unified.map((value) => value.term)), engineType(type, false));
  return { term, type, nullable: false, at, elements: { of: term, values } };
}

function indirection(context: Context, node: { arg?: Node; indirection?: Node[] }, scope: NameScope): Typed {
  let value = context.expr(node.arg, { ...scope, truth: false });
  for (const step of node.indirection ?? []) {
    if (!('A_Indices' in step) || step.A_Indices.is_slice === true) {
      throw context.refuse(
        value.at,
        'Only an index in square brackets is supported here, not a field or a slice.',
      );
    }
    value = subscript(context, value, context.expr(step.A_Indices.uidx, scope));
  }
  return value;
}

const byteOrders = new Set(['C', 'POSIX', 'ucs_basic']);

/** Text is compared by its bytes, which is what these collations mean. */
function collated(context: Context, node: CollateClause, scope: NameScope): Typed {
  const names = (node.collname ?? []).map((part) => ('String' in part ? (part.String.sval ?? '') : ''));
  if (!byteOrders.has(names.at(-1) ?? ''))
    throw context.refuseNode(
      node.location,
      'COLLATE is only supported with "C": text is compared by its bytes.',
    );
  return implicitly(context, context.expr(node.arg, scope), textType, 'COLLATE');
}

function grouping(context: Context, node: { args?: Node[]; location?: number }, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  if (scope.aggregates !== 'allowed') throw context.refuse(at, `GROUPING is not allowed in ${scope.clause}.`);
  scope.found.aggregated = true;
  const args = (node.args ?? []).map((arg) => context.expr(arg, scope).term);
  return { term: groupingTerm(args), type: int4Type, nullable: false, at };
}
