import { type ClosedRange, type CompareWith, comparedRange } from '../base/compared-range.js';
import { nextMinuteMs } from './cached-answer.js';
import type { QueryInfo } from './query-info.js';
import type { QueryScope, ScopeInput } from './query-scope.js';

/** The input of a query that can be compared with an earlier period. */
export interface ComparableInput extends ScopeInput {
  readonly compare?: CompareWith | undefined;
}

/** The period that an answer was compared with, and the query that read it. */
export interface ComparedPeriod {
  readonly timeRange: ShownRange;
  readonly query: QueryInfo;
}

/** A range as the API shows it. */
export interface ShownRange {
  readonly start: number;
  readonly stop: number;
}

export interface ComparedScope {
  /** The same records in the earlier period. */
  readonly scope: QueryScope & { readonly timeRange: ClosedRange };
  readonly shown: ShownRange;
  /** When the answer changes by itself; undefined if it does not. */
  readonly changesAtMs: number | undefined;
}

/** The scope of the earlier period; null if the input does not compare. */
export function comparedScope(
  scope: QueryScope,
  { compare }: ComparableInput,
  nowMs: number,
): ComparedScope | null {
  if (!compare) return null;
  const { startMs, stopMs, moves } = comparedRange(scope.timeRange, compare, scope.timeZone, nowMs);
  return {
    scope: { ...scope, timeRange: { startMs, stopMs } },
    shown: { start: startMs, stop: stopMs },
    changesAtMs: moves ? nextMinuteMs(nowMs) : undefined,
  };
}

/**
 * Runs both queries of a comparison at the same time. If one fails, it still waits for the other, because no query may outlive
 * its request.
 */
export async function bothEnd<M, E>(main: Promise<M>, earlier: Promise<E> | null): Promise<[M, E | null]> {
  const [one, other] = await Promise.allSettled([main, earlier]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}
