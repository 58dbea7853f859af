export interface DecodeLimits {
  /** Nesting depth of objects and arrays, including the event itself. */
  readonly nestingDepthMax: number;
  /** Events in one body. */
  readonly eventsMax: number;
  /** Keys in one object. */
  readonly keysPerObjectMax: number;
  /** Bytes of the JSON that a form becomes. Escapes make it up to six times as long as the form. */
  readonly formBytesMax: number;
}

export const defaultDecodeLimits: DecodeLimits = {
  nestingDepthMax: 128,
  eventsMax: 50_000,
  keysPerObjectMax: 1_000_000,
  formBytesMax: 10 * 1024 * 1024,
};

/** The scanner recurses for each level, so the thread's stack limits what may be configured. */
export const nestingDepthCeiling = 1_000;
