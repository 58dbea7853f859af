import type { Principal } from '../base/principal.js';
import type { Basis } from './answer-cache.js';
import type { QueryServices } from './operation.js';
import type { QueryInfo } from './query-info.js';
import type { ScopeInput } from './query-scope.js';

interface Answer {
  readonly query: QueryInfo;
}

/** An answer, what it depends on, and about how many bytes of memory it takes. */
export interface Computed<A extends Answer> {
  readonly answer: A;
  /** Undefined when it must not be cached. */
  readonly basis: Basis | undefined;
  readonly bytes: number;
}

/** No calendar unit is shorter, and none begins inside one: until the next, a relative range stays where it is. */
const minuteMs = 60_000;

/**
 * The answer to the same input of the same Application, from memory where it still holds, without compiling
 * anything. What depends on who asks, access policies above all, is told apart by the Application and the
 * values in its token.
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
