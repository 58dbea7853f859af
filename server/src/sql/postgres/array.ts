import { call, cast, nothing } from '../term/build-term.js';
import { implicitly } from './coerce.js';
import type { Context } from './context.js';
import type { Typed } from './typed.js';
import { engineType, int4Type } from './types.js';

/** `a[i]`, counting from 1. NULL outside the array. */
export function subscript(context: Context, array: Typed, index: Typed): Typed {
  if (array.type.name !== 'array')
    throw context.refuse(array.at, 'Only an array can be indexed with square brackets.');
  const place = implicitly(context, index, int4Type, 'An array index');
  const type = array.type.of;
  const element = cast(call('arrayElement', array.term, place.term), engineType(type, true));
  // In the engine, a negative index counts from the end, and an index outside returns a default.
  const outside = call(
    'or',
    call('less', place.term, { kind: 'number', value: 1 }),
    call('greater', place.term, call('length', array.term)),
  );
  const term = cast(call('if', outside, nothing, element), engineType(type, true));
  return { term, type, nullable: true, at: array.at };
}
