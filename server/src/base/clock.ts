/** Code receives a clock instead of reading the time, so that tests can set it and time-outs use a monotonic clock. */
export interface Clock {
  /** Milliseconds since 1970 UTC, for times that are stored or shown. */
  now(): number;
  /** Monotonic milliseconds, for durations and time-outs. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
