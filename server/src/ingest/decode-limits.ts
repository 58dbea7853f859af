export interface DecodeLimits {
  /** Objects and arrays inside each other; the event itself is the first. */
  readonly nestingDepthMax: number;
  /** Events in one body. */
  readonly eventsMax: number;
  /** Keys in one object. */
  readonly keysPerObjectMax: number;
}

export const defaultDecodeLimits: DecodeLimits = {
  nestingDepthMax: 128,
  eventsMax: 50_000,
  keysPerObjectMax: 1_000_000,
};

/** The scanner calls itself for each level, so the thread's stack bounds what may be configured. */
export const nestingDepthCeiling = 1_000;
