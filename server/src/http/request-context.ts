import type { FastifyReply } from 'fastify';
import { AnswerAllowance, type AnswerBudget } from '../base/answer-budget.js';
import type { Principal } from '../base/principal.js';
import type { GraphQLContext } from '../graphql/context.js';

export class RequestContext implements GraphQLContext {
  readonly principal: Principal;
  readonly #reply: FastifyReply;
  readonly #budget: AnswerBudget;
  #gone: AbortSignal | undefined;
  #allowance: AnswerAllowance | undefined;

  constructor(principal: Principal, reply: FastifyReply, budget: AnswerBudget) {
    this.principal = principal;
    this.#reply = reply;
    this.#budget = budget;
  }

  /** A lazy getter: `{ ...context }` would not copy it, and the copy would not notice a disconnect. */
  get signal(): AbortSignal {
    this.#gone ??= disconnected(this.#reply);
    return this.#gone;
  }

  /** Valid until the response is written or the client disconnects. */
  get allowance(): AnswerAllowance {
    this.#allowance ??= this.#allow();
    return this.#allowance;
  }

  #allow(): AnswerAllowance {
    const allowance = new AnswerAllowance(this.#budget);
    const { raw } = this.#reply;
    if (raw.destroyed) allowance.end();
    else raw.once('close', () => allowance.end());
    return allowance;
  }
}

/** Aborts when the connection closes before the response is written. */
export function disconnected({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed && !raw.writableFinished) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
