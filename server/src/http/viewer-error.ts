import type { FastifyRequest } from 'fastify';
import { type ErrorCode, WeirError } from '../base/errors.js';
import type { Principal } from '../base/principal.js';

/** Clients read it, and then send the text of the query. */
const protocolCode = 'PERSISTED_QUERY_NOT_SUPPORTED';

/**
 * Sentences for viewers of a dashboard, who are to learn nothing of Applications, Data Pools, policies and queries. The error itself
 * is in the log, under the reference.
 */
const sentences: Readonly<Record<Exclude<ErrorCode, typeof protocolCode>, string>> = {
  BAD_REQUEST: 'This cannot be shown. Ask the person who shared it',
  UNAUTHENTICATED: 'This link has expired or was revoked. Ask the person who sent it for a new one',
  FORBIDDEN: 'This link does not show this. Ask the person who sent it',
  NOT_FOUND: 'This is not there any more. Ask the person who shared it',
  CONFLICT: 'This cannot be shown right now. Try again later',
  QUERY_FAILED: 'This cannot be shown. Ask the person who shared it',
  QUERY_TIMED_OUT: 'This took too long. Try again later',
  QUERY_CANCELLED: 'This was stopped before it was there. Try again',
  RATE_LIMITED: 'Many people are looking at this. Try again in a moment',
  UNAVAILABLE: 'This is not available right now. Try again in a moment',
  SOURCE_FAILED: 'This cannot be shown right now. Try again later',
  INTERNAL: 'Something went wrong. Try again later',
};

/** The error as the caller may see it: for a token that shows one dashboard, a sentence instead of the message and details. */
export function shownTo(
  principal: Principal | undefined,
  error: WeirError,
  request: FastifyRequest,
): WeirError {
  if (!principal?.viewing || error.code === protocolCode) return error;
  const { dashboardId } = principal.viewing;
  request.log.info({ err: error, reqId: request.id, dashboardId }, 'refused to a viewer of a dashboard');
  const { code, retryAfterSeconds } = error;
  return new WeirError(code, `${sentences[code]} (reference ${request.id}).`, {
    details: { reference: request.id },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
