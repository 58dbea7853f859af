import type { FuncCall, Node, SQLValueFunction } from 'libpg-query';
import { isEngineFunction } from '../../columnstore/resolve/resolve-call.js';
import { call, cast, int, text } from '../../term/build-term.js';
import type { Context } from '../context.js';
import { integerLiteral } from '../literal.js';
import type { NameScope } from '../scope.js';
import { isSetReturning, seriesOf, setReturningNames } from '../set-returning.js';
import type { Typed } from '../typed.js';
import { dateType, engineType, timestampType, timestamptzType } from '../types.js';
import { isAggregate, plainAggregates, resolveAggregate } from './aggregate.js';
import { arrayFunctions } from './array.js';
import { byteFunctions } from './bytes.js';
import type { Handler } from './handler.js';
import { intervalFunctions, makeIntervalNames } from './interval.js';
import { jsonFunctions } from './json.js';
import { listAggregateNames } from './list-aggregate.js';
import { numberFunctions } from './number.js';
import { sessionFunctions } from './session.js';
import { textFunctions } from './text.js';
import { timeFunctions } from './time.js';
import { resolveWindow, windowNames } from './window.js';

const handlers: ReadonlyMap<string, Handler> = new Map(
  [
    textFunctions,
    byteFunctions,
    numberFunctions,
    timeFunctions,
    intervalFunctions,
    jsonFunctions,
    arrayFunctions,
    sessionFunctions,
  ].flatMap((table) => Object.entries(table)),
);

export const functionNames = [...handlers.keys()];

/** Every function of the PostgreSQL dialect, for the documentation. */
export const functionGroups: Readonly<Record<string, readonly string[]>> = {
  Text: [...Object.keys(textFunctions), ...Object.keys(byteFunctions)],
  Numbers: Object.keys(numberFunctions),
  'Dates and times': [...Object.keys(timeFunctions), ...Object.keys(intervalFunctions)],
  JSON: Object.keys(jsonFunctions),
  Arrays: Object.keys(arrayFunctions),
  Session: Object.keys(sessionFunctions),
  Aggregates: [...Object.keys(plainAggregates), ...listAggregateNames],
  'Window functions': windowNames,
  'Set-returning functions': setReturningNames,
};

/** Functions that the grammar produces for special syntax, such as `EXTRACT(… FROM …)` and AT TIME ZONE. */
const sqlSyntax = new Set([
  'btrim',
  'ltrim',
  'rtrim',
  'position',
  'substring',
  'extract',
  'timezone',
  'overlay',
]);

export function resolveCall(context: Context, node: FuncCall, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  const name = functionName(context, node);
  if (node.over !== undefined) return resolveWindow(context, name, node, scope);
  if (isAggregate(name)) return resolveAggregate(context, name, node, scope);
  const handler = handlers.get(name);
  if (handler === undefined && !isSetReturning(name)) throw unknownFunction(context, name, at);
  context.onlyFields(node, `The function ${name}`, ['funcname', 'args', 'funcformat'], node.location);
  const inner = { ...scope, truth: false };
  const args = argumentsOf(context, name, node.args ?? [], inner, at);
  if (handler === undefined) return severalRows(context, name, args, scope, at);
  return handler(context, args, at, name);
}

/** The parameters of functions that can be called by name: `make_interval(days => 10)`. Those left out are 0. */
const parameterNames: Readonly<Record<string, readonly string[]>> = { make_interval: makeIntervalNames };

function argumentsOf(
  context: Context,
  name: string,
  nodes: readonly Node[],
  scope: NameScope,
  at: number,
): Typed[] {
  const args = nodes.filter((node) => !('NamedArgExpr' in node)).map((node) => context.expr(node, scope));
  for (const node of nodes) {
    if (!('NamedArgExpr' in node)) continue;
    const { name: parameter = '', arg } = node.NamedArgExpr;
    const index = parameterNames[name]?.indexOf(parameter) ?? -1;
    if (index < 0 || args[index] !== undefined)
      throw context.refuse(at, `${name} cannot be called with the named argument ${parameter}.`);
    args[index] = context.expr(arg, scope);
  }
  return Array.from(args, (arg) => arg ?? integerLiteral(0, at));
}

function unknownFunction(context: Context, name: string, at: number) {
  const hint = isEngineFunction(name)
    ? 'It exists in the dialect COLUMNSTORE.'
    : 'See the documentation for the available functions.';
  return context.refuse(at, `The function ${name} is not available. ${hint}`);
}

function functionName(context: Context, node: FuncCall): string {
  const names = (node.funcname ?? []).map((part) => ('String' in part ? (part.String.sval ?? '') : ''));
  const [first = '', second] = names;
  if (second === undefined) return first;
  if (node.funcformat === 'COERCE_SQL_SYNTAX' && first === 'pg_catalog' && sqlSyntax.has(second))
    return second;
  throw context.refuseNode(node.location, `The function ${names.join('.')} is not supported.`);
}

function severalRows(
  context: Context,
  name: string,
  args: readonly Typed[],
  scope: NameScope,
  at: number,
): Typed {
  if (scope.clause !== 'SELECT' || scope.aggregates === 'inside') {
    throw context.refuse(at, `${name} returns several rows. Use it in FROM, or as a whole column of SELECT.`);
  }
  scope.found.series += 1;
  const { array, type, nullable } = seriesOf(context, name, args, at);
  return { term: call('arrayJoin', array), type, nullable, at };
}

/** Resolves `CURRENT_DATE` and similar keywords. Refuses those about the session. */
export function resolveSqlValue(context: Context, node: SQLValueFunction): Typed {
  const at = context.offsetOf(node.location);
  const now = call('now64', int(6), text('UTC'));
  switch (node.op) {
    case 'SVFOP_CURRENT_DATE':
      return { term: cast(now, engineType(dateType, false)), type: dateType, nullable: false, at };
    case 'SVFOP_CURRENT_TIMESTAMP':
      return { term: now, type: timestamptzType, nullable: false, at };
    case 'SVFOP_LOCALTIMESTAMP':
      return { term: now, type: timestampType, nullable: false, at };
    case 'SVFOP_CURRENT_SCHEMA':
    case 'SVFOP_CURRENT_CATALOG':
      return (
        handlers.get(node.op === 'SVFOP_CURRENT_SCHEMA' ? 'current_schema' : 'current_database') as Handler
      )(context, [], at, 'current_schema');
    default:
      throw context.refuse(at, 'Only CURRENT_DATE, CURRENT_TIMESTAMP and LOCALTIMESTAMP are supported.');
  }
}
