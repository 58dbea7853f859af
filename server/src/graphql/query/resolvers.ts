import { checkRange } from '../../base/check-range.js';
import { formatDateTime } from '../../base/date-time.js';
import { badInput, badRequest } from '../../base/errors.js';
import { idCursor } from '../../catalog/page.js';
import type { Caller } from '../../query/caller.js';
import { type CounterAnswer, counter } from '../../query/counter.js';
import { leaderboard } from '../../query/leaderboard.js';
import type { QueryServices } from '../../query/operation.js';
import type { QueryHistory } from '../../query/query-history.js';
import { timeSeries } from '../../query/time-series.js';
import { concurrently } from '../concurrently.js';
import type { CounterInput, QueriesFilterInput, Resolvers } from '../generated/resolver-types.js';
import { compareOf, metricOf, scopeOf } from './query-inputs.js';

export interface QueryResolverOptions {
  readonly query: QueryServices;
  readonly history: QueryHistory;
}

export const countersMax = 100;
/** Prevents one long list from filling the engine's queue, where the waiting time is limited. */
const countersConcurrentMax = 8;
const historyPageDefault = 10;
const historyPageMax = 100;

export function createQueryResolvers({ query, history }: QueryResolverOptions) {
  const count = (caller: Caller, input: CounterInput): Promise<CounterAnswer> =>
    counter(query, caller, { metric: metricOf(input), ...scopeOf(input), ...compareOf(input) });
  return {
    Query: {
      counter: (_parent, { input }, caller) => count(caller, input),
      counters: (_parent, { input }, caller) => {
        if (input.length > countersMax)
          throw badInput(
            'counters',
            `at most ${countersMax} inputs are allowed, but ${input.length} were given`,
          );
        // GraphQL allows every entry of a list to be a value or an error; the generated types know only values.
        return concurrently(input, countersConcurrentMax, (one) => count(caller, one)) as Promise<
          CounterAnswer[]
        >;
      },
      timeSeries: (_parent, { input }, caller) =>
        timeSeries(query, caller, {
          metric: metricOf(input),
          granularity: input.granularity,
          groupBy: input.groupBy ?? [],
          groupLimit: input.groupLimit,
          ...scopeOf(input),
          ...compareOf(input),
        }),
      leaderboard: (_parent, { input }, caller) =>
        leaderboard(query, caller, {
          metric: metricOf(input),
          dimensions: input.dimensions.map(({ columnName }) => columnName),
          sort: input.sort ?? 'DESC',
          rowLimit: input.rowLimit,
          others: input.others ?? false,
          ...scopeOf(input),
          ...compareOf(input),
        }),
      queryInfo: (_parent, { id }, { principal }) => history.find(principal, id),
      queries: async (_parent, { first, after, filter }, { principal }) => {
        const size = checkRange('first', first ?? historyPageDefault, 1, historyPageMax);
        const { items, hasNextPage } = await history.list(
          principal,
          { ...historyFilter(filter), after: idCursor('query', 'after', after) },
          size,
        );
        return {
          nodes: items,
          edges: items.map((node) => ({ node, cursor: node.id })),
          pageInfo: {
            startCursor: items[0]?.id ?? null,
            endCursor: items.at(-1)?.id ?? null,
            hasNextPage,
            hasPreviousPage: Boolean(after),
          },
        };
      },
    },
  } satisfies Resolvers;
}

function historyFilter(filter: QueriesFilterInput | undefined) {
  const { start, stop } = filter ?? {};
  if (typeof start === 'number' && typeof stop === 'number' && start > stop) {
    throw badRequest(`filter.start ${formatDateTime(start)} is after filter.stop ${formatDateTime(stop)}.`);
  }
  return {
    status: filter?.status,
    type: filter?.type,
    subtype: filter?.subtype,
    createdBy: filter?.createdBy,
    createdFromMs: start,
    createdBeforeMs: stop,
  };
}
