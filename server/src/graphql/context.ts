import type { AnswerAllowance } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';

/** What every resolver receives: who is asking, and whether they still are. */
export interface GraphQLContext {
  readonly principal: Principal;
  /** Aborts when the client goes away before it has its answer. */
  readonly signal: AbortSignal | undefined;
  /** What the request may still be answered. */
  readonly allowance: AnswerAllowance;
}
