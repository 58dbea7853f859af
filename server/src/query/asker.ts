import type { Principal } from '../base/principal.js';

/** Who is asking, and the signal that aborts when they go away. */
export interface Asker {
  readonly principal: Principal;
  readonly signal: AbortSignal | undefined;
}
