import type { AnswerAllowance } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';

/** The caller: its Principal, a signal that aborts when it disconnects, and how much may still be returned to it. */
export interface Caller {
  readonly principal: Principal;
  readonly signal: AbortSignal | undefined;
  /** The allowance of the request, if there is one. */
  readonly allowance?: AnswerAllowance | undefined;
}
