import { call, cast, int, nothing, stringValue } from '../../term/build-term.js';
import type { Term } from '../../term/term.js';
import { implicitly, unify } from '../coerce.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { arrayOf, engineType, int4Type, type PgType, textType } from '../types.js';
import {
  checkCount,
  type Handler,
  type Handlers,
  refuseType,
  writtenNumber,
  writtenText,
} from './handler.js';
import { shown } from './shown.js';

/** NULL for an empty array, as in PostgreSQL. */
const arrayLength: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const array = args[0] as Typed;
  if (array.type.name !== 'array') throw refuseType(context, name, array);
  if (writtenNumber(context, args[1], 'The dimension', at) !== 1)
    throw context.refuse(at, 'The dimension must be 1: arrays have only one dimension.');
  const length = call('nullIf', call('length', array.term), int(0));
  return { term: cast(length, 'Nullable(Int32)'), type: int4Type, nullable: true, at };
};

const cardinality: Handler = (context, args, at, name) => {
  checkCount(context, args, 1, 1, at, name);
  const array = args[0] as Typed;
  if (array.type.name !== 'array') throw refuseType(context, name, array);
  const length = call('length', array.term);
  const term =
    array.emptyIsNull === true
      ? cast(call('nullIf', length, int(0)), 'Nullable(Int32)')
      : cast(length, 'Int32');
  return { term, type: int4Type, nullable: array.emptyIsNull === true, at };
};

/** Omits NULL elements, or shows the third argument for them. */
const arrayToString: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 3, at, name);
  const array = args[0] as Typed;
  if (array.type.name !== 'array') throw refuseType(context, name, array);
  const separator = writtenText(context, args[1], 'The separator', at);
  const texts = elementTexts(context, array, array.type.of);
  const variable = context.fresh('v');
  const item: Term = { kind: 'variable', name: variable };
  const each = (body: Term): Term => ({ kind: 'lambda', parameters: [variable], body });
  const there =
    args[2] === undefined
      ? call('arrayFilter', each(call('isNotNull', item)), texts)
      : call(
          'arrayMap',
          each(call('ifNull', item, stringValue(writtenText(context, args[2], 'The text for NULL', at)))),
          texts,
        );
  const joined = call('arrayStringConcat', cast(there, 'Array(String)'), stringValue(separator));
  if (array.emptyIsNull !== true) return { term: joined, type: textType, nullable: false, at };
  const term = call('if', call('empty', array.term), nothing, joined);
  return { term, type: textType, nullable: true, at };
};

/** Numerics in ARRAY[1.5, 2.25] have decimals of their own. */
function elementTexts(context: Context, { term, elements, at }: Typed, of: PgType): Term {
  if (of.name === 'numeric' && !of.shown && elements?.of === term)
    return cast(
      call('array', ...elements.values.map((value) => shown(context, value).term)),
      'Array(Nullable(String))',
    );
  const variable = context.fresh('v');
  const item: Term = { kind: 'variable', name: variable };
  const { term: body } = shown(context, { term: item, type: of, nullable: true, at });
  return call('arrayMap', { kind: 'lambda', parameters: [variable], body }, term);
}

const stringToArray: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const value = implicitly(context, args[0] as Typed, textType, name);
  const separator = writtenText(context, args[1], 'The separator', at);
  if (separator === '') throw context.refuse(at, 'An empty separator is not supported.');
  if (value.nullable)
    throw context.refuse(at, 'string_to_array of a value that can be NULL is not supported. Use COALESCE.');
  const parts = call('splitByString', stringValue(separator), value.term);
  // Splitting an empty text gives one empty part in the engine and none in PostgreSQL.
  const term = call('if', call('empty', value.term), call('arraySlice', parts, int(2)), parts);
  const type = arrayOf(textType);
  return { term: cast(term, engineType(type, false)), type, nullable: false, at };
};

const arrayPosition: Handler = (context, args, at, name) => {
  checkCount(context, args, 2, 2, at, name);
  const array = args[0] as Typed;
  if (array.type.name !== 'array') throw refuseType(context, name, array);
  const wanted = implicitly(context, args[1] as Typed, array.type.of, name);
  const place = call('nullIf', call('indexOf', array.term, wanted.term), int(0));
  return { term: cast(place, 'Nullable(Int32)'), type: int4Type, nullable: true, at };
};

const joined =
  (order: 'append' | 'prepend' | 'cat'): Handler =>
  (context, args, at, name) => {
    checkCount(context, args, 2, 2, at, name);
    const [first, second] = args as [Typed, Typed];
    const asArray = (value: Typed, of: Typed): Typed => {
      if (of.type.name !== 'array') throw refuseType(context, name, of);
      const item = implicitly(context, value, of.type.of, name);
      return {
        term: cast(call('array', item.term), engineType(of.type, false)),
        type: of.type,
        nullable: false,
        at,
      };
    };
    const sides =
      order === 'cat'
        ? [first, second]
        : order === 'append'
          ? [first, asArray(second, first)]
          : [asArray(first, second), second];
    const [a, b] = unify(context, sides, name) as [Typed, Typed];
    if (a.type.name !== 'array') throw refuseType(context, name, a);
    return { term: call('arrayConcat', a.term, b.term), type: a.type, nullable: false, at };
  };

export const arrayFunctions: Handlers = {
  array_length: arrayLength,
  cardinality,
  array_to_string: arrayToString,
  string_to_array: stringToArray,
  array_position: arrayPosition,
  array_append: joined('append'),
  array_prepend: joined('prepend'),
  array_cat: joined('cat'),
};
