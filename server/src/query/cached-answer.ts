import type { Principal } from '../base/principal.js';
import type { Basis } from './answer-cache.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { ScopeInput } from './query-scope.js';

interface Answer {
  readonly query: QueryInfo;
}

/** An answer, what it depends on, and its approximate size in memory. */
export interface Computed<A extends Answer> {
  readonly answer: A;
  /** Undefined when it must not be cached. */
  readonly basis: Basis | undefined;
  readonly bytes: number;
}

/** The shortest calendar unit. Every unit begins at the start of a minute, so relative ranges do not move within one. */
const minuteMs = 60_000;

/**
 * Returns the cached answer to the same input of the same Application while it is valid, without compiling anything. The
 * key includes the Application and its policy values, because access policies depend on them.
 */
export async function cachedAnswer<A extends Answer>(
  { answers, runner, clock }: QueryServices,
  operation: string,
  principal: Principal,
  input: ScopeInput,
  compute: () => Promise<Computed<A>>,
): Promise<A> {
  if (!answers) return (await compute()).answer;
  const key = JSON.stringify([operation, principal.applicationId, principal.policyValues, input]);
  const found = answers.find(key) as A | undefined;
  if (found) return { ...found, query: runner.repeat(found.query, principal) };
  const untilMs =
    input.timeRange?.relative == null ? undefined : (Math.floor(clock.now() / minuteMs) + 1) * minuteMs;
  const { answer, basis, bytes } = await compute();
  if (basis) answers.keep(key, basis, answer, bytes, untilMs);
  return answer;
}
