import type { FastifyReply } from 'fastify';
import type { Principal } from '../base/principal.js';
import type { GraphQLContext } from '../graphql/context.js';

export class RequestContext implements GraphQLContext {
  readonly principal: Principal;
  readonly #reply: FastifyReply;
  #gone: AbortController | undefined;

  constructor(principal: Principal, reply: FastifyReply) {
    this.principal = principal;
    this.#reply = reply;
  }

  /**
   * A connection that closes before the answer was written has nobody at its other end. Made when it is asked for;
   * `{ ...context }` would leave it behind, and with it the client's going away.
   */
  get signal(): AbortSignal {
    this.#gone ??= this.#watch();
    return this.#gone.signal;
  }

  #watch(): AbortController {
    const { raw } = this.#reply;
    const gone = new AbortController();
    if (raw.destroyed && !raw.writableFinished) gone.abort();
    raw.once('close', () => {
      if (!raw.writableFinished) gone.abort();
    });
    return gone;
  }
}
