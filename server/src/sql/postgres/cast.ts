import type { TypeName as PgTypeName, TypeCast } from 'libpg-query';
import { isEngineType } from '../columnstore/resolve/cast-types.js';
import { call, int, text, unless } from '../term/build-term.js';
import { convert, implicitly, nullOf, openScale, toDeclaredNumeric } from './coerce.js';
import type { Context } from './context.js';
import { intervalOf, intervalOfText, unitOf } from './interval.js';
import { literalAs, numericOfText, unknownLiteral } from './literal.js';
import { isNaNText } from './nan.js';
import type { NameScope } from './scope.js';
import { isNull, type Typed } from './typed.js';
import {
  arrayOf,
  engineType,
  isFloat,
  isInteger,
  isTime,
  nameOf,
  numeric,
  type PgType,
  scalar,
  textType,
  wholeDigits,
} from './types.js';

const typeNames: Readonly<Record<string, PgType>> = {
  bool: scalar('bool'),
  int2: scalar('int2'),
  int4: scalar('int4'),
  int8: scalar('int8'),
  float4: scalar('float4'),
  float8: scalar('float8'),
  text: scalar('text'),
  varchar: scalar('text'),
  date: scalar('date'),
  timestamp: scalar('timestamp'),
  timestamptz: scalar('timestamptz'),
  json: scalar('json'),
  jsonb: scalar('json'),
  uuid: scalar('text'),
  bytea: scalar('bytea'),
};

const intervalFields: Readonly<Record<string, string>> = {
  '4': 'year',
  '2': 'month',
  '8': 'day',
  '1024': 'hour',
  '2048': 'minute',
  '4096': 'second',
};

export function resolveCast(context: Context, node: TypeCast, scope: NameScope): Typed {
  const type = node.typeName;
  if (type === undefined) throw context.refuseNode(node.location, 'The type of the cast is missing.');
  context.onlyFields(type, 'A type', ['names', 'typmods', 'typemod', 'arrayBounds'], type.location);
  const value = context.expr(node.arg, { ...scope, truth: false });
  const name = nameOfType(context, type);
  const typmods = (type.typmods ?? []).map((mod) => context.expr(mod, scope).literal ?? '');
  if (type.arrayBounds !== undefined) return toArray(context, value, plainType(context, type, name), typmods);
  if (isNaNText(value) && (name === 'numeric' || /^float[48]$/.test(name)))
    return { ...unknownLiteral('NaN', value.at), type: scalar('nan') };
  if (name === 'interval') return toInterval(context, value, typmods);
  if (name === 'numeric') return toNumeric(context, value, typmods);
  const wanted = plainType(context, type, name);
  if (name === 'uuid') return toUuid(context, value);
  const [length, ...more] = typmods;
  if (name === 'varchar' && length !== undefined && more.length === 0) {
    const whole = castTo(context, value, textType);
    return { ...whole, term: call('leftUTF8', whole.term, int(Number(length))) };
  }
  if (typmods.length > 0) {
    throw context.refuseNode(type.location, `${name} with a length or precision is not supported.`);
  }
  return castTo(context, value, wanted);
}

function plainType(context: Context, type: PgTypeName, name: string): PgType {
  if (name === 'numeric') return numeric(openScale);
  const found = Object.hasOwn(typeNames, name) ? typeNames[name] : undefined;
  if (found !== undefined) return found;
  const hint = isEngineType(name) ? ' It exists in the dialect COLUMNSTORE.' : '';
  throw context.refuseNode(type.location, `The type ${name} is not supported.${hint}`);
}

function nameOfType(context: Context, type: PgTypeName): string {
  const names = (type.names ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : ''));
  const [first = '', second] = names;
  if (second === undefined) return first;
  if (first === 'pg_catalog' && names.length === 2) return second;
  throw context.refuseNode(type.location, 'This type is not supported.');
}

/** A UUID is text in lower case: it sorts and compares like one. */
function toUuid(context: Context, value: Typed): Typed {
  if (value.type.name !== 'text' && value.type.name !== 'unknown')
    throw context.refuse(value.at, `A cast from ${nameOf(value.type)} to uuid is not supported.`);
  const written = castTo(context, value, textType);
  const term = call('lower', written.term);
  const isOther = call('not', call('match', term, text('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')));
  return { ...written, term: unless(isOther, 'invalid input syntax for type uuid', term) };
}

function toInterval(context: Context, value: Typed, typmods: readonly string[]): Typed {
  if (value.type.name === 'interval') return value;
  const counted = value.type.name === 'text' ? countedUnits(value) : null;
  if (counted !== null) return counted;
  if (value.literal === undefined || value.type.name !== 'unknown') {
    throw context.refuse(
      value.at,
      "Write intervals as INTERVAL '1 day', or multiply one: n * INTERVAL '1 day'.",
    );
  }
  const [mask, ...more] = typmods;
  if (mask === undefined) return intervalOfText(context, value.literal, null, value.at);
  const unit = more.length === 0 ? intervalFields[mask] : undefined;
  if (unit === undefined) throw context.refuse(value.at, 'This kind of INTERVAL is not supported.');
  return intervalOfText(context, value.literal, unit, value.at);
}

/** `(n || ' days')::interval`, which people write instead of `n * INTERVAL '1 day'`. */
function countedUnits({ term, nullable, at }: Typed): Typed | null {
  const [amount, unit, ...more] = term.kind === 'call' && term.name === 'concat' ? term.args : [];
  if (amount?.kind !== 'call' || amount.name !== 'toString' || unit?.kind !== 'value' || more.length > 0)
    return null;
  const field = unitOf(unit.text.trim());
  const [count] = amount.args;
  if (field === null || count === undefined) return null;
  const [part, size] = field;
  const none = { months: null, days: null, micros: null };
  return intervalOf({ ...none, [part]: call('multiply', call('toInt64', count), int(size)) }, nullable, at);
}

const precisionMax = 75;

function toNumeric(context: Context, value: Typed, typmods: readonly string[]): Typed {
  const number =
    value.literal !== undefined && value.type.name === 'unknown'
      ? numericOfText(context, value.literal, value.at)
      : value;
  if (isNull(number)) return nullOf(numeric(Number(typmods[1] ?? 0)), value.at);
  const [precision, scale = '0'] = typmods;
  if (precision === undefined) {
    if (number.type.name === 'numeric') return number;
    if (isInteger(number.type)) return convert(context, number, numeric(0, true, wholeDigits(number.type)));
    if (isFloat(number.type) || number.type.name === 'text')
      return convert(context, number, numeric(openScale));
    throw context.refuse(value.at, `A cast from ${nameOf(value.type)} to numeric is not supported.`);
  }
  const [p, s] = [Number(precision), Number(scale)];
  if (!(p >= 1 && p <= precisionMax && s >= 0 && s <= Math.min(p, openScale))) {
    throw context.refuse(value.at, `numeric(${precision}, ${scale}) is not supported.`);
  }
  return toDeclaredNumeric(context, number, p, s);
}

/** An explicit cast to a type without parameters. */
export function castTo(context: Context, value: Typed, wanted: PgType): Typed {
  if (isNull(value)) return nullOf(wanted, value.at);
  if (value.type.name === 'unknown') return literalAs(context, value, wanted);
  if (value.type.name === 'text' && isTime(wanted)) return textToTime(context, value, wanted);
  if (value.type.name === 'json') return fromJson(context, value, wanted);
  if (value.type.name === 'text' && wanted.name === 'json') {
    return { ...value, type: wanted, term: checkedJson(value) };
  }
  const { literal, ...converted } = convert(context, value, wanted);
  // After a cast to an integer type, a literal no longer takes its type from the context.
  return isInteger(wanted) || literal === undefined ? converted : { ...converted, literal };
}

function checkedJson(value: Typed) {
  const invalid = call('not', call('isValidJSON', value.term));
  const keys = call('JSONExtractKeys', call('ifNull', value.term, text('')));
  // Of duplicate keys, PostgreSQL keeps the last value and the engine the first.
  const isTwice = call('notEquals', call('length', keys), call('length', call('arrayDistinct', keys)));
  const read = unless(isTwice, 'JSON documents with duplicate keys are not supported', value.term);
  return unless(invalid, 'invalid input syntax for type json', read);
}

function fromJson(context: Context, value: Typed, wanted: PgType): Typed {
  if (wanted.name === 'json') return value;
  if (wanted.name === 'text')
    return { term: value.term, type: wanted, nullable: value.nullable, at: value.at };
  throw context.refuse(
    value.at,
    `A cast from jsonb to ${nameOf(wanted)} is not supported. Use ->> and cast the text.`,
  );
}

const patterns: Readonly<Record<string, string>> = {
  date: '^\\d{4}-\\d{2}-\\d{2}$',
  timestamp: '^\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z?)?$',
  timestamptz: '^\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z?)?$',
};

/** Reads ISO 8601 text. Any other format, or a date that does not exist, fails the query. */
function textToTime(context: Context, value: Typed, wanted: PgType): Typed {
  void context;
  const trimmed = call('trimBoth', value.term);
  const day = call('leftUTF8', trimmed, { kind: 'number', value: 10 });
  const bad = call('not', call('match', trimmed, text(patterns[wanted.name] ?? '')));
  const plain = call('replaceAll', call('replaceAll', trimmed, text('T'), text(' ')), text('Z'), text(''));
  const target = engineType(wanted, true);
  const read =
    wanted.name === 'date'
      ? plain
      : call(
          'if',
          call('equals', call('length', plain), { kind: 'number', value: 10 }),
          call('concat', plain, text(' 00:00:00')),
          plain,
        );
  const time = {
    kind: 'cast',
    operand: call('if', bad, { kind: 'constant', text: 'NULL' }, read),
    engineType: target,
    exact: false,
  } as const;
  const moved = call(
    'notEquals',
    call('leftUTF8', call('toString', time), { kind: 'number', value: 10 }),
    day,
  );
  const message = `invalid input syntax for type ${wanted.name}: use ISO 8601`;
  const term = unless(call('or', bad, moved), message, time);
  return { term, type: wanted, nullable: value.nullable, at: value.at };
}

function toArray(context: Context, value: Typed, of: PgType, typmods: readonly string[]): Typed {
  if (typmods.length > 0 || value.type.name !== 'array') {
    throw context.refuse(value.at, 'This cast to an array is not supported.');
  }
  return implicitly(context, convert(context, value, arrayOf(of)), arrayOf(of), 'A cast');
}
