import type { FuncCall, JoinExpr, TypeName } from 'libpg-query';
import { badRequest, WeirError } from '../../base/errors.js';
import { isEngineType } from '../columnstore/resolve/cast-types.js';
import { isEngineFunction } from '../columnstore/resolve/resolve-call.js';
import { windowFunctionNames } from '../functions/window-functions.js';
import { isPostgresFunction, isPostgresType } from '../postgres/known-names.js';

/**
 * Resolves a text that PostgreSQL's grammar can read. An error lets the engine's dialect try only if the text uses
 * something that PostgreSQL does not have at all: then it was written for the engine. Anything else, such as a PostgreSQL
 * function that Weir lacks, must not change the meaning of the rest of the text.
 */
export function unlessOfEngine<T>(isOfEngine: () => boolean, resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof WeirError) || !isOfEngine()) throw error;
    throw badRequest(error.message, { details: { ...error.details, dialect: 'COLUMNSTORE' } });
  }
}

/** Whether a parse tree has a function or a type that only the engine has, or `count()` without an argument. */
export function usesEngineOnly(tree: object): boolean {
  for (const key in tree) {
    const part: unknown = tree[key as keyof typeof tree];
    if (typeof part !== 'object' || part === null) continue;
    if (key === 'FuncCall' && isEngineCall(part as FuncCall)) return true;
    if (key === 'typeName' && isEngineCast(part as TypeName)) return true;
    if (usesEngineOnly(part)) return true;
  }
  return false;
}

const engineJoins = new Set(['asof', 'semi', 'anti']);

/** Whether a parse tree has `a ASOF JOIN b`, in which PostgreSQL's grammar takes the word of the join for an alias. */
export function hasEngineJoin(tree: object): boolean {
  for (const key in tree) {
    const part: unknown = tree[key as keyof typeof tree];
    if (typeof part !== 'object' || part === null) continue;
    if (key === 'JoinExpr' && isEngineJoin(part as JoinExpr)) return true;
    if (hasEngineJoin(part)) return true;
  }
  return false;
}

const isEngineJoin = ({ larg }: JoinExpr) =>
  larg !== undefined && 'RangeVar' in larg && engineJoins.has(larg.RangeVar.alias?.aliasname ?? '');

function isEngineCall({ funcname, args, agg_star, over }: FuncCall): boolean {
  const name = lastName(funcname);
  if (name === 'numbers') return true;
  if (name === 'count') return args === undefined && agg_star !== true;
  const isWindow = over !== undefined;
  const isOfEngine = isEngineFunction(name) || (isWindow && engineWindows.has(name));
  return isOfEngine && !isPostgresFunction(name, isWindow);
}

const engineWindows = new Set(windowFunctionNames.map((name) => name.toLowerCase()));

function isEngineCast({ names }: TypeName): boolean {
  const name = lastName(names);
  return name === 'nullable' || (isEngineType(name) && !isPostgresType(name));
}

function lastName(names: FuncCall['funcname']): string {
  const last = names?.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}
