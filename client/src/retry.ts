import { wait } from './wait.js';
import { WeirError } from './weir-error.js';

export interface RetryOptions {
  /** How often one call is tried in all; 1 turns retries off. */
  readonly attemptsMax?: number;
  /** The first wait when the service does not say how long; it doubles from try to try. */
  readonly waitMsBase?: number;
  /** The longest wait. When the service asks for longer, the call fails at once and says how long. */
  readonly waitMsMax?: number;
}

const attemptsMaxDefault = 4;
const waitMsBaseDefault = 250;
const waitMsMaxDefault = 30_000;

/** What may be tried again, by what is known of its outcome. */
export type Repeatable = (error: WeirError) => boolean;

const refusedForNow: Repeatable = ({ code }) => code === 'RATE_LIMITED' || code === 'UNAVAILABLE';

/** The service turned the whole request away, by its HTTP status: nothing of it was done. */
export const refusedBeforeWork: Repeatable = (error) =>
  refusedForNow(error) && (error.status === 429 || error.status === 503);

/** Also when it is not known what the service did: only for work that can be done twice without harm. */
export const refusedOrLost: Repeatable = (error) => refusedForNow(error) || error.code === 'NETWORK_ERROR';

/**
 * Runs the work again while it fails in a repeatable way, a bounded number of times. Waits as long as the
 * service asked, else exponentially; always with jitter, so that clients that failed together do not come
 * back together.
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

function nextWaitMs(retryAfterMs: number | undefined, attempt: number, options: RetryOptions): number {
  const { waitMsBase = waitMsBaseDefault, waitMsMax = waitMsMaxDefault } = options;
  const spread = Math.random();
  // Never sooner than asked; somewhat later is polite.
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
