import type { Argument, EngineFunction } from './engine-function.js';

/**
 * The engine's suffixes of aggregates, such as `Array` in `sumArray`, and what they change. `If` and `Distinct` are not among them:
 * every resolver and printer knows these two.
 */
const one = (kind: Argument['kind']): Argument => ({ kind, optional: false, repeated: false });
const arraysOf = (args: readonly Argument[]) =>
  args.map((argument) => ({ ...argument, kind: 'array' as const }));

type Changes = Partial<Pick<EngineFunction, 'args' | 'returns'>>;

const combinators = {
  Array: ({ args }) => ({ args: arraysOf(args) }),
  ForEach: ({ args }) => ({ args: arraysOf(args), returns: 'array' }),
  // A map, or arrays of its keys and values.
  Map: () => ({ args: [one('any'), { ...one('array'), optional: true }], returns: 'unknown' }),
  OrNull: () => ({}),
  OrDefault: () => ({}),
  ArgMin: ({ args }) => ({ args: [...args, one('any')] }),
  ArgMax: ({ args }) => ({ args: [...args, one('any')] }),
  State: () => ({ returns: 'state' }),
  MergeState: () => ({ args: [one('state')], returns: 'state' }),
  Merge: ({ returns }) => ({
    args: [one('state')],
    returns: typeof returns === 'number' ? 'unknown' : returns,
  }),
} as const satisfies Readonly<Record<string, (fn: EngineFunction) => Changes>>;

export type Combinator = keyof typeof combinators;

export const combinatorNames = Object.keys(combinators) as readonly Combinator[];

const statesCombinators: readonly Combinator[] = ['State', 'Merge', 'MergeState'];

/** More of them would be the name of no function that anybody needs. */
const combinatorsMax = 3;

/** The function with the suffixes, in this order. */
export function combined(fn: EngineFunction, suffixes: readonly Combinator[]): EngineFunction {
  let found = fn;
  for (const suffix of suffixes) found = withSuffix(found, suffix);
  return found;
}

const withSuffix = (fn: EngineFunction, suffix: Combinator): EngineFunction => ({
  ...fn,
  ...combinators[suffix](fn),
  name: `${fn.name}${suffix}`,
  engineName: `${fn.engineName}${suffix}`,
  needsStates: fn.needsStates === true || statesCombinators.includes(suffix),
});

interface Split {
  readonly base: string;
  readonly suffixes: readonly string[];
}

/** All ways to take suffixes off the end of a name, the fewest first. Ignores case. */
export function* splitsOf(name: string, known: readonly string[]): Generator<Split> {
  let splits: readonly Split[] = [{ base: name, suffixes: [] }];
  for (let taken = 0; taken <= combinatorsMax + 2 && splits.length > 0; taken += 1) {
    yield* splits;
    splits = splits.flatMap(({ base, suffixes }) =>
      known
        .filter((suffix) => base.length > suffix.length && base.toLowerCase().endsWith(suffix.toLowerCase()))
        .map((suffix) => ({ base: base.slice(0, -suffix.length), suffixes: [suffix, ...suffixes] })),
    );
  }
}
