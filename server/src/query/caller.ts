import type { AnswerAllowance } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';

/** Who is asking, the signal that aborts when they go away, and what they may still be answered. */
export interface Caller {
  readonly principal: Principal;
  readonly signal: AbortSignal | undefined;
  /** Of the request; absent where there is none. */
  readonly allowance?: AnswerAllowance | undefined;
}
