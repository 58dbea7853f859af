import type { AnswerAllowance } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';

/** The context of every resolver: the caller, and a signal that tells when it disconnects. */
export interface GraphQLContext {
  readonly principal: Principal;
  /** Aborts when the client disconnects before it is answered. */
  readonly signal: AbortSignal | undefined;
  /** How much the request may still return. */
  readonly allowance: AnswerAllowance;
}
