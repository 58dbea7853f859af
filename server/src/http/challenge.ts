import type { FastifyReply, FastifyRequest } from 'fastify';
import { WeirError } from '../base/errors.js';
import { replyWithError } from './error-reply.js';

/** RFC 6750, section 3. Not Basic, for which browsers would open a login dialog on any page. */
export const challenge = ({ headers }: FastifyRequest) =>
  /^Bearer\b/i.test(headers.authorization ?? '')
    ? 'Bearer realm="weir", error="invalid_token"'
    : 'Bearer realm="weir"';

/** Answers outside of GraphQL that a request is refused and, if its credentials are the reason, which to send. */
export function refuseWithChallenge(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof WeirError && error.code === 'UNAUTHENTICATED')
    reply.header('www-authenticate', challenge(request));
  return replyWithError(error, request, reply);
}
