import type { FuncCall, Node } from 'libpg-query';
import {
  aggregateWhere,
  bool,
  call,
  cast,
  int,
  letTerm,
  nothing,
  stringValue,
  text,
  unless,
} from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { asText, convert, implicitly, tryImplicitly } from '../coerce.js';
import { condition } from '../condition.js';
import type { Context } from '../context.js';
import { oneZero } from '../one-zero.js';
import { sortOptions } from '../order.js';
import type { NameScope } from '../scope.js';
import { toJson } from '../to-json.js';
import type { Typed } from '../typed.js';
import {
  arrayOf,
  engineType,
  float8Type,
  isInteger,
  isNumber,
  isTime,
  jsonType,
  textType,
} from '../types.js';
import { writtenItems } from '../written-items.js';
import { checkCount, refuseType, writtenText } from './handler.js';

/** Aggregates over the ordered values of a group. They keep the group in memory, which the engine limits. */
export const listAggregateNames = [
  ...['string_agg', 'array_agg', 'percentile_cont', 'percentile_disc', 'mode'],
  ...['json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg'],
];

export const isListAggregate = (name: string) => listAggregateNames.includes(name);

export function resolveListAggregate(
  context: Context,
  name: string,
  node: FuncCall,
  scope: NameScope,
): Typed {
  const fields = [
    'funcname',
    'args',
    'agg_order',
    'agg_distinct',
    'agg_filter',
    'agg_within_group',
    'funcformat',
  ] as const;
  context.onlyFields(node, `The function ${name}`, fields, node.location);
  const at = context.offsetOf(node.location);
  const filter =
    node.agg_filter === undefined
      ? null
      : call('ifNull', condition(context, node.agg_filter, { ...scope, clause: 'FILTER' }), bool(false));
  if (node.agg_within_group === true) return withinGroup(context, name, node, scope, filter, at);
  if (name.endsWith('object_agg')) return objectAgg(context, name, node, scope, filter, at);
  if (name.startsWith('json')) return jsonAgg(context, name, node, scope, filter, at);
  if (name !== 'string_agg' && name !== 'array_agg')
    throw context.refuse(at, `${name} needs WITHIN GROUP (ORDER BY …).`);
  return name === 'string_agg'
    ? stringAgg(context, node, scope, filter, at)
    : arrayAgg(context, node, scope, filter, at);
}

interface SortKey {
  readonly value: Typed;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

function sortKeys(context: Context, nodes: readonly Node[] | undefined, scope: NameScope): SortKey[] {
  return (nodes ?? []).map((node) => {
    if (!('SortBy' in node)) throw context.refuse(0, 'This ORDER BY is not supported.');
    return { value: context.expr(node.SortBy.node, scope), ...sortOptions(context, node.SortBy) };
  });
}

/** Collects the group's values with their sort keys, sorts them, and drops the keys. */
function sortedValues(context: Context, value: Term, keys: readonly SortKey[], filter: Term | null): Term {
  if (keys.length === 0) return collected(call('tuple', value), filter, context, null);
  const descending = keys.every((key) => key.descending);
  const parts = keys.flatMap((key) => keyParts(context, key, descending));
  return collected(call('tuple', call('tuple', ...parts), value), filter, context, descending);
}

/** Encodes NULL order and direction in the key, because all keys are sorted in one direction. */
function keyParts(context: Context, key: SortKey, allDescending: boolean): Term[] {
  const { value } = key;
  const isLast = call('isNull', value.term);
  const nulls = key.nullsFirst === allDescending ? isLast : call('not', isLast);
  if (key.descending === allDescending) return [call('toInt64', nulls), value.term];
  if (value.type.name === 'bool')
    return [call('toInt64', nulls), call('negate', call('toInt64', value.term))];
  if (isNumber(value.type))
    return [
      call('toInt64', nulls),
      call('negate', isInteger(value.type) ? call('toInt128', value.term) : value.term),
    ];
  if (isTime(value.type)) {
    const instant = cast(
      convert(context, value, { name: 'timestamp' }).term,
      engineType({ name: 'timestamp' }, value.nullable),
    );
    return [call('toInt64', nulls), call('negate', call('toUnixTimestamp64Micro', instant))];
  }
  throw context.refuse(
    value.at,
    'In this ORDER BY, text must be sorted in the same direction as the other keys.',
  );
}

/** The engine computes values of excluded records too, which could fail. */
function guarded(value: Term, filter: Term | null): Term {
  if (filter === null || value.kind === 'column') return value;
  return value.kind === 'call' && value.name === 'tuple'
    ? call('tuple', ...value.args.map((part) => guarded(part, filter)))
    : call('if', filter, value, nothing);
}

function collected(value: Term, filter: Term | null, context: Context, descending: boolean | null): Term {
  const list = aggregateWhere(filter, 'groupArray', guarded(value, filter));
  const [pair, key] = [context.fresh('v'), context.fresh('v')];
  const part = (name: string, index: number): Term =>
    call('tupleElement', { kind: 'variable', name }, int(index));
  if (descending === null)
    return call('arrayMap', { kind: 'lambda', parameters: [pair], body: part(pair, 1) }, list);
  const byKey: Term = { kind: 'lambda', parameters: [key], body: part(key, 1) };
  const sorted = call(descending ? 'arrayReverseSort' : 'arraySort', byKey, list);
  return call('arrayMap', { kind: 'lambda', parameters: [pair], body: part(pair, 2) }, sorted);
}

/** As in PostgreSQL, DISTINCT allows sorting only by the value itself. */
function distinctValues(
  context: Context,
  value: Typed,
  keys: readonly SortKey[],
  filter: Term | null,
  at: number,
): Term {
  const wrapped = call('tuple', oneZero(value));
  const list = aggregateWhere(filter, 'groupUniqArray', guarded(wrapped, filter));
  const variable = context.fresh('v');
  const item = call('tupleElement', { kind: 'variable', name: variable }, int(1));
  const values = call('arrayMap', { kind: 'lambda', parameters: [variable], body: item }, list);
  // Without ORDER BY, PostgreSQL returns distinct values in the order in which it sorted them.
  const [key = { value, descending: false, nullsFirst: false }, ...more] = keys;
  if (more.length > 0 || JSON.stringify(key.value.term) !== JSON.stringify(value.term)) {
    // The same column has another offset at each use, so offsets are ignored.
    const same = stripped(key.value.term) === stripped(value.term);
    if (more.length > 0 || !same)
      throw context.refuse(at, 'With DISTINCT, ORDER BY can only use the aggregated value.');
  }
  const name = context.fresh('v');
  const { type, nullable } = value;
  const each: Typed = { term: { kind: 'variable', name }, type, nullable, at: value.at };
  const parts = keyParts(context, { ...key, value: each }, key.descending);
  const byKey: Term = { kind: 'lambda', parameters: [name], body: call('tuple', ...parts) };
  return call(key.descending ? 'arrayReverseSort' : 'arraySort', byKey, values);
}

const stripped = (term: Term) =>
  JSON.stringify(term, (key, value: unknown) => (key === 'at' || key === 'label' ? undefined : value));

function arrayAgg(
  context: Context,
  node: FuncCall,
  scope: NameScope,
  filter: Term | null,
  at: number,
): Typed {
  const args = (node.args ?? []).map((arg) => context.expr(arg, scope));
  checkCount(context, args, 1, 1, at, 'array_agg');
  const value = args[0] as Typed;
  if (value.type.name === 'unknown')
    throw context.refuse(at, 'The type of this argument of array_agg is not known. Cast it.');
  if (value.type.name === 'array' || value.type.name === 'interval' || value.type.name === 'json') {
    throw refuseType(context, 'array_agg', value);
  }
  const keys = sortKeys(context, node.agg_order, scope);
  const list =
    node.agg_distinct === true
      ? distinctValues(context, value, keys, filter, at)
      : sortedValues(context, value.term, keys, filter);
  const type = arrayOf(value.type);
  return { term: cast(list, engineType(type, false)), type, nullable: false, at, emptyIsNull: true };
}

function stringAgg(
  context: Context,
  node: FuncCall,
  scope: NameScope,
  filter: Term | null,
  at: number,
): Typed {
  const args = (node.args ?? []).map((arg) => context.expr(arg, scope));
  checkCount(context, args, 2, 2, at, 'string_agg');
  const given = args[0] as Typed;
  const value = tryImplicitly(context, given, textType);
  if (value === null) throw refuseType(context, 'string_agg', given);
  const separator = writtenText(context, args[1], 'The separator', at);
  const keys = sortKeys(context, node.agg_order, scope);
  const written = asText(context, value);
  const there = call('isNotNull', guarded(written.term, filter));
  const wanted = filter === null ? there : call('and', filter, there);
  const list =
    node.agg_distinct === true
      ? distinctValues(context, written, keys, wanted, at)
      : sortedValues(context, written.term, keys, wanted);
  const variable = context.fresh('v');
  const term = letTerm(variable, cast(list, 'Array(String)'), (values) =>
    call('if', call('empty', values), nothing, call('arrayStringConcat', values, stringValue(separator))),
  );
  return { term, type: textType, nullable: true, at };
}

/** A list of JSON texts as one, or NULL if it is empty. */
function joinedJson(context: Context, list: Term, [open, close]: readonly [string, string]): Term {
  return letTerm(context.fresh('v'), cast(list, 'Array(String)'), (values) =>
    call(
      'if',
      call('empty', values),
      nothing,
      call('concat', text(open), call('arrayStringConcat', values, text(',')), text(close)),
    ),
  );
}

function jsonAgg(
  context: Context,
  name: string,
  node: FuncCall,
  scope: NameScope,
  filter: Term | null,
  at: number,
): Typed {
  const args = (node.args ?? []).map((arg) => context.expr(arg, scope));
  checkCount(context, args, 1, 1, at, name);
  const value = toJson(context, args[0] as Typed);
  if (node.agg_distinct === true) throw context.refuse(at, `${name} with DISTINCT is not supported.`);
  const list = sortedValues(context, value, sortKeys(context, node.agg_order, scope), filter);
  return { term: joinedJson(context, list, ['[', ']']), type: jsonType, nullable: true, at };
}

function objectAgg(
  context: Context,
  name: string,
  node: FuncCall,
  scope: NameScope,
  filter: Term | null,
  at: number,
): Typed {
  const args = (node.args ?? []).map((arg) => context.expr(arg, scope));
  checkCount(context, args, 2, 2, at, name);
  if (node.agg_distinct === true) throw context.refuse(at, `${name} with DISTINCT is not supported.`);
  const key = asText(context, args[0] as Typed);
  const known = unless(
    call('isNull', key.term),
    'field name must not be null',
    call('ifNull', key.term, text('')),
  );
  const member = call('concat', call('toJSONString', known), text(':'), toJson(context, args[1] as Typed));
  const keys = sortKeys(context, node.agg_order, scope);
  const list = sortedValues(context, member, keys, filter);
  const names = sortedValues(context, cast(known, 'Nullable(String)'), keys, filter);
  // Of duplicate keys, PostgreSQL keeps the last value and the engine the first.
  const isTwice = call('notEquals', call('length', names), call('length', call('arrayDistinct', names)));
  const read = unless(
    isTwice,
    'JSON documents with duplicate keys are not supported',
    joinedJson(context, list, ['{', '}']),
  );
  return { term: read, type: jsonType, nullable: true, at };
}

/** percentile_cont, percentile_disc and mode. */
function withinGroup(
  context: Context,
  name: string,
  node: FuncCall,
  scope: NameScope,
  filter: Term | null,
  at: number,
): Typed {
  const [key, ...more] = sortKeys(context, node.agg_order, scope);
  if (key === undefined || more.length > 0 || name === 'mode')
    throw context.refuse(at, `${name} is not supported with these arguments.`);
  const [level] = (node.args ?? []).map((arg) => context.expr(arg, scope));
  const fractions = fractionsOf(level);
  if (fractions === null || node.agg_distinct === true) {
    throw context.refuse(at, `${name} needs literal numbers from 0 to 1.`);
  }
  const given =
    key.value.type.name === 'unknown' ? implicitly(context, key.value, float8Type, name) : key.value;
  const isCont = name === 'percentile_cont';
  if (isCont && !isNumber(given.type)) throw refuseType(context, name, given);
  const value = isCont ? convert(context, given, float8Type) : given;
  const measured = guarded(value.term, filter);
  const there = call('isNotNull', measured);
  const wanted = filter === null ? there : call('and', filter, there);
  const list = cast(
    aggregateWhere(wanted, 'groupArray', measured),
    `Array(${engineType(value.type, false)})`,
  );
  const sorted = call(key.descending ? 'arrayReverseSort' : 'arraySort', list);
  const target = engineType(value.type, true);
  const valueAt = (values: Term, fraction: string) =>
    cast(isCont ? continuous(values, fraction) : discrete(values, fraction), target);
  const isList = level?.type.name === 'array';
  const type = isList ? arrayOf(value.type) : value.type;
  const none = isList
    ? call('arraySlice', call('array', cast(nothing, target)), int(2))
    : cast(nothing, target);
  const term = letTerm(context.fresh('v'), sorted, (values) => {
    const found = fractions.map((fraction) => valueAt(values, fraction));
    return call('if', call('empty', values), none, isList ? call('array', ...found) : (found[0] as Term));
  });
  return isList
    ? { term: cast(term, engineType(type, false)), type, nullable: false, at, emptyIsNull: true }
    : { term, type, nullable: true, at };
}

/** The literal fractions of a percentile: one, or those of an array. Null if it is anything else. */
function fractionsOf(level: Typed | undefined): string[] | null {
  if (level === undefined) return null;
  const written = level.type.name === 'array' ? writtenItems(level.term) : [level.literal];
  const isFraction = (fraction: string | undefined): fraction is string =>
    fraction !== undefined && Number(fraction) >= 0 && Number(fraction) <= 1;
  return written?.every(isFraction) ? (written as string[]) : null;
}

const float = (written: string): Term => ({ kind: 'value', type: 'Float64', text: written });

/** Interpolates between the two nearest values with the same steps as PostgreSQL, so that rounding agrees. */
function continuous(values: Term, fraction: string): Term {
  const place = call(
    'multiply',
    float(fraction),
    call('minus', call('toFloat64', call('length', values)), int(1)),
  );
  const at = (index: Term) => call('arrayElement', values, call('toInt64', call('plus', index, int(1))));
  const [low, high] = [at(call('floor', place)), at(call('ceil', place))];
  return call(
    'plus',
    low,
    call('multiply', call('minus', place, call('floor', place)), call('minus', high, low)),
  );
}

function discrete(values: Term, fraction: string): Term {
  const rank = call('ceil', call('multiply', float(fraction), call('toFloat64', call('length', values))));
  return call('arrayElement', values, call('toInt64', call('greatest', rank, int(1))));
}
