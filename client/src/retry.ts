import { wait } from './wait.js';
import { WeirError } from './weir-error.js';

export interface RetryOptions {
  /** The maximum number of attempts per call; 1 turns retries off. */
  readonly attemptsMax?: number;
  /** The first delay when the service does not specify one. It doubles with every attempt. */
  readonly waitMsBase?: number;
  /** The longest delay. When the service asks for a longer one, the call fails immediately with `retryAfterMs`. */
  readonly waitMsMax?: number;
}

const attemptsMaxDefault = 4;
const waitMsBaseDefault = 250;
const waitMsMaxDefault = 30_000;

/** Whether a failed call may be retried. */
export type Repeatable = (error: WeirError) => boolean;

const refusedForNow: Repeatable = ({ code }) => code === 'RATE_LIMITED' || code === 'UNAVAILABLE';

/** The service refused the whole request, by its HTTP status, and did none of it. */
export const refusedBeforeWork: Repeatable = (error) =>
  refusedForNow(error) && (error.status === 429 || error.status === 503);

/** Also when the outcome is unknown. Only for idempotent work. */
export const refusedOrLost: Repeatable = (error) => refusedForNow(error) || error.code === 'NETWORK_ERROR';

/**
 * Retries the work while it fails in a retryable way, a limited number of times. Waits as long as the service asked, or with
 * exponential backoff; always with jitter, so that clients that failed together do not retry together.
 */
export async function retrying<T>(
  work: () => Promise<T>,
  repeatable: Repeatable,
  options: RetryOptions = {},
  signal?: AbortSignal,
): Promise<T> {
  const { attemptsMax = attemptsMaxDefault, waitMsMax = waitMsMaxDefault } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WeirError) || !repeatable(error) || attempt >= attemptsMax) throw error;
      const waitMs = nextWaitMs(error.retryAfterMs, attempt, options);
      if (waitMs > waitMsMax) throw error;
      await wait(waitMs, signal);
    }
  }
}

/** The delay before the next attempt. */
export function nextWaitMs(
  retryAfterMs: number | undefined,
  attempt: number,
  options: RetryOptions = {},
): number {
  const { waitMsBase = waitMsBaseDefault, waitMsMax = waitMsMaxDefault } = options;
  const spread = Math.random();
  // Never earlier than requested; slightly later spreads the load.
  if (retryAfterMs !== undefined) return retryAfterMs + spread * waitMsBase;
  return Math.min(waitMsMax, waitMsBase * 2 ** (attempt - 1)) * (0.5 + spread / 2);
}

/** `Retry-After` in seconds or as a date, to milliseconds from now. */
export function retryAfterMsOf(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
