import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ulid } from 'ulid';
import { codeOfRefusal, errorStatus } from '../base/error-status.js';
import { WeirError } from '../base/errors.js';
import { HttpRefusal } from '../base/http-refusal.js';
import { isUnhurried } from './unhurried-requests.js';

/** The body of an error response outside GraphQL. */
interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

/**
 * No response repeats a URL: a webhook's URL is a secret, and even a mistyped one contains the key. Fastify's own messages
 * do, so they are replaced wherever a path is refused before a route is found.
 */
const pathRefusals: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  FST_ERR_BAD_URL: { status: 400, message: 'The path of the URL contains a malformed percent-encoding' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 414, message: 'The path of the URL is too long' },
};

export function addErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => replyWithError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const body: ErrorBody = {
      error: { code: 'NOT_FOUND', message: `There is no route for ${request.method} at this path` },
    };
    return reply.code(404).send(body);
  });
}

/** Answers requests that Fastify refuses while it looks for a route. */
export function replyToBadPath(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = pathRefusals[error.code];
  if (!refusal) {
    replyWithError(error, request, reply);
    return;
  }
  const body: ErrorBody = { error: { code: 'BAD_REQUEST', message: refusal.message } };
  reply.code(refusal.status).send(body);
}

const clientErrors: Readonly<Record<string, { readonly status: string; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long to arrive' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers of the request are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Payload Too Large',
    message: 'The chunk extensions of the body are too large',
  },
};

/**
 * Answers bytes that are not an HTTP request, and requests that do not arrive in time. The error is not logged, because it
 * contains the bytes that were read, including URL and credentials.
 */
export function replyToClientError({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUnhurried(socket)) return;
  const { status, message } = clientErrors[code] ?? {
    status: '400 Bad Request',
    message: 'The request is not valid HTTP',
  };
  const body: ErrorBody = { error: { code: 'BAD_REQUEST', message } };
  const text = JSON.stringify(body);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    );
  }
  socket.destroy();
}

export function replyWithError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = presentable(error, request);
  if (error instanceof HttpRefusal) reply.headers(error.headers);
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds);
  const body: ErrorBody = { error: { code: shown.code, message: shown.message } };
  return reply.code(statusOf(error, shown)).send(body);
}

/**
 * The error as a client may see it. Errors raised deliberately and Fastify's refusals of malformed requests are shown.
 * Any other error is a bug: it is logged once, under an ID that the client also gets.
 */
export function presentable(error: Error, request: FastifyRequest): WeirError {
  if (error instanceof WeirError) return error;
  if (isRefusal(error)) return new WeirError(codeOfRefusal(error.statusCode), error.message);
  const errorId = ulid();
  request.log.error({ err: error, errorId, reqId: request.id }, 'unexpected error');
  return new WeirError('INTERNAL', `An unexpected error occurred; the log has the details under ${errorId}`, {
    details: { errorId },
  });
}

/** Fastify and its plugins mark client errors with a 4xx status; Weir's own refusals may have any. */
function isRefusal(error: Error): error is Error & { statusCode: number } {
  if (error instanceof HttpRefusal) return true;
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
