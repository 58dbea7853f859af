import { engineFunctions } from './engine-function.js';

/** Functions that need OVER. Aggregates can have it too. */
export const windowFunctions = new Map(
  engineFunctions({
    row_number: '-> integer',
    rank: '-> integer',
    dense_rank: '-> integer',
    percent_rank: '-> number',
    cume_dist: '-> number',
    ntile: 'buckets -> integer',
    lag: 'any integer? any? -> $0',
    lead: 'any integer? any? -> $0',
    lagInFrame: 'any integer? any? -> $0',
    leadInFrame: 'any integer? any? -> $0',
    nth_value: 'any integer -> $0',
    first_value: 'any -> $0',
    last_value: 'any -> $0',
  }).map((fn) => [fn.name.toLowerCase(), fn]),
);

export const windowFunctionNames = [...windowFunctions.values()].map(({ name }) => name);
