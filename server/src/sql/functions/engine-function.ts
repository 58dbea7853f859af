import type { ValueType } from './value-type.js';

/**
 * What an argument has to be: a type, or one of
 * `any` a value of any type; `time` a date or a timestamp; `sized` text or an array; `json` a JSON column or text;
 * `lambda` a lambda of one parameter. The others are written out, within limits: `literal` text, `pattern` a regular
 * expression, `zone` and `unit` the name of a time zone or a unit of time, `keep` and `buckets` a count, `level` a number
 * between 0 and 1, `scale` the decimals of a second, `decimals` those of a decimal, `length` a number of characters,
 * `digits` printf's format of a number of digits.
 */
export type ArgumentKind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'string'
  | 'time'
  | 'array'
  | 'sized'
  | 'json'
  | 'any'
  | 'zone'
  | 'unit'
  | 'keep'
  | 'level'
  | 'scale'
  | 'decimals'
  | 'length'
  | 'digits'
  | 'buckets'
  | 'lambda'
  | 'interval'
  | 'pattern'
  | 'literal';

export interface Argument {
  readonly kind: ArgumentKind;
  readonly optional: boolean;
  /** The last argument may be given any number of times. */
  readonly repeated: boolean;
}

/** An entry of the allow-list: the only way for a function's name to reach the engine. */
export interface EngineFunction {
  /** As users write it; looked up without case. */
  readonly name: string;
  /** As the engine spells it. */
  readonly engineName: string;
  readonly args: readonly Argument[];
  /** A type, or the place of the argument that has the same type. */
  readonly returns: ValueType | number;
  /** The first pair of brackets in `quantile(0.9)(x)`; null for functions that have only one. */
  readonly parameters: readonly Argument[] | null;
  readonly aggregate: boolean;
  /** Its value can be much longer than its argument. */
  readonly grows: boolean;
  readonly readsClock: boolean;
}

/**
 * Reads one line of a table: `substring: 'string integer integer? -> string'`. A kind ends in `?` when it may be
 * left out, in `*` when it may come any number of times; `$0` says "the type of argument 0"; a first part before
 * `|` holds the parameters of a parametric aggregate.
 */
export function engineFunction(
  name: string,
  signature: string,
  traits: Partial<Pick<EngineFunction, 'engineName' | 'aggregate' | 'grows' | 'readsClock'>> = {},
): EngineFunction {
  const [left = '', returns = 'unknown'] = signature.split('->').map((part) => part.trim());
  const [first = '', second] = left.split('|').map((part) => part.trim());
  return {
    name,
    engineName: name,
    args: argumentsOf(second ?? first),
    parameters: second === undefined ? null : argumentsOf(first),
    returns: returns.startsWith('$') ? Number(returns.slice(1)) : (returns as ValueType),
    aggregate: false,
    grows: false,
    readsClock: false,
    ...traits,
  };
}

function argumentsOf(text: string): Argument[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({
      kind: word.replace(/[?*]$/, '') as ArgumentKind,
      optional: /[?*]$/.test(word),
      repeated: word.endsWith('*'),
    }));
}

type Table = Readonly<Record<string, string>>;

/** The entries of one table, under their engine names. */
export function engineFunctions(
  table: Table,
  traits: Partial<Pick<EngineFunction, 'aggregate' | 'grows' | 'readsClock'>> = {},
): EngineFunction[] {
  return Object.entries(table).map(([name, signature]) => engineFunction(name, signature, traits));
}

/** Other names, PostgreSQL's above all, for functions of a table. */
export function aliases(functions: readonly EngineFunction[], names: Table): EngineFunction[] {
  return Object.entries(names).map(([name, engineName]) => {
    const found = functions.find((fn) => fn.name === engineName);
    if (found === undefined) throw new Error(`no function ${engineName} for the alias ${name}`);
    return { ...found, name };
  });
}
