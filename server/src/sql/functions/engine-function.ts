import type { ValueType } from './value-type.js';

/**
 * What an argument must be: a type, or one of these kinds.
 * `any`: a value of any type; `time`: a date or a timestamp; `sized`: text or an array; `json`: a JSON column or text;
 * `lambda`: a lambda with a parameter for each array that follows; `map`: a map; `tuple`: a tuple; `state`: a
 * state of an aggregate; `moment`: a time in whole seconds; `weight`: a count that is
 * not negative.
 * The other kinds must be literals, within limits. `literal`: text; `pattern`: a regular expression; `zone`: a time zone
 * name; `unit`: a unit of time; `keep` and `buckets`: a count; `level`: a number from 0 to 1; `scale`: the decimals of a
 * second; `decimals`: the decimals of a Decimal; `datePart`: what dateName returns; `length`: a number of characters; `digits`: a printf format of digits; `weekMode`: how weeks are counted; `seconds`: a
 * duration; `funnelMode`: a mode of windowFunnel; `sequence`: a pattern of events; `element`: an element of a tuple;
 * `aggregate`: the name of an aggregate; `constants` and `texts`: arrays of literals.
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
  | 'literal'
  | 'map'
  | 'tuple'
  | 'state'
  | 'moment'
  | 'weight'
  | 'datePart'
  | 'weekMode'
  | 'seconds'
  | 'funnelMode'
  | 'sequence'
  | 'element'
  | 'aggregate'
  | 'constants'
  | 'texts';

export interface Argument {
  readonly kind: ArgumentKind;
  readonly optional: boolean;
  /** Whether the last argument may be repeated. */
  readonly repeated: boolean;
}

/** An entry of the allow-list. Function names reach the engine only through these entries. */
export interface EngineFunction {
  /** As users write it; the lookup ignores case. */
  readonly name: string;
  /** As the engine spells it. */
  readonly engineName: string;
  readonly args: readonly Argument[];
  /** A type, or the index of the argument that has the same type. */
  readonly returns: ValueType | number;
  /** The first argument list in `quantile(0.9)(x)`; null for functions with only one list. */
  readonly parameters: readonly Argument[] | null;
  readonly aggregate: boolean;
  /** Its value can be much longer than its argument. */
  readonly grows: boolean;
  readonly readsClock: boolean;
  /** Whether it takes or returns states of aggregates, which only statements have. */
  readonly needsStates?: boolean;
}

/**
 * Parses one row of a table, such as `substring: 'string integer integer? -> string'`. `?` marks an optional argument
 * and `*` one that may occur any number of times. `$0` means "the type of argument 0". The part before `|` lists the
 * parameters of a parametric aggregate.
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

/** Other names for functions of a table, mostly PostgreSQL's. */
export function aliases(functions: readonly EngineFunction[], names: Table): EngineFunction[] {
  return Object.entries(names).map(([name, engineName]) => {
    const found = functions.find((fn) => fn.name === engineName);
    if (found === undefined) throw new Error(`no function ${engineName} for the alias ${name}`);
    return { ...found, name };
  });
}
