/** Time is received, never read: tests set it, and time-outs use the clock that cannot jump. */
export interface Clock {
  /** Milliseconds since 1970 UTC: for what is stored or shown. */
  now(): number;
  /** Milliseconds that only grow: for durations and time-outs. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
