import { type Principal, readerKey } from '../base/principal.js';
import type { Basis } from './answer-cache.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { ScopeInput } from './query-scope.js';

interface Answer {
  readonly query: QueryInfo;
  /** An answer that compares has the answer of another query in it. */
  readonly comparison?: { readonly query: QueryInfo } | null | undefined;
}

/** An answer, what it depends on, and its approximate size in memory. */
export interface Computed<A extends Answer> {
  readonly answer: A;
  /** Undefined when it must not be cached. */
  readonly basis: Basis | undefined;
  readonly bytes: number;
  /** When the answer changes by itself, because of what it tells of the current time; undefined if it does not. */
  readonly changesAtMs?: number | undefined;
}

const minuteMs = 60_000;

/** A minute is the shortest unit, and every unit begins at the start of one. So what is relative to now moves only then. */
export const nextMinuteMs = (nowMs: number) => (Math.floor(nowMs / minuteMs) + 1) * minuteMs;

/**
 * Returns the cached answer to the same input of the same Application while it is valid, without compiling anything. The
 * key includes the Application and which of its tokens may read the same, because access policies depend on them.
 */
export async function cachedAnswer<A extends Answer>(
  { answers, runner, clock }: QueryServices,
  operation: string,
  principal: Principal,
  input: ScopeInput,
  compute: () => Promise<Computed<A>>,
): Promise<A> {
  if (!answers) return (await compute()).answer;
  const key = JSON.stringify([operation, principal.applicationId, readerKey(principal), input]);
  const found = answers.find(key) as A | undefined;
  if (found) return repeated(found, (query) => runner.repeat(query, principal));
  const rangeMovesAtMs =
    input.timeRange?.relative == null ? Number.POSITIVE_INFINITY : nextMinuteMs(clock.now());
  // The catalog is read before the answer's own basis is known, and may change in between: a policy may be taken away.
  const catalogBasis = answers.basis([]);
  const { answer, basis, bytes, changesAtMs = Number.POSITIVE_INFINITY } = await compute();
  if (basis && answers.holds(catalogBasis))
    answers.keep(key, basis, answer, bytes, Math.min(rangeMovesAtMs, changesAtMs));
  return answer;
}

function repeated<A extends Answer>(found: A, repeat: (query: QueryInfo) => QueryInfo): A {
  const query = repeat(found.query);
  if (!found.comparison) return { ...found, query };
  return { ...found, query, comparison: { ...found.comparison, query: repeat(found.comparison.query) } };
}
