import type { FuncCall, Node, WindowDef } from 'libpg-query';
import { windowFunctionNames } from '../../functions/window-functions.js';
import { aggregate, call, cast, int } from '../../term/build-term.js';
import type { AggregateName } from '../../term/engine-names.js';
import type { FrameBound, OrderKey, Term, WindowFrame, WindowTerm } from '../../term/term.js';
import { implicitly } from '../coerce.js';
import type { Context } from '../context.js';
import { partsOf } from '../interval.js';
import { sortOptions } from '../order.js';
import type { NameScope } from '../scope.js';
import type { Typed } from '../typed.js';
import {
  engineType,
  float8Type,
  int4Type,
  int8Type,
  isInteger,
  isTime,
  type PgType,
  scalar,
} from '../types.js';
import { aggregateCall, isPlainAggregate, overRows } from './aggregate.js';
import { checkCount, writtenNumber } from './handler.js';

type WindowParts = Pick<WindowTerm, 'partition' | 'order' | 'frame'>;

export function resolveWindow(context: Context, name: string, node: FuncCall, scope: NameScope): Typed {
  const at = context.offsetOf(node.location);
  if (!scope.windowsAllowed) throw context.refuse(at, `Window functions are not allowed in ${scope.clause}.`);
  const inner: NameScope = { ...scope, windowsAllowed: false, truth: false };
  const window = windowOf(context, node.over as WindowDef, inner);
  const over = (
    engineName: AggregateName,
    args: readonly Term[],
    respectNulls = false,
    frame = window.frame,
  ): Term => ({
    kind: 'window',
    call: aggregate(engineName, ...args),
    respectNulls,
    partition: window.partition,
    order: window.order,
    frame,
  });
  if (isPlainAggregate(name)) {
    const aggregated = aggregateCall(context, name, node, inner);
    if (aggregated.distinct) throw context.refuse(at, 'DISTINCT is not supported in a window function.');
    return overRows(context, aggregated, (engineName, args) => over(engineName, args));
  }
  context.onlyFields(
    node,
    `The window function ${name}`,
    ['funcname', 'args', 'funcformat', 'over'],
    node.location,
  );
  const args = (node.args ?? []).map((arg) => context.expr(arg, inner));
  return windowFunction(context, name, args, over, at);
}

type Over = (
  name: AggregateName,
  args: readonly Term[],
  respectNulls?: boolean,
  frame?: WindowFrame | null,
) => Term;

function windowFunction(
  context: Context,
  name: string,
  args: readonly Typed[],
  over: Over,
  at: number,
): Typed {
  const handler = Object.hasOwn(windowHandlers, name) ? windowHandlers[name] : undefined;
  if (handler !== undefined) return handler(context, name, args, over, at);
  const isOfEngine = windowFunctionNames.some((each) => each.toLowerCase() === name);
  const hint = isOfEngine ? ' It exists in the dialect COLUMNSTORE.' : '';
  throw context.refuse(at, `The window function ${name} is not available.${hint}`);
}

type WindowHandler = typeof windowFunction;

/** A ranking function, which uses the whole partition and ignores the frame. */
const rank =
  (type: PgType): WindowHandler =>
  (context, name, args, over, at) => {
    checkCount(context, args, 0, 0, at, name);
    const term = over(name as AggregateName, [], false, null);
    return { term: cast(term, engineType(type, false)), type, nullable: false, at };
  };

const ntile: WindowHandler = (context, name, args, over, at) => {
  checkCount(context, args, 1, 1, at, name);
  const buckets = writtenNumber(context, args[0], 'The number of buckets', at);
  if (buckets < 1) throw context.refuse(at, 'The number of buckets of ntile must be at least 1.');
  const term = cast(over('ntile', [int(buckets)], false, null), 'Int32');
  return { term, type: int4Type, nullable: false, at };
};

function neighbour(context: Context, name: string, args: readonly Typed[], over: Over, at: number): Typed {
  checkCount(context, args, 1, 3, at, name);
  const value = settled(context, args[0] as Typed, name);
  const distance = args[1] === undefined ? 1 : writtenNumber(context, args[1], 'The distance', at);
  if (distance < 0) throw context.refuse(at, `The offset of ${name} must not be negative.`);
  const type = engineType(value.type, true);
  const given: Term[] = [cast(value.term, type), int(distance)];
  const fallback = args[2];
  if (fallback !== undefined) given.push(cast(implicitly(context, fallback, value.type, name).term, type));
  return { term: over(name as AggregateName, given, false, null), type: value.type, nullable: true, at };
}

function settled(context: Context, value: Typed, name: string): Typed {
  if (value.type.name === 'array' || value.type.name === 'interval') {
    throw context.refuse(value.at, `${name} of an array or interval is not supported.`);
  }
  return value.type.name === 'unknown' ? implicitly(context, value, { name: 'text' }, name) : value;
}

function placed(context: Context, name: string, args: readonly Typed[], over: Over, at: number): Typed {
  checkCount(context, args, name === 'nth_value' ? 2 : 1, name === 'nth_value' ? 2 : 1, at, name);
  const value = settled(context, args[0] as Typed, name);
  const term = cast(value.term, engineType(value.type, true));
  if (name !== 'nth_value')
    return { term: over(name as AggregateName, [term], true), type: value.type, nullable: true, at };
  const place = writtenNumber(context, args[1], 'The place', at);
  if (place < 1) throw context.refuse(at, 'The position of nth_value must be at least 1.');
  return { term: over('nth_value', [term, int(place)]), type: value.type, nullable: true, at };
}

/** Resolves the window that OVER names or defines. */
function windowOf(context: Context, definition: WindowDef, scope: NameScope): WindowParts {
  const known = [
    'name',
    'refname',
    'partitionClause',
    'orderClause',
    'frameOptions',
    'startOffset',
    'endOffset',
  ] as const;
  context.onlyFields(definition, 'A window', known, definition.location);
  const base = definition.name ?? definition.refname;
  const found = base === undefined ? undefined : scope.windows.get(base);
  if (base !== undefined && found === undefined) {
    throw context.refuseNode(definition.location, `There is no window ${JSON.stringify(base)}.`);
  }
  if (definition.name !== undefined && found !== undefined && found !== definition) {
    return windowOf(context, { ...found, name: undefined } as unknown as WindowDef, scope);
  }
  const inherited =
    found !== undefined && found !== definition ? windowOf(context, withoutName(found), scope) : null;
  const partition = (definition.partitionClause ?? []).map((node) => key(context, node, scope).term);
  const keys = (definition.orderClause ?? []).map((node) => orderKey(context, node, scope));
  const order = keys.map(({ value, ...key }): OrderKey => ({ ...key, term: value.term }));
  const [only, ...more] = keys;
  const ranged = hasDistance(definition) && only !== undefined && more.length === 0 ? only : null;
  const within = inherited === null ? partition : inherited.partition;
  // The engine counts a NULL as a number here. In PostgreSQL, NULLs are at no distance from anything but each other.
  const nulls = ranged?.value.nullable === true ? [call('isNull', ranged.value.term)] : [];
  if (nulls.length > 0 && ((definition.frameOptions ?? 0) & bits.withoutEquals) !== 0)
    throw context.refuseNode(
      definition.location,
      'Over a nullable column, a window frame with RANGE and a distance must have two ends around the current row.',
    );
  const distanceOf = (node: Node | undefined) =>
    ranged === null ? undefined : rangeDistance(context, node, ranged.value, scope);
  const offsets = [definition.startOffset, definition.endOffset].filter((node) => node !== undefined);
  const unit = ranged === null ? 1 : unitOf(ranged.value, offsets.map(distanceOf));
  return {
    partition: [...within, ...nulls],
    order:
      ranged === null
        ? order.length > 0
          ? order
          : (inherited?.order ?? [])
        : [{ ...order[0], term: rangeKey(ranged.value, unit) } as OrderKey],
    frame: frameOf(context, definition, order.length > 0 || (inherited?.order.length ?? 0) > 0, (node) => {
      const distance = distanceOf(node);
      return distance === undefined || distance / unit > distanceMax ? undefined : distance / unit;
    }),
  };
}

function withoutName(definition: WindowDef): WindowDef {
  const { name: _, ...rest } = definition;
  return rest;
}

function key(context: Context, node: Node, scope: NameScope): Typed {
  const value = context.expr(node, scope);
  if (value.type.name === 'json' || value.type.name === 'array') {
    throw context.refuse(value.at, 'A window over JSON or arrays is not supported.');
  }
  return value;
}

function orderKey(context: Context, node: Node, scope: NameScope) {
  if (!('SortBy' in node)) throw context.refuse(0, 'This ORDER BY is not supported.');
  return { value: key(context, node.SortBy.node as Node, scope), ...sortOptions(context, node.SortBy) };
}

/** Whether it is a RANGE frame with a distance, such as `RANGE INTERVAL '7 days' PRECEDING`. */
const hasDistance = ({ frameOptions = 0 }: WindowDef) =>
  (frameOptions & bits.range) !== 0 && (frameOptions & bits.distances) !== 0;

/** Dates count days, and stored times units of milliseconds. */
function rangeKey({ term, type, nullable }: Typed, unit: number): Term {
  const key =
    type.name === 'date'
      ? cast(term, engineType(int4Type, nullable))
      : isTime(type)
        ? call('toUnixTimestamp64Milli', term)
        : term;
  const inUnits = unit === 1 ? key : call('divide', key, int(unit));
  return nullable ? call('ifNull', inUnits, int(0)) : inUnits;
}

const unitMax = 1024;

/**
 * The engine takes distances of 32 bits: 24 days in milliseconds. Longer ones are in a unit that divides them. As a power of two, it
 * also divides a time without a loss, to a double.
 */
function unitOf({ type }: Typed, distances: readonly (number | undefined)[]): number {
  if (type.name === 'date' || !isTime(type)) return 1;
  const known = distances.filter((distance) => distance !== undefined);
  let unit = 1;
  while (unit < unitMax && known.some((distance) => distance / unit > distanceMax)) unit *= 2;
  return known.every((distance) => distance % unit === 0) ? unit : 1;
}

const dayMs = 86_400_000;
const distanceMax = 2 ** 31 - 1;

/** The distance in the unit of the sort key. Undefined if it is not a literal of the key's kind, or too large. */
function rangeDistance(
  context: Context,
  node: Node | undefined,
  { type, term }: Typed,
  scope: NameScope,
): number | undefined {
  const value = context.expr(node, scope);
  const isStored = term.kind === 'column' && term.isStoredTime === true;
  if (!isTime(type)) {
    const distance =
      isInteger(type) && isInteger(value.type) ? Number(value.literal ?? Number.NaN) : Number.NaN;
    return distance >= 0 && distance <= distanceMax ? distance : undefined;
  }
  const interval =
    value.type.name === 'unknown' ? implicitly(context, value, scalar('interval'), 'RANGE') : value;
  if (interval.type.name !== 'interval' || (type.name !== 'date' && !isStored)) return undefined;
  const { months, days, micros } = partsOf(context, interval);
  const amount = (part: Term | null) =>
    part === null ? 0 : part.kind === 'number' ? part.value : Number.NaN;
  const totalMs = amount(days) * dayMs + amount(micros) / 1000;
  const distance = type.name === 'date' ? totalMs / dayMs : totalMs;
  const isWhole = amount(months) === 0 && Number.isSafeInteger(distance);
  return isWhole && distance >= 0 ? distance : undefined;
}

/** PostgreSQL's frame option bits. */
const bits = {
  nonDefault: 0x1,
  range: 0x2,
  rows: 0x4,
  groups: 0x8,
  startUnboundedPreceding: 0x20,
  endUnboundedFollowing: 0x100,
  startCurrentRow: 0x200,
  endCurrentRow: 0x400,
  startPreceding: 0x800,
  endPreceding: 0x1000,
  startFollowing: 0x2000,
  endFollowing: 0x4000,
  /** Frames that may have more or less than the equals of a NULL for a NULL. */
  withoutEquals: 0x20 | 0x40 | 0x80 | 0x100 | 0x1000 | 0x2000,
  distances: 0x800 | 0x1000 | 0x2000 | 0x4000,
  exclusion: 0x8000 | 0x10000 | 0x20000,
} as const;

function frameOf(
  context: Context,
  definition: WindowDef,
  isOrdered: boolean,
  rangeOf: (node: Node | undefined) => number | undefined,
): WindowFrame | null {
  const options = definition.frameOptions ?? 0;
  const has = (bit: number) => (options & bit) !== 0;
  if (!has(bits.nonDefault)) return null;
  const refusal = (what: string) =>
    context.refuseNode(definition.location, `${what} in a window frame is not supported.`);
  if (has(bits.groups)) throw refusal('GROUPS');
  if (has(bits.exclusion)) throw refusal('EXCLUDE');
  const unit = has(bits.rows) ? 'ROWS' : 'RANGE';
  const isRange = hasDistance(definition);
  if (!isOrdered && unit === 'RANGE' && !isRange) return null;
  const distance = (node: Node | undefined): number => {
    const range = isRange ? rangeOf(node) : 0;
    if (range === undefined)
      throw refusal(
        'RANGE with a distance other than a literal for one sort key (an integer, days of a date, or a stored time without months)',
      );
    if (isRange) return range;
    const value =
      node !== undefined && 'A_Const' in node
        ? (node.A_Const as { ival?: { ival?: number } }).ival
        : undefined;
    if (value === undefined) throw refusal('A distance that is not a written-out number');
    return value.ival ?? 0;
  };
  const start = bound(has, 'start', () => distance(definition.startOffset));
  const end = bound(has, 'end', () => distance(definition.endOffset));
  return { unit, start, end };
}

function bound(has: (bit: number) => boolean, side: 'start' | 'end', distance: () => number): FrameBound {
  const is = (name: string) => has((bits as Readonly<Record<string, number>>)[`${side}${name}`] ?? 0);
  if (is('UnboundedPreceding')) return { kind: 'unboundedPreceding' };
  if (is('UnboundedFollowing')) return { kind: 'unboundedFollowing' };
  if (is('Preceding')) return { kind: 'preceding', offset: distance() };
  if (is('Following')) return { kind: 'following', offset: distance() };
  return { kind: 'currentRow' };
}

const windowHandlers: Readonly<Record<string, WindowHandler>> = {
  row_number: rank(int8Type),
  rank: rank(int8Type),
  dense_rank: rank(int8Type),
  percent_rank: rank(float8Type),
  cume_dist: rank(float8Type),
  ntile,
  lag: neighbour,
  lead: neighbour,
  first_value: placed,
  last_value: placed,
  nth_value: placed,
};

export const windowNames = Object.keys(windowHandlers);
