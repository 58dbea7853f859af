import { call, cast, int } from '../../term/build-term.js';
import type { FunctionName } from '../../term/engine-names.js';
import { commonType, convert } from '../coerce.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { engineType, int4Type, int8Type, isInteger, nameOf } from '../types.js';

const operators: Readonly<Record<string, FunctionName>> = { '&': 'bitAnd', '|': 'bitOr', '#': 'bitXor' };
const shifts: Readonly<Record<string, FunctionName>> = { '<<': 'bitShiftLeft', '>>': 'bitShiftRight' };

/** `& | # << >>` of integers. Returns null for another operator. */
export function bitOperator(
  context: Context,
  op: string,
  left: Typed,
  right: Typed,
  at: number,
): Typed | null {
  const name = operators[op] ?? shifts[op];
  if (name === undefined) return null;
  const [a, b] = [left, right].map((side, index) =>
    side.type.name === 'unknown' ? convert(context, side, index === 0 ? right.type : left.type) : side,
  ) as [Typed, Typed];
  if (!isInteger(a.type) || !isInteger(b.type))
    throw context.refuse(
      at,
      `The operator ${op} is not defined for ${nameOf(a.type)} and ${nameOf(b.type)}.`,
    );
  const type = Object.hasOwn(shifts, op) ? a.type : commonType(context, [a, b], `The operator ${op}`);
  const nullable = a.nullable || b.nullable;
  const wide = call('toInt64', a.term);
  const bits = type.name === 'int8' ? 63 : 31;
  const by = call('toInt64', b.term);
  const result = Object.hasOwn(shifts, op)
    ? call(name, wide, call('bitAnd', by, int(bits)))
    : call(name, wide, by);
  return { term: cast(result, engineType(type, nullable)), type, nullable, at };
}

/** `~`: all bits inverted. */
export function invertedBits(context: Context, value: Typed, at: number): Typed {
  if (!isInteger(value.type))
    throw context.refuse(at, `The prefix operator ~ is not defined for ${nameOf(value.type)}.`);
  const type = value.type.name === 'int8' ? int8Type : value.type.name === 'int4' ? int4Type : value.type;
  const term = cast(call('minus', int(-1), call('toInt64', value.term)), engineType(type, value.nullable));
  return { term, type, nullable: value.nullable, at };
}
