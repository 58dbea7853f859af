import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ulid } from 'ulid';
import { WeirError } from '../base/errors.js';
import { errorStatus } from './error-status.js';

/** What a client reads when a request fails outside GraphQL. */
interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

export function addErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => replyWithError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const body: ErrorBody = {
      error: { code: 'NOT_FOUND', message: `There is nothing at ${request.method} ${pathOf(request)}` },
    };
    return reply.code(404).send(body);
  });
}

export function replyWithError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = presentable(error, request);
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds);
  const body: ErrorBody = { error: { code: shown.code, message: shown.message } };
  return reply.code(statusOf(error, shown)).send(body);
}

/**
 * The error as a client may see it. What was raised deliberately is shown; Fastify's refusals of
 * malformed requests too; anything else is a fault of ours: one line in the log, under an id that
 * the client also gets.
 */
export function presentable(error: Error, request: FastifyRequest): WeirError {
  if (error instanceof WeirError) return error;
  if (isRefusal(error)) return new WeirError('BAD_REQUEST', error.message);
  const errorId = ulid();
  request.log.error({ err: error, errorId, reqId: request.id }, 'unexpected error');
  return new WeirError('INTERNAL', `An unexpected error happened; the log has the detail under ${errorId}`, {
    details: { errorId },
  });
}

/** Fastify and its plugins mark what a client did wrong with a 4xx status. */
function isRefusal(error: Error): error is Error & { statusCode: number } {
  return (
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}

function statusOf(original: Error, shown: WeirError): number {
  return isRefusal(original) ? original.statusCode : errorStatus[shown.code];
}

/** Without the query string and what follows `/v1/`, a webhook's key above all: neither should be repeated. */
function pathOf(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '/').replace(/^\/v1\/.+/, '/v1/…');
}
