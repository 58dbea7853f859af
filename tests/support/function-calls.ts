import type { ArgumentKind, EngineFunction } from '../../server/src/sql/functions/engine-function.js';

/** What each kind of argument may be in the calls that a test makes. */
export type ArgumentChoices = Readonly<Record<ArgumentKind, readonly string[]>>;

/** The kinds that must be literals. */
export const literalChoices = {
  zone: ["'Europe/Berlin'"],
  unit: ["'day'"],
  keep: ['5'],
  level: ['0.5'],
  scale: ['3'],
  decimals: ['3'],
  length: ['3'],
  digits: ["'%.15g'"],
  buckets: ['4'],
  lambda: ['x -> x = x'],
  interval: ['INTERVAL 1 DAY'],
  literal: ["'1'"],
  pattern: ["'[0-9]+'"],
  weekMode: ['1'],
  datePart: ["'weekday'"],
  weight: ['2'],
  seconds: ['3600'],
  funnelMode: ["'strict_order'"],
  sequence: ["'(?1)(?t<=60)(?2)'"],
  element: ['1'],
  aggregate: ["'uniq'"],
  constants: ['[1, 2]'],
  texts: ["['1', 'a']"],
  state: ['(SELECT sumState(1))'],
} as const satisfies Partial<ArgumentChoices>;

/** Calls of a function in which each argument is, in turn, every choice of its kind. */
export function callsOf({ name, args, parameters }: EngineFunction, choices: ArgumentChoices): string[] {
  const count = Math.max(1, ...args.map(({ kind }) => choices[kind].length));
  return Array.from({ length: count }, (_, turn) => {
    const choose = (kind: ArgumentKind) => choices[kind][turn % choices[kind].length];
    const list = (kinds: EngineFunction['args']) =>
      kinds.map(({ kind }) => (kind === 'lambda' ? lambdaBefore(name, kinds) : choose(kind))).join(', ');
    return `${name}${parameters === null ? '' : `(${list(parameters)})`}(${list(args)})`;
  });
}

/** A lambda over a map has two parameters, and is a condition or a new pair. */
function lambdaBefore(name: string, [, next]: EngineFunction['args']): string {
  if (next?.kind !== 'map') return literalChoices.lambda[0];
  return name === 'mapApply' ? '(k, v) -> (k, v)' : '(k, v) -> v = v';
}
