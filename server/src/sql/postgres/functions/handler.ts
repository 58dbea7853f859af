import type { Term } from '../../term/term.js';
import { implicitly } from '../coerce.js';
import type { Context } from '../context.js';
import type { Typed } from '../typed.js';
import { nameOf, type PgType } from '../types.js';

/** Resolves a call of one function. */
export type Handler = (context: Context, args: readonly Typed[], at: number, name: string) => Typed;

export type Handlers = Readonly<Record<string, Handler>>;

/** A function with arguments of given types, the last `optional` of which may be omitted. NULL if any argument is NULL. */
export function simple(
  wanted: readonly PgType[],
  returns: PgType,
  build: (args: readonly Term[], typed: readonly Typed[], context: Context) => Term,
  optional = 0,
): Handler {
  return (context, args, at, name) => {
    checkCount(context, args, wanted.length - optional, wanted.length, at, name);
    const typed = args.map((arg, index) => implicitly(context, arg, wanted[index] as PgType, name));
    const nullable = typed.some((arg) => arg.nullable);
    return {
      term: build(
        typed.map((arg) => arg.term),
        typed,
        context,
      ),
      type: returns,
      nullable,
      at,
    };
  };
}

export function checkCount(
  context: Context,
  args: readonly Typed[],
  least: number,
  most: number,
  at: number,
  name: string,
): void {
  if (args.length >= least && args.length <= most) return;
  const count = least === most ? String(least) : `${least} to ${most}`;
  throw context.refuse(at, `${name} takes ${count} argument${count === '1' ? '' : 's'}, not ${args.length}.`);
}

/** The value of an argument that must be a literal integer. */
export function writtenNumber(context: Context, arg: Typed | undefined, what: string, at: number): number {
  const value = Number(arg?.literal ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw context.refuse(arg?.at ?? at, `${what} must be a literal integer.`);
  return value;
}

/** The value of an argument that must be a literal text. */
export function writtenText(context: Context, arg: Typed | undefined, what: string, at: number): string {
  if (arg?.literal !== undefined && arg.type.name === 'unknown') return arg.literal;
  throw context.refuse(arg?.at ?? at, `${what} must be a literal in quotes.`);
}

export function refuseType(context: Context, name: string, arg: Typed) {
  return context.refuse(arg.at, `${name} is not defined for ${nameOf(arg.type)}.`);
}
